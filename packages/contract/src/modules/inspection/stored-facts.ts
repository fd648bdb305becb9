import type { FactBound, StoredFact } from '../../kit/stored-fact.ts';
import { workTimes } from '../delivery/stored-facts.ts';

const sinceStartBound: FactBound = {
  notBefore: 'inspection.started_at, the time at which the server began it',
  notAfter: 'receipt',
  withinHours: 'risk.resendHours',
};

export const inspectionFacts: readonly StoredFact[] = [
  { column: 'inspection.started_at', setBy: 'server', decides: ['coverage'] },
  {
    column: 'inspection.finished_at',
    setBy: 'evidence',
    decides: ['coverage'],
    inputs: workTimes,
    bound: sinceStartBound,
  },
  { column: 'inspection.items.at', setBy: 'evidence', decides: [], inputs: workTimes, bound: sinceStartBound },
];
