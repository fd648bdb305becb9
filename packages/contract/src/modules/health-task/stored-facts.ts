import type { StoredFact } from '../../kit/stored-fact.ts';

export const healthTaskFacts: readonly StoredFact[] = [
  {
    column: 'health_record.sampled_at',
    setBy: 'claimed',
    inputs: ['healthRecord.pass.sampledAt', 'healthRecord.fail.sampledAt'],
    shownAs: '检测时间',
  },
];
