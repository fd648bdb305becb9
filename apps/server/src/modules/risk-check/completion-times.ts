// Decides which time counts for a check that arrives late (S99).
import type { riskCheck } from '@anlan/contract/modules/risk-check/resource';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { bothTimes, enclosedTime, resendMs, sentLater, type Arrival } from '../inspection/index.ts';
import { handedOutAt } from './handout-store.ts';

type RiskCheckRow = RowOf<typeof riskCheck>;

export interface CheckTimes {
  doneAt: Date;
  /** Completion time that the phone reported; null when the check was done online. */
  claimedAt: Date | null;
  receivedAt: Date;
  resent: boolean;
}

/**
 * A late arrival counts as in time only within the unit's delivery hours, and only if its claimed time lies between
 * hand-out and due time. Otherwise the time of receipt counts.
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

/** History note of a check that was sent late; null for other checks. */
export function noteOf({ doneAt, receivedAt, claimedAt, resent }: Readonly<Record<string, unknown>>): string | null {
  if (!(claimedAt instanceof Date && receivedAt instanceof Date && doneAt instanceof Date)) return null;
  const times = { claimedAt, receivedAt };
  return resent === true ? `补传：${bothTimes(times)}` : sentLater(times, doneAt);
}
