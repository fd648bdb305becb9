// What the generated suites draw by: a build draws the same each time, so that it fails for what was changed alone.
import { createRandom } from '#kernel/random.ts';

const ofBuilds = 20_260_302;

/**
 * The seed that a variable of the environment names; else one of each run's own (RUN_SEED: the same when files that
 * failed run once more), except in a build's sample.
 */
export function seedOf(name: string): number {
  const { CI, DEEP, RUN_SEED, [name]: given = CI !== undefined && DEEP !== '1' ? undefined : RUN_SEED } = process.env;
  if (given !== undefined) return Number(given);
  return CI !== undefined && DEEP !== '1' ? ofBuilds : Date.now() % 1_000_000_007;
}

/** The share of the calls, or tables, that each generated suite takes in npm test; all of them with DEEP=1 (npm run test:deep). */
const share = 1 / 8;

/** Whether a suite takes what has this name, by the seed that a variable of the environment names. */
export const isDrawn = (name: string, seedName: string): boolean =>
  process.env['DEEP'] === '1' || createRandom(seedOf(seedName), saltOf(name)).next() < share;

/** Those of some calls that a suite takes; in their order. */
export const drawn = <T extends { readonly name: string }>(all: readonly T[], seedName: string): readonly T[] =>
  all.filter((one) => isDrawn(one.name, seedName));

/** As many of some calls as a suite takes, those that a draw by their own names puts first; in their order. */
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

/** A number of a call's own, so that it is drawn the same whatever stands beside it; every letter counts. */
export const saltOf = (name: string): number =>
  [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0;
