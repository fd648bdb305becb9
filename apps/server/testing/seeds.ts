// What the generated suites draw by: a build draws the same each time, so that it fails for what was changed alone.
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
