export const dangerStates = {
  open: '0',
  rectifying: '1',
  submitted: '2',
  accepted: '3',
  returned: '4',
  voided: '9',
} as const;
export type DangerState = keyof typeof dangerStates;
