// Types for training numbers, which a module above this one provides.
import { shareOf } from '@anlan/contract/domain/number-text';
import { learningMeasures } from '@anlan/contract/modules/learning/measures';
import type { Figure } from '@anlan/contract/kit/figure';
import type { StudyPlan } from '@anlan/contract/modules/enterprise/statistics';
import { figureOf, type FigureAt } from '#kit/measured.ts';
import type { Tx } from '#platform/db/index.ts';

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
    rate: shareOf(learned.finished, learned.planned),
  };

export const trainedFigure = (learned: Learned | null, at: FigureAt): Figure | null =>
  learned && figureOf(learningMeasures.trained, at, learned.finished, learned.planned);
