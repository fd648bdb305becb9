// What is said of learning here; the module of learning, which stands above, counts it.
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
/** Counts the reports of the last month of the enterprises in an area. */
export type ReportsOf = (tx: Tx, area: string | undefined) => Promise<Figure | null>;
/** What the module of learning says of it between two days; null where nobody counts. */
export type LearningOf = (tx: Tx, area: string | undefined, window: Window) => Promise<Learned | null>;

/** Learning tasks that are due in a window, and those of them that are passed. */
export const studyPlanOf = (found: Learned | null): StudyPlan | null =>
  found && {
    ...found,
    rate: found.planned === 0 ? null : Math.floor((1000 * found.finished) / found.planned) / 10,
  };

/** The same as a figure of the home page. */
export function trainedFigure(
  found: Learned | null,
  area: string | undefined,
  { from, to }: Window,
  asOf: Date,
): Figure | null {
  if (found === null) return null;
  const status = countedStates.map((state) => `&status=${state}`).join('');
  // The list knows no divisions: of a part of what is visible no rows can be shown.
  const href =
    found.planned === 0 || area !== undefined
      ? null
      : `/bus/dailyEducation/index?tab=all&dueOnFrom=${from}&dueOnTo=${to}${status}`;
  return shareFigure(found.finished, found.planned, { asOf, from, to, href });
}
