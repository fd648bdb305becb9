// A fixed computation on one core that makes times of two runs comparable: hashes, sorting, JSON. It takes about a
// second on the two-core build machine.
import { createHash } from 'node:crypto';

const rounds = 28;

/** Returns elapsed seconds and processor seconds. On a busy machine only the elapsed seconds increase. */
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
