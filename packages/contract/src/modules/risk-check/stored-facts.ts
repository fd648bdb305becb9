import type { FactBound, StoredFact } from '../../kit/stored-fact.ts';
import { workTimes } from '../delivery/stored-facts.ts';

const openWindowBound: FactBound = {
  notBefore: 'risk_check.opens_at',
  notAfter: 'receipt',
  withinHours: 'risk.resendHours',
};
const positions = ['riskCheck.begin.latitude', 'riskCheck.begin.longitude', 'riskCheck.begin.accuracy'] as const;
const nearPointBound: FactBound = { near: 'the place of the risk point', withinMetres: 'risk.presenceMetres' };

export const riskCheckFacts: readonly StoredFact[] = [
  {
    column: 'risk_check.done_at',
    setBy: 'evidence',
    decides: ['lateness', 'score'],
    inputs: workTimes,
    // A check received before the due time is in time, whatever time the client claims.
    bound: { notBefore: 'risk_check_handout.handed_at', notAfter: 'due', withinHours: 'risk.resendHours' },
  },
  { column: 'risk_check.received_at', setBy: 'server', decides: ['lateness', 'score'] },
  { column: 'risk_check.resent', setBy: 'server', decides: ['lateness'] },
  { column: 'risk_check.claimed_at', setBy: 'claimed', inputs: workTimes, shownAs: '自述检查时间' },
  { column: 'risk_check.started_at', setBy: 'evidence', decides: [], inputs: workTimes, bound: openWindowBound },
  {
    column: 'risk_check.present_at',
    setBy: 'evidence',
    decides: ['presence'],
    inputs: workTimes,
    bound: openWindowBound,
  },
  { column: 'risk_check.items.at', setBy: 'evidence', decides: [], inputs: workTimes, bound: openWindowBound },
  { column: 'risk_check_handout.handed_at', setBy: 'server', decides: ['lateness', 'score'] },
  { column: 'risk_check.presence', setBy: 'evidence', decides: ['presence'], inputs: positions, bound: nearPointBound },
  {
    column: 'risk_check.far',
    setBy: 'evidence',
    decides: ['presence', 'score'],
    inputs: positions,
    bound: nearPointBound,
  },
  {
    column: 'risk_check.presence_metres',
    setBy: 'evidence',
    decides: ['presence'],
    inputs: positions,
    bound: nearPointBound,
  },
];
