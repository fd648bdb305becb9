export const learningStates = [
  'notStarted',
  'learning',
  'examPending',
  'signPending',
  'passed',
  'failed',
  'exempted',
] as const;
/** States of tasks that statistics count: all except exempted. */
export const countedStates = learningStates.filter((state) => state !== 'exempted');
