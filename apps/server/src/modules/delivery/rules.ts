import { createHash } from 'node:crypto';

/** A phone's clock that is off by no more than this is believed as it is. */
const believedSeconds = 60;
/** Nothing is believed to be older than this. */
const oldestMs = 400 * 86_400_000;

/**
 * When something was done, by the server's clock. The phone tells when it did it and when it sends it, by one and the same
 * clock: what lies between is true even where the clock is wrong by a day.
 */
export function clocksOf({ at, sentAt }: { at: Date; sentAt: Date }, now: Date) {
  const off = Math.round((now.getTime() - sentAt.getTime()) / 1000);
  const corrected = Math.abs(off) <= believedSeconds ? at.getTime() : at.getTime() + off * 1000;
  const doneAt = new Date(Math.min(now.getTime(), Math.max(now.getTime() - oldestMs, corrected)));
  return { doneAt, clockOff: Math.max(-2_000_000_000, Math.min(2_000_000_000, off)), receivedAt: now };
}

const isHeld = (value: object): value is { id: string; name: string } =>
  'id' in value && 'name' in value && Object.keys(value).length === 2 && typeof value.id === 'string';

/** The same body with every file that it names, an object of id and name, exchanged. */
export function resolved(
  value: unknown,
  exchange: (held: { id: string; name: string }) => { id: string; name: string },
): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, exchange));
  if (typeof value !== 'object' || value === null) return value;
  if (isHeld(value)) return exchange(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, exchange)]));
}

/** Passes bytes on and knows their SHA-256 once they were read to the end. */
export function readingHash(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let digest: string | null = null;
  async function* stream() {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
    digest = hash.digest('hex');
  }
  return { stream: stream(), digest: () => digest };
}
