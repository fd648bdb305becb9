// Arithmetic and timing of the benches.
import { readdirSync, readFileSync } from 'node:fs';

/** Rounds of each bench; BENCH_ROUNDS sets another number. */
export const roundsOr = (usual: number): number => Number(process.env['BENCH_ROUNDS'] ?? usual);
/** Seconds of one round; BENCH_SECONDS sets another number. */
export const secondsOr = (usual: number): number => Number(process.env['BENCH_SECONDS'] ?? usual);

/** Returns the value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Runs both sides of a comparison in turns. The first round is not measured. */
export async function interleaved<T, Side extends string>(rounds: number, sides: Record<Side, () => Promise<T>>) {
  const results: Partial<Record<string, T[]>> = {};
  const order = Object.entries<() => Promise<T>>(sides);
  for (let round = 0; round <= rounds; round += 1) {
    // Alternates the order, because the first side runs on a colder machine.
    for (const [side, run] of round % 2 === 0 ? order : order.toReversed()) {
      const result = await run();
      if (round > 0) (results[side] ??= []).push(result);
    }
  }
  return (side: Side): T[] => results[side] ?? [];
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs `work` for each item, at most `limit` at once. */
export async function forEachOf<T>(items: readonly T[], limit: number, work: (item: T) => Promise<unknown>) {
  let next = 0;
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (let at = next++; at < items.length; at = next++) await work(items[at] as T);
    }),
  );
}

/** Lists a process and its descendants, each with the processor ticks of the process and of its ended children. */
export function familyOf(root: number): { pid: number; ticks: number }[] {
  const all = readdirSync('/proc').flatMap((name) => {
    try {
      // Fields after the program's name, which may contain spaces.
      const fields =
        readFileSync(`/proc/${Number(name)}/stat`, 'utf8')
          .split(') ')
          .at(-1)
          ?.split(' ')
          .map(Number) ?? [];
      return [{ pid: Number(name), parent: fields[1], ticks: fields.slice(11, 15).reduce((sum, one) => sum + one, 0) }];
    } catch {
      return [];
    }
  });
  const below = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** Processor milliseconds of a process and its descendants. */
export const processorOf = (root: number): number => 10 * familyOf(root).reduce((sum, { ticks }) => sum + ticks, 0);
