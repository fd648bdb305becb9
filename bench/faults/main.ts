// `npm run faults [name …]`: what happens to acknowledged work when something dies, disappears, slows down or fills up.
import { say } from '../measure.ts';
import { diskFull } from './full.ts';
import { databaseKill, serverKill } from './kills.ts';
import { twoNodes } from './nodes.ts';
import { databaseCutOff, databaseSlow, databaseStopped } from './outages.ts';
import { workKill } from './work.ts';

const scenarios: Record<string, () => Promise<boolean>> = {
  'server-kill': serverKill,
  'database-kill': databaseKill,
  stopped: databaseStopped,
  'cut-off': databaseCutOff,
  slow: databaseSlow,
  full: diskFull,
  nodes: twoNodes,
  work: workKill,
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => scenarios[name] === undefined);
if (unknown !== undefined) {
  say(`no scenario is named ${unknown}: ${Object.keys(scenarios).join(', ')}; ROUNDS=50 sets the number of kills`);
  process.exit(1);
}
const missed: string[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(scenarios))
  try {
    if (!(await scenarios[name]?.())) missed.push(name);
  } catch (error) {
    say(`${name} broke off: ${error instanceof Error ? error.stack : String(error)}`);
    missed.push(name);
  }
say(missed.length === 0 ? 'every demand was met' : `missed: ${missed.join(', ')}`);
process.exit(missed.length === 0 ? 0 : 1);
