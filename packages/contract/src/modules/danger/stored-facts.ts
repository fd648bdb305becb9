import type { StoredFact } from '../../kit/stored-fact.ts';

export const dangerFacts: readonly StoredFact[] = [
  { column: 'danger.submitted_at', setBy: 'server', decides: ['lateness', 'score'] },
  {
    // The regulator sets this time for dangers that the regulator found, and gains nothing from it.
    column: 'danger.found_at',
    setBy: 'evidence',
    decides: ['coverage'],
    inputs: ['danger.create.foundAt', 'danger.update.foundAt', 'danger.fixOnSpot.foundAt'],
    bound: { notBefore: 'danger.created_at', notAfter: 'receipt', withinHours: 7 * 24 },
  },
  { column: 'danger.fixed_at', setBy: 'claimed', inputs: ['danger.submit.fixedAt'], shownAs: '整改完成时间' },
];
