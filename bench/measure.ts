// Medians of interleaved rounds, and how they are printed.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** Prints a line. */
export const say = (line: string) => console.log(line);

/** The middle of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Runs both sides of a comparison in turns, the first round unmeasured; answers what each round gave. */
export async function interleaved<T>(rounds: number, sides: Record<string, () => Promise<T>>) {
  const results: Record<string, T[]> = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    // Whoever goes first finds a colder machine: take turns.
    const order = Object.entries(sides);
    for (const [name, run] of round % 2 === 0 ? order : order.reverse()) {
      const result = await run();
      if (round > 0) results[name]?.push(result);
    }
  }
  return results;
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Processor milliseconds of a process and of all that it has begun, what has ended among it. */
export function processorOf(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // After the name of the program, which may hold anything.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
        return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
      } catch {
        return [];
      }
    });
  const of = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + of(child.pid), 0) +
    (all.find((one) => one.pid === pid)?.ticks ?? 0);
  return of(root) * 10;
}

/** A measured figure beside its target. */
export interface Figure {
  what: string;
  ours: string;
  reference: string;
  ratio: number | null;
  /** What it should be: `>= 0.75`, `<= 1.5`. */
  target: string;
}

/** A figure of two medians. */
export const figureOf = (what: string, unit: string, ours: number, reference: number, target: string): Figure => ({
  what,
  ours: `${shown(ours)} ${unit}`,
  reference: `${shown(reference)} ${unit}`,
  ratio: ours / reference,
  target,
});

const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

function verdict({ ratio, target }: Figure): string {
  const [, sign, bound] = /^(>=|<=) ([\d.]+)$/.exec(target) ?? [];
  if (ratio === null || sign === undefined) return '';
  return (sign === '>=' ? ratio >= Number(bound) : ratio <= Number(bound)) ? 'met' : 'missed';
}

/** Prints figures as a Markdown table, so that docs/FIGURES.md takes them as they are. */
export function print(title: string, figures: readonly Figure[]) {
  const load = loadavg()[0]?.toFixed(1);
  say(`\n### ${title}\n${new Date().toISOString().slice(0, 16)} UTC, ${cpus().length} cores, load ${load}\n`);
  say('| what | ours | reference | ratio | target | |\n|---|---|---|---|---|---|');
  for (const figure of figures) {
    const ratio = figure.ratio === null ? '' : figure.ratio.toFixed(2);
    say(`| ${figure.what} | ${figure.ours} | ${figure.reference} | ${ratio} | ${figure.target} | ${verdict(figure)} |`);
  }
}
