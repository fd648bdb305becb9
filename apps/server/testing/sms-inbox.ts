// Collects the messages that a server under test sends.
import type { OutgoingSms, SmsOutcome, SmsProvider } from '#platform/sms/index.ts';

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
    /** All received messages, oldest first. */
    messages,
    fail: (...outcomes: SmsOutcome[]) => void failures.push(...outcomes),
    newest: (phone: string) => messages.findLast((message) => message.phone === phone),
  };
}
