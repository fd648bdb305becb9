// `node tools/run.mjs bench/learners.ts [load | cost | cheating | cut | upload]`, by hand: 5,000 learners with a beat each 15 seconds
// and a kill of everything in the middle, 10,000 who cheat, 1,000 whose network is cut, and a video in parts. Shorter by
// BENCH_MINUTES=2, BENCH_BEATS, BENCH_LEARNERS, BENCH_ATTACKS, BENCH_HONEST, BENCH_MEGABYTES, BENCH_ROUNDS; BENCH_LINE is MB a second.
import { learnersCheating, learnersCut } from './learning/crowd.ts';
import { learnersCost } from './learning/cost.ts';
import { learnersLoad } from './learning/load.ts';
import { learnersUpload } from './learning/upload.ts';
import { say } from './measure.ts';

const parts: Record<string, () => Promise<boolean>> = {
  load: learnersLoad,
  cost: learnersCost,
  cheating: learnersCheating,
  cut: learnersCut,
  upload: learnersUpload,
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => parts[name] === undefined);
if (unknown !== undefined) {
  say(`no part is named ${unknown}: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}
const missed: string[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(parts)) if (!(await parts[name]?.())) missed.push(name);
say(missed.length === 0 ? 'every demand was met' : `missed: ${missed.join(', ')}`);
process.exit(missed.length === 0 ? 0 : 1);
