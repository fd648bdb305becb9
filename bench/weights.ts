// What the first pages weigh in brotli, beside their budgets; the tests hold the same bytes.
import { join } from 'node:path';
import { checkSizes } from '../tools/sizes.ts';
import { print } from './measure.ts';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

export async function weights() {
  const { weights: found } = checkSizes(join(import.meta.dirname, '../apps/web/dist'));
  print(
    'Weight of the first pages, brotli',
    found.map(([what, bytes, budget]) => ({
      what,
      ours: kilobytes(bytes),
      reference: kilobytes(budget),
      ratio: bytes / budget,
      target: '<= 1',
    })),
  );
}
