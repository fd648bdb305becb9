// `npm run bench [name …]`: figures as ratios to a reference measured in the same run. docs/FIGURES.md keeps them.
import { figures } from './counts.ts';
import { day } from './day.ts';
import { exporting } from './export.ts';
import { filters } from './filters.ts';
import { hostile } from './hostile.ts';
import { importing } from './import.ts';
import { list } from './list.ts';
import { say } from './measure.ts';
import { neighbours } from './neighbours.ts';
import { pages } from './pages.ts';
import { paint } from './paint.ts';
import { clean } from './place.ts';
import { sockets } from './sockets.ts';
import { starting } from './start.ts';
import { tabs } from './tabs.ts';
import { themes } from './themes.ts';
import { visits } from './visits.ts';
import { weights } from './weights.ts';

const benches: Record<string, () => Promise<void>> = {
  list,
  pages,
  filters,
  counts: figures,
  import: importing,
  hostile,
  export: exporting,
  neighbours,
  sockets,
  start: starting,
  tabs,
  themes,
  paint,
  weights,
  visits,
  day,
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => benches[name] === undefined && name !== 'clean');
if (unknown !== undefined) {
  say(`no bench is named ${unknown}: ${Object.keys(benches).join(', ')}; clean removes what they keep in BENCH_DIR`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(benches))
  await (name === 'clean' ? clean : benches[name])?.();
