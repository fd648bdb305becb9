// Which time of a check counts, where a phone sends it later (S99).
import type { riskCheck } from '@anlan/contract/modules/risk-check/resource';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { bothTimes, enclosedTime, resendMs, sentLater, type Arrival } from '../inspection/index.ts';
import { handedOutAt } from './handout-store.ts';

type RiskCheckRow = RowOf<typeof riskCheck>;

/** The times of a check that is handed in. */
export interface CheckTimes {
  /** The time that counts. */
  doneAt: Date;
  /** The word of the phone; null where it was done online. */
  claimedAt: Date | null;
  receivedAt: Date;
  /** Received after the due time, and done in time by evidence. */
  resent: boolean;
}

/**
 * What arrives after the due time is in time only within the hours of the unit, and only where the claim lies between
 * the hand-out of the check to the caller and the due time. What arrives later is done when it arrives.
 */
export async function timesOf(tx: Tx, row: RiskCheckRow, arrival: Arrival | undefined, now: Date): Promise<CheckTimes> {
  if (!arrival) return { doneAt: now, claimedAt: null, receivedAt: now, resent: false };
  const { claimedAt, receivedAt } = arrival;
  const { dueAt } = row;
  if (receivedAt < dueAt) {
    const doneAt = await enclosedTime(tx, arrival, row.opensAt);
    return { doneAt, claimedAt, receivedAt, resent: false };
  }
  const isReceived = receivedAt.getTime() < dueAt.getTime() + (await resendMs(tx));
  const handedAt = isReceived && claimedAt < dueAt ? await handedOutAt(tx, row.id) : null;
  const resent = handedAt !== null && handedAt <= claimedAt;
  return { doneAt: resent ? claimedAt : receivedAt, claimedAt, receivedAt, resent };
}

/** What the history says of a check that was sent late; null of every other. */
export function noteOf({ doneAt, receivedAt, claimedAt, resent }: Readonly<Record<string, unknown>>): string | null {
  if (!(claimedAt instanceof Date && receivedAt instanceof Date && doneAt instanceof Date)) return null;
  const times = { claimedAt, receivedAt };
  return resent === true ? `补传：${bothTimes(times)}` : sentLater(times, doneAt);
}
