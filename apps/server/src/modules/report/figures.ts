// Builds the figures of a report from the counts of the modules. Each figure has its period and the address of its
// list.
import { figuresText, type ReportFigure } from '@anlan/contract/modules/report/figure';
import { addressesOf } from '@anlan/contract/kit/measure';
import { figureMeasure } from '@anlan/contract/modules/report/figure-measures';
import { spanOf, type ReportKind, type Span } from '@anlan/contract/modules/report/period';
import { createHash } from 'node:crypto';
import type { CountedFigure, FigureSource } from '#kit/figures.ts';
import type { Tx } from '#platform/db/index.ts';
import { dangerFigures } from './danger-figures-store.ts';
import { fleetFigures } from './fleet-figures-store.ts';
import { workFigures } from './work-figures-store.ts';

const own: readonly FigureSource[] = [workFigures, dangerFigures, fleetFigures];

function figureOf({ key, ...counted }: CountedFigure, days: Span, enterpriseId: string): ReportFigure {
  const measure = figureMeasure(key);
  const addresses = addressesOf(measure, { today: days.to, days, more: { enterpriseId } });
  const { label, unit } = measure;
  return { key, measure: measure.key, label, unit, ...counted, ...days, href: addresses?.rows ?? null };
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
      all.get(id)?.push(...figures.map((figure) => figureOf(figure, span, id)));
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
