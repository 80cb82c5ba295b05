// Creates a stage for each line of standard input and answers how long it took, or why it was refused.
// In: {"slots": [7, null, …], "known": false, "type": "round_robin", "groupSize": 4}. With "known" the participants are in the
// database beforehand; lines of a round robin are grouped in their order. Out: {"milliseconds", "matches", "meetings": [[7, null], …]},
// the meetings of the first round of a bracket, and all of a round robin.
const readline = require("node:readline");
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

function settingsOf({ slots, type, grandFinal, groupSize }) {
  if (type !== "round_robin") return { seedOrdering: ["natural"], ...(grandFinal && { grandFinal }) };
  const groupCount = slots.length / groupSize;
  const seeds = (group) => Array.from({ length: groupSize }, (_, place) => group * groupSize + place + 1);
  return { groupCount, manualOrdering: Array.from({ length: groupCount }, (_, group) => seeds(group)) };
}

async function create(asked) {
  const { slots, known, type } = asked;
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  const stage = { tournamentId: 0, name: "Etapa", type, settings: settingsOf(asked) };
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
  const first = type === "round_robin" ? matches : matches.filter((match) => match.round_id === 0);
  return {
    milliseconds,
    matches: matches.length,
    meetings: first.map((match) => [side(match.opponent1), side(match.opponent2)]),
  };
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const answer = await create(JSON.parse(line)).catch((error) => ({ refused: error.message }));
    console.log(JSON.stringify(answer));
  }
})();
