import type { FactBound, StoredFact } from '../../kit/stored-fact.ts';
import { workTimes } from '../delivery/stored-facts.ts';

const sinceOpen: FactBound = {
  notBefore: 'risk_check.opens_at',
  notAfter: 'receipt',
  withinHours: 'risk.resendHours',
};
const positions = ['riskCheck.begin.latitude', 'riskCheck.begin.longitude', 'riskCheck.begin.accuracy'] as const;
const atPoint: FactBound = { near: 'the place of the risk point', withinMetres: 'risk.presenceMetres' };

/** Stored facts of checks of risk points. */
export const riskCheckFacts: readonly StoredFact[] = [
  {
    column: 'risk_check.done_at',
    setBy: 'evidence',
    decides: ['lateness', 'score'],
    inputs: workTimes,
    // What is received before the due time is in time whatever is claimed.
    bound: { notBefore: 'risk_check_handout.handed_at', notAfter: 'due', withinHours: 'risk.resendHours' },
  },
  { column: 'risk_check.received_at', setBy: 'server', decides: ['lateness', 'score'] },
  { column: 'risk_check.resent', setBy: 'server', decides: ['lateness'] },
  { column: 'risk_check.claimed_at', setBy: 'claimed', inputs: workTimes, shownAs: '自述检查时间' },
  { column: 'risk_check.started_at', setBy: 'evidence', decides: [], inputs: workTimes, bound: sinceOpen },
  { column: 'risk_check.present_at', setBy: 'evidence', decides: ['presence'], inputs: workTimes, bound: sinceOpen },
  { column: 'risk_check.items.at', setBy: 'evidence', decides: [], inputs: workTimes, bound: sinceOpen },
  { column: 'risk_check_handout.handed_at', setBy: 'server', decides: ['lateness', 'score'] },
  { column: 'risk_check.presence', setBy: 'evidence', decides: ['presence'], inputs: positions, bound: atPoint },
  { column: 'risk_check.far', setBy: 'evidence', decides: ['presence', 'score'], inputs: positions, bound: atPoint },
  { column: 'risk_check.presence_metres', setBy: 'evidence', decides: ['presence'], inputs: positions, bound: atPoint },
];
