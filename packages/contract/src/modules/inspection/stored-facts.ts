import type { StoredFact } from '../../kit/stored-fact.ts';
import { workTimes } from '../delivery/stored-facts.ts';

/** Stored facts of inspections. */
export const inspectionFacts: readonly StoredFact[] = [
  {
    column: 'inspection.started_at',
    setBy: 'claimed',
    inputs: ['inspection.create.startedAt', 'inspection.update.startedAt'],
    shownAs: '检查时间',
  },
  { column: 'inspection.finished_at', setBy: 'claimed', inputs: workTimes, shownAs: '完成时间' },
  { column: 'inspection.items.at', setBy: 'claimed', inputs: workTimes, shownAs: '填写时间' },
];
