import type { SmsOutcome } from '#platform/sms/index.ts';

// So long a failure of the service is held against it before the next message may show that it is over.
const restSeconds = 30;

/** How the service fares, as whichever process sent last has seen. */
export interface Fare {
  /** When it last failed in a way that any message would have met; null while it works. */
  downSince: Date | null;
  /** Whether a process that sends messages was there a moment ago. */
  isManned: boolean;
}

/** How the service fares after one more outcome; a message that was refused for its own sake tells nothing. */
export function faredWith(before: Fare, outcome: SmsOutcome, now: Date): Fare {
  if (outcome.kind === 'sent') return { ...before, downSince: null };
  if (outcome.kind === 'later' || outcome.forAll === true) return { ...before, downSince: now };
  return before;
}

/** Whether people should be told that no message will come. */
export const isDown = ({ downSince, isManned }: Fare, now: Date): boolean =>
  !isManned || (downSince !== null && now.getTime() - downSince.getTime() < restSeconds * 1000);
