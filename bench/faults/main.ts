// `npm run faults [name …]` checks that no acknowledged write is lost or duplicated when a process dies or a service
// disappears. ROUNDS sets the number of kills, OUTAGE_SECONDS the length of an outage.
import { scenarios } from './scenarios.ts';

const isScenario = (name: string): name is keyof typeof scenarios => Object.hasOwn(scenarios, name);
const names = process.argv.slice(2);
const unknown = names.find((name) => !isScenario(name));
if (unknown !== undefined) {
  console.log(`no scenario is named ${unknown}: ${Object.keys(scenarios).join(', ')}`);
  process.exit(1);
}
for (const name of (names.length > 0 ? names : Object.keys(scenarios)).filter(isScenario)) {
  console.log(`\n${name}`);
  const missed = await scenarios[name]().catch((error: unknown) => [String(error)]);
  console.log(missed.length === 0 ? 'every demand was met' : `missed:\n${missed.slice(0, 20).join('\n')}`);
  if (missed.length > 0) process.exitCode = 1;
}
process.exit();
