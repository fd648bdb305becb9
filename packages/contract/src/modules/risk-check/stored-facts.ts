import type { StoredFact } from '../../kit/stored-fact.ts';
import { workTimes } from '../delivery/stored-facts.ts';

/** Stored facts of checks of risk points. */
export const riskCheckFacts: readonly StoredFact[] = [
  { column: 'risk_check.done_at', setBy: 'claimed', inputs: workTimes, shownAs: '检查时间' },
  { column: 'risk_check.started_at', setBy: 'claimed', inputs: workTimes, shownAs: '开始检查时间' },
  { column: 'risk_check.items.at', setBy: 'claimed', inputs: workTimes, shownAs: '填写时间' },
  {
    column: 'risk_check.presence',
    setBy: 'evidence',
    decides: ['presence'],
    inputs: ['riskCheck.begin.latitude', 'riskCheck.begin.longitude'],
    bound: { near: 'the place of the risk point', withinMetres: 'risk.presenceMetres' },
  },
];
