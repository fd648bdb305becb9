import type { FactBound, StoredFact } from '../../kit/stored-fact.ts';

const sessionPlaceBound: FactBound = { near: 'the place where the leader began', withinMetres: 'risk.presenceMetres' };
const scanInputs = [
  'classSession.arrive.latitude',
  'classSession.arrive.longitude',
  'classSession.arrive.accuracy',
] as const;

export const classSessionFacts: readonly StoredFact[] = [
  {
    column: 'class_session.held_at',
    setBy: 'plan',
    inputs: ['classSession.create.heldAt', 'classSession.update.heldAt'],
  },
  {
    column: 'class_session.minutes',
    setBy: 'plan',
    inputs: ['classSession.create.minutes', 'classSession.update.minutes'],
  },
  {
    column: 'class_session.expected',
    setBy: 'plan',
    inputs: ['classSession.create.expected', 'classSession.update.expected'],
  },
  { column: 'class_session.begun_at', setBy: 'server', decides: ['credit'] },
  { column: 'class_session.ended_at', setBy: 'server', decides: ['credit'] },
  { column: 'class_session.lng', setBy: 'plan', inputs: ['classSession.locate.lng'] },
  { column: 'class_session.lat', setBy: 'plan', inputs: ['classSession.locate.lat'] },
  { column: 'class_session.accuracy', setBy: 'plan', inputs: ['classSession.locate.accuracy'] },
  { column: 'class_attendance.arrived_at', setBy: 'server', decides: ['credit'] },
  { column: 'class_attendance.minutes', setBy: 'server', decides: ['credit'] },
  {
    column: 'class_attendance.proof',
    setBy: 'evidence',
    decides: ['presence', 'credit'],
    inputs: scanInputs,
    bound: sessionPlaceBound,
  },
  {
    column: 'class_attendance.metres',
    setBy: 'evidence',
    decides: ['presence'],
    inputs: scanInputs,
    bound: sessionPlaceBound,
  },
];
