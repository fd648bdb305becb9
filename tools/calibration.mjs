// A fixed piece of work on one core, so that the times of two runs compare: hashes, sorting, objects as JSON. It takes
// about a second on the two-core machine that builds run on.
import { createHash } from 'node:crypto';

const rounds = 28;

/** Does the fixed work; answers its seconds on the clock, and those of the processor: a busy machine takes more of the first. */
function calibrate() {
  const since = performance.now();
  const before = process.cpuUsage();
  let text = 'anlan';
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: 5_000 }, (_, row) => {
      text = createHash('sha256').update(`${text} ${row}`).digest('hex');
      return { id: text, row, words: text.match(/.{8}/g) };
    });
    rows.sort((one, other) => (one.id < other.id ? -1 : 1));
    text = createHash('sha256')
      .update(JSON.stringify(JSON.parse(JSON.stringify(rows))))
      .digest('hex');
  }
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - since) / 1000, processor: (user + system) / 1e6 };
}

const { clock, processor } = calibrate();
console.log(`calibration: ${clock.toFixed(2)} s, of which ${processor.toFixed(2)} s processor`);
