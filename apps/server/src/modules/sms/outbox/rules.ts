import type { SmsOutcome } from '#platform/sms/index.ts';

// Seconds after a failure before one message may test whether the service works again.
const restSeconds = 30;

export interface ServiceState {
  /** Time of the last failure that concerns every message; null while the service works. */
  downSince: Date | null;
  isManned: boolean;
}

/** State of the SMS service after a send result. A failure that concerns only one message does not change it. */
export function nextServiceState(before: ServiceState, outcome: SmsOutcome, now: Date): ServiceState {
  if (outcome.kind === 'sent') return { ...before, downSince: null };
  if (outcome.kind === 'later' || outcome.forAll === true) return { ...before, downSince: now };
  return before;
}

export const isDown = ({ downSince, isManned }: ServiceState, now: Date): boolean =>
  !isManned || (downSince !== null && now.getTime() - downSince.getTime() < restSeconds * 1000);
