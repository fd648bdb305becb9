import { cpus, loadavg } from 'node:os';
import { say } from '../measure.ts';

/** One line of a scenario's table; `ok` null is a measured figure without a demand. */
export interface Line {
  what: string;
  found: string;
  demand: string;
  ok: boolean | null;
}

/** Collects the lines of one scenario. */
export function openReport(title: string) {
  const lines: Line[] = [];
  return {
    round: (at: number, of: number, text: string) => say(`${title} ${at}/${of}: ${text}`),
    line(what: string, found: string | number, demand = '', ok: boolean | null = null) {
      lines.push({ what, found: String(found), demand, ok });
    },
    /** A demand that a list is empty; its first entries are printed. */
    none(what: string, list: readonly string[]) {
      lines.push({ what, found: String(list.length), demand: '0', ok: list.length === 0 });
      for (const one of list.slice(0, 10)) say(`  ${what}: ${one}`);
    },
    /** Prints the table; answers whether every demand was met. */
    end(): boolean {
      say(
        `\n### ${title}\n${new Date().toISOString().slice(0, 16)} UTC, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}\n`,
      );
      say('| what | found | demand | |\n|---|---|---|---|');
      for (const { what, found, demand, ok } of lines)
        say(`| ${what} | ${found} | ${demand} | ${ok === null ? '' : ok ? 'met' : '**missed**'} |`);
      say('');
      return lines.every(({ ok }) => ok !== false);
    },
  };
}

/** Seconds with one digit. */
export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Middle and largest of some milliseconds. */
export function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return '–';
  return `median ${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)}, longest ${seconds(sorted.at(-1) ?? 0)}`;
}
