import type { StoredFact } from '../../kit/stored-fact.ts';

/** Stored facts of hidden dangers. */
export const dangerFacts: readonly StoredFact[] = [
  { column: 'danger.submitted_at', setBy: 'server', decides: ['lateness', 'score'] },
  {
    column: 'danger.found_at',
    setBy: 'claimed',
    inputs: ['danger.create.foundAt', 'danger.update.foundAt', 'danger.fixOnSpot.foundAt'],
    shownAs: '发现时间',
  },
  { column: 'danger.fixed_at', setBy: 'claimed', inputs: ['danger.submit.fixedAt'], shownAs: '整改完成时间' },
];
