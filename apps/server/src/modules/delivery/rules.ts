import { createHash } from 'node:crypto';

/** A clock difference up to this many seconds is ignored. */
const believedSeconds = 60;
/** Age limit of a work time. Older times are treated as wrong. */
const oldestMs = 400 * 86_400_000;

/**
 * Converts the work time to server time. The phone takes work time and sending time from the same clock, so their
 * difference is right even if the clock is wrong.
 */
export function clocksOf({ at, sentAt }: { at: Date; sentAt: Date }, now: Date) {
  const off = Math.round((now.getTime() - sentAt.getTime()) / 1000);
  const corrected = Math.abs(off) <= believedSeconds ? at.getTime() : at.getTime() + off * 1000;
  const doneAt = new Date(Math.min(now.getTime(), Math.max(now.getTime() - oldestMs, corrected)));
  return { doneAt, clockOff: Math.max(-2_000_000_000, Math.min(2_000_000_000, off)), receivedAt: now };
}

const isHeld = (value: object): value is { id: string; name: string } =>
  'id' in value && 'name' in value && Object.keys(value).length === 2 && typeof value.id === 'string';

/** Copies a body, with each file object `{ id, name }` in it replaced. */
export function replaceFileIds(
  value: unknown,
  exchange: (held: { id: string; name: string }) => { id: string; name: string },
): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceFileIds(one, exchange));
  if (typeof value !== 'object' || value === null) return value;
  if (isHeld(value)) return exchange(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceFileIds(one, exchange)]));
}

/** Passes the bytes through and hashes them. The SHA-256 is ready after the last chunk. */
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
