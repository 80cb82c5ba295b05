// Creates a single elimination for each line of standard input and answers how long it took.
// In: {"slots": [7, null, …], "known": false}. With "known" the participants are in the database beforehand.
const readline = require("node:readline");
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

async function create({ slots, known }) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  const stage = {
    tournamentId: 0,
    name: "Eliminatoria",
    type: "single_elimination",
    settings: { seedOrdering: ["natural"] },
  };
  if (known) {
    const present = slots.filter((slot) => slot !== null);
    await storage.insert(
      "participant",
      present.map((id) => ({ id, tournament_id: 0, name: `Pareja ${id}` })),
    );
    stage.seedingIds = slots;
  } else {
    stage.seeding = slots.map((slot) => (slot === null ? null : `Pareja ${slot}`));
  }
  const start = process.hrtime.bigint();
  await manager.create.stage(stage);
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;

  const names = new Map((await storage.select("participant")).map(({ id, name }) => [id, name]));
  const side = (opponent) => (opponent ? Number(names.get(opponent.id).split(" ")[1]) : null);
  const matches = await storage.select("match");
  const first = matches.filter((match) => match.round_id === 0);
  return {
    milliseconds,
    matches: matches.length,
    slots: first.flatMap((match) => [side(match.opponent1), side(match.opponent2)]),
  };
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await create(JSON.parse(line))));
  }
})();
