// Where messages of a server under test arrive.
import type { OutgoingSms, SmsOutcome, SmsProvider } from '#platform/sms/index.ts';

/** A provider that keeps what it is given. */
export function openInbox() {
  const messages: OutgoingSms[] = [];
  const failures: SmsOutcome[] = [];
  const provider: SmsProvider = {
    local: true,
    carries: () => true,
    send(message) {
      const failure = failures.shift();
      if (failure) return Promise.resolve(failure);
      messages.push(message);
      return Promise.resolve({ kind: 'sent', receipt: message.idemKey });
    },
  };
  return {
    provider,
    /** Everything that arrived, oldest first. */
    messages,
    /** What the next tries come to instead. */
    fail: (...outcomes: SmsOutcome[]) => void failures.push(...outcomes),
    /** The newest message of a phone, when there is one. */
    newest: (phone: string) => messages.findLast((message) => message.phone === phone),
  };
}
