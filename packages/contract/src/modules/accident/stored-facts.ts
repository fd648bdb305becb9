import type { StoredFact } from '../../kit/stored-fact.ts';

export const accidentFacts: readonly StoredFact[] = [
  { column: 'accident.reported_at', setBy: 'server', decides: ['lateness'] },
  { column: 'phone_report.received_at', setBy: 'server', decides: ['lateness'] },
  {
    column: 'accident.counted_at',
    setBy: 'evidence',
    decides: ['score', 'coverage'],
    inputs: ['accident.create.occurredAt', 'accident.update.occurredAt'],
    bound: { notBefore: 'accident.reported_at', notAfter: 'receipt', withinHours: 24 },
  },
  {
    // The enterprise claims this time. The claim can prove that a report was late, but never that a late report was
    // punctual.
    column: 'accident.occurred_at',
    setBy: 'claimed',
    inputs: ['accident.create.occurredAt', 'accident.update.occurredAt'],
    shownAs: '发生时间',
  },
  {
    column: 'accident.first_report_at',
    setBy: 'claimed',
    inputs: ['accident.create.firstReportAt', 'accident.update.firstReportAt'],
    shownAs: '自述首报时间',
  },
];
