// `npm run bench [name …]` measures the rows of docs/FIGURES.md and writes their newest values there.
import { execFileSync } from 'node:child_process';
import { calibrationSeconds, printFigures, writeFigures, type Figure } from './measured-results.ts';
import { clean, isScaled } from './database.ts';

const benches = {
  weights: async () => (await import('./weights.ts')).weights(),
  start: async () => (await import('./npm-start.ts')).startAll(),
  paint: async () => (await import('./paint.ts')).paint(),
  visits: async () => (await import('./visits.ts')).visits(),
  acts: async () => (await import('./acts.ts')).acts(),
  tabs: async () => (await import('./tabs.ts')).tabs(),
  list: async () => (await import('./list.ts')).list(),
  pages: async () => (await import('./pages.ts')).pages(),
  export: async () => (await import('./export.ts')).exportRows(),
  import: async () => (await import('./import.ts')).importFile(),
  neighbours: async () => (await import('./neighbours.ts')).neighbours(),
  pay: async () => (await import('./pay.ts')).pay(),
  checks: async () => (await import('./checks.ts')).checks(),
  sockets: async () => (await import('./sockets.ts')).sockets(),
  messages: async () => (await import('./messages.ts')).messages(),
  dangers: async () => (await import('./dangers.ts')).dangers(),
  phone: async () => (await import('./phone.ts')).phone(),
  learners: async () => (await import('./learners.ts')).learners(),
};
const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name);

const names = process.argv.slice(2);
const unknown = names.find((name) => !isBench(name) && name !== 'clean');
if (unknown !== undefined) {
  console.log(`no bench is named ${unknown}: ${Object.keys(benches).join(', ')}; clean removes BENCH_DIR`);
  process.exit(1);
}
if (names.includes('clean')) await clean();
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
for (const name of (names.length > 0 ? names : Object.keys(benches)).filter(isBench)) {
  console.log(`\n${name}: calibration ${calibrationSeconds().toFixed(2)} s`);
  try {
    const figures: readonly Figure[] = await benches[name]();
    printFigures(figures);
    if (!isScaled) writeFigures(`bench ${name}`, commit, figures);
  } catch (error) {
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}
// Ends the process, even when a failed bench has left connections open.
process.exit();
