// Types for training numbers, which a module above this one provides.
import { countedStates } from '@anlan/contract/modules/learning/task';
import type { Figure, StudyPlan } from '@anlan/contract/modules/enterprise/statistics';
import type { Tx } from '#platform/db/index.ts';
import { shareFigure } from './rules.ts';

interface Window {
  from: string;
  to: string;
}
interface Learned {
  planned: number;
  finished: number;
  people: number;
  hours: number;
}
export type ReportsOf = (tx: Tx, area: string | undefined) => Promise<Figure | null>;
/** Function that returns training numbers. Null if no module counts them. */
export type LearningOf = (tx: Tx, area: string | undefined, window: Window) => Promise<Learned | null>;

export const studyPlanOf = (learned: Learned | null): StudyPlan | null =>
  learned && {
    ...learned,
    rate: learned.planned === 0 ? null : Math.floor((1000 * learned.finished) / learned.planned) / 10,
  };

export function trainedFigure(
  learned: Learned | null,
  area: string | undefined,
  { from, to }: Window,
  asOf: Date,
): Figure | null {
  if (learned === null) return null;
  const status = countedStates.map((state) => `&status=${state}`).join('');
  // A number for a part of the area has no link, because the list has no division filter.
  const href =
    learned.planned === 0 || area !== undefined
      ? null
      : `/bus/dailyEducation/index?tab=all&dueOnFrom=${from}&dueOnTo=${to}${status}`;
  return shareFigure(learned.finished, learned.planned, { asOf, from, to, href });
}
