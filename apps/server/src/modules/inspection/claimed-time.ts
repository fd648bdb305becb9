// Times of work that phones send later: claims of the phone, which count within what the server saw (S99).
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';

const hourMs = 3_600_000;
/** Within this a claim counts whatever the setting is: its least value. */
const leastMs = hourMs;

/** How a piece of work came in. */
export interface Arrival {
  /** Id that the phone gave it. */
  readonly id: string;
  /** When it was done by the word of the phone, its clock corrected; never after the receipt. */
  readonly claimedAt: Date;
  /** When the server received it. */
  readonly receivedAt: Date;
}
type Times = Pick<Arrival, 'claimedAt' | 'receivedAt'>;

/** Milliseconds within which the unit takes work that is sent later. */
export const resendMs = async (tx: Tx): Promise<number> => (await settingsOf(tx))['risk.resendHours'] * hourMs;

/** The time that is stored: the claim where the server saw what encloses it, else the receipt. */
export async function enclosedTime(tx: Tx, { claimedAt, receivedAt }: Times, notBefore: Date): Promise<Date> {
  const age = receivedAt.getTime() - claimedAt.getTime();
  if (claimedAt < notBefore || age < 0) return receivedAt;
  return age <= leastMs || age <= (await resendMs(tx)) ? claimedAt : receivedAt;
}

/** Both times of work whose claim did not count, as its history says them; null where it did. */
export const sentLater = ({ claimedAt, receivedAt }: Times, stored: Date): string | null =>
  stored.getTime() === claimedAt.getTime() ? null : `${bothTimes({ claimedAt, receivedAt })}，按送达时间计算`;
/** When work was done and when it arrived, as its history says it. */
export const bothTimes = ({ claimedAt, receivedAt }: Times): string =>
  `填写于 ${formatInstant(claimedAt)}，送达于 ${formatInstant(receivedAt)}`;
