import type { StoredFact } from '../../kit/stored-fact.ts';

/** Stored facts of hidden dangers. */
export const dangerFacts: readonly StoredFact[] = [
  { column: 'danger.submitted_at', setBy: 'server', decides: ['lateness', 'score'] },
  {
    // What regulators found is theirs to say: they gain nothing by it.
    column: 'danger.found_at',
    setBy: 'evidence',
    decides: ['coverage'],
    inputs: ['danger.create.foundAt', 'danger.update.foundAt', 'danger.fixOnSpot.foundAt'],
    bound: { notBefore: 'danger.created_at', notAfter: 'receipt', withinHours: 7 * 24 },
  },
  { column: 'danger.fixed_at', setBy: 'claimed', inputs: ['danger.submit.fixedAt'], shownAs: '整改完成时间' },
];
