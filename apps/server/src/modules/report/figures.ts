// Builds the figures of a report from the counts of the modules. Each figure has its period and the address of its
// list.
import { figuresText, type ReportFigure } from '@anlan/contract/modules/report/figure';
import { spanOf, type ReportKind } from '@anlan/contract/modules/report/period';
import { createHash } from 'node:crypto';
import type { CountedFigure, FigureSource } from '#kit/figures.ts';
import type { Tx } from '#platform/db/index.ts';
import { dangerFigures } from './danger-figures-store.ts';
import { fleetFigures } from './fleet-figures-store.ts';
import { workFigures } from './work-figures-store.ts';

const own: readonly FigureSource[] = [workFigures, dangerFigures, fleetFigures];

function hrefOf(list: CountedFigure['list'], enterpriseId: string): string | null {
  if (list === null) return null;
  const query = new URLSearchParams({ enterpriseId });
  for (const [name, value] of Object.entries(list.filter))
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one);
  return `${list.path}?${query.toString()}`;
}

export async function countFigures(
  tx: Tx,
  sources: readonly FigureSource[],
  { kind, period, ids }: { kind: ReportKind; period: string; ids: readonly string[] },
): Promise<Map<string, ReportFigure[]>> {
  const span = spanOf(kind, period);
  const all = new Map(ids.map((id): [string, ReportFigure[]] => [id, []]));
  for (const source of [...own, ...sources]) {
    if (kind !== 'month' && source.about !== 'dangers') continue;
    for (const [id, figures] of await source.count(tx, ids, span))
      all.get(id)?.push(...figures.map(({ list, ...figure }) => ({ ...figure, ...span, href: hrefOf(list, id) })));
  }
  return all;
}

/** Hash of the figures, to check that the person saw exactly these figures. */
export const markOf = (figures: readonly ReportFigure[]): string =>
  createHash('sha256').update(figuresText(figures)).digest('hex').slice(0, 32);

export function shownOf(figures: readonly ReportFigure[]) {
  const of = (key: string) => figures.find((one) => one.key === key)?.value ?? null;
  const rate = (key: string) => {
    const value = of(key);
    return value === null ? null : Math.floor(value);
  };
  return {
    found: of('dangersFound'),
    accepted: of('dangersAccepted'),
    onTimeRate: rate('dangersOnTime'),
    trainedRate: rate('trained'),
    meetings: of('meetingsHeld'),
    investmentFen: of('safetyCost'),
  };
}
