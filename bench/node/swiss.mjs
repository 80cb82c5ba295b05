// Pairs a Swiss round for each line of standard input and answers how long it took.
// In: {"players": [{"id", "score", "avoid", "receivedBye"}, …], "round": 2}. Out: {"milliseconds", "pairs": [[1, 7], …, [4, null]]}
import readline from "node:readline";
import { Swiss } from "tournament-pairings";

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { players, round } = JSON.parse(line);
  const start = process.hrtime.bigint();
  const matches = Swiss(players, round);
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  const pairs = matches.map(({ player1, player2 }) => [player1, player2]);
  console.log(JSON.stringify({ milliseconds, pairs }));
}
