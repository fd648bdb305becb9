// Random seeds of the generated suites. A CI build always draws the same sample, so that only a code change can make it
// fail.
import { createRandom } from '#kernel/random.ts';

const ofBuilds = 20_260_302;

/**
 * Reads the seed from an environment variable. Without one it is random per run (RUN_SEED repeats it when failed files
 * run again), but fixed in CI.
 */
export function seedOf(name: string): number {
  const {
    CI,
    DEEP,
    RUN_SEED,
    [name]: seedText = CI !== undefined && DEEP !== '1' ? undefined : RUN_SEED,
  } = process.env;
  if (seedText !== undefined) return Number(seedText);
  return CI !== undefined && DEEP !== '1' ? ofBuilds : Date.now() % 1_000_000_007;
}

/** Share of calls or tables that npm test runs per suite. DEEP=1 runs all (npm run test:deep). */
const share = 1 / 8;

export const isDrawn = (name: string, seedName: string): boolean =>
  process.env['DEEP'] === '1' || createRandom(seedOf(seedName), saltOf(name)).next() < share;

export const drawn = <T extends { readonly name: string }>(all: readonly T[], seedName: string): readonly T[] =>
  all.filter((one) => isDrawn(one.name, seedName));

export function drawnMost<T extends { readonly name: string }>(all: readonly T[], seedName: string, most: number): T[] {
  const first = new Set(
    all
      .map((one) => ({ one, at: createRandom(seedOf(seedName), saltOf(one.name)).next() }))
      .sort((left, right) => left.at - right.at)
      .slice(0, most)
      .map(({ one }) => one),
  );
  return all.filter((one) => first.has(one));
}

/** Hashes a call's name, so that adding other calls does not change whether it is drawn. */
export const saltOf = (name: string): number =>
  [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0;
