import type { StoredFact } from '../../kit/stored-fact.ts';

/** Stored facts of talks, meetings and classes. */
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
];
