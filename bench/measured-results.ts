// Rows of docs/FIGURES.md: the measured quantity, its target and the newest value.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

const path = join(import.meta.dirname, '../docs/FIGURES.md');
const head = '| what | command | target | value | commit | date | load |\n|---|---|---|---|---|---|---|\n';

/** One measured value. `target` is `>= 0.9`, `<= 380`, or empty; the value is in the unit that `what` names. */
export interface Figure {
  what: string;
  value: number;
  target: string;
}

/** Seconds that a fixed piece of work takes on this machine now. */
export function calibrationSeconds(): number {
  const began = performance.now();
  let text = 'anlan';
  for (let round = 0; round < 400_000; round += 1) text = createHash('sha256').update(text).digest('hex');
  return (performance.now() - began) / 1000;
}

function isMet({ value, target }: Figure): boolean | null {
  const [, sign, bound] = /^(>=|<=) ([\d.]+)$/.exec(target) ?? [];
  if (sign === undefined) return null;
  return sign === '>=' ? value >= Number(bound) : value <= Number(bound);
}

const rounded = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));
const shown = (figure: Figure) =>
  isMet(figure) === false ? `**${rounded(figure.value)} missed**` : rounded(figure.value);

export function printFigures(figures: readonly Figure[]): void {
  for (const figure of figures)
    console.log(`${figure.what}: ${shown(figure)}${figure.target && ` (${figure.target})`}`);
}

/** Replaces the rows of the same name in docs/FIGURES.md and adds new ones at the end. */
export function writeFigures(command: string, commit: string, figures: readonly Figure[]): void {
  const page = readFileSync(path, 'utf8');
  const at = page.indexOf(head) + head.length;
  const rows = page.slice(at).trimEnd().split('\n').filter(Boolean);
  const load = loadavg()[0]?.toFixed(1);
  const date = new Date().toISOString().slice(0, 10);
  for (const figure of figures) {
    const row = `| ${figure.what} | \`${command}\` | ${figure.target} | ${shown(figure)} | ${commit} | ${date} | ${load} |`;
    const place = rows.findIndex((one) => one.startsWith(`| ${figure.what} |`));
    if (place === -1) rows.push(row);
    else rows[place] = row;
  }
  writeFileSync(path, `${page.slice(0, at)}${rows.join('\n')}\n`);
}
