// Transferred size of the sign-in page, compressed as in the build.
import { join } from 'node:path';
import { checkSizes } from '../tools/sizes.ts';
import type { Figure } from './measured-results.ts';

export async function weights(): Promise<Figure[]> {
  const { weights: pages } = checkSizes(join(import.meta.dirname, '../apps/web/dist'));
  const bytes = pages.find(([page]) => page === 'sign-in page')?.[1] ?? Number.NaN;
  return [{ what: 'sign-in page on the wire, kB', value: bytes / 1000, target: '<= 95' }];
}
