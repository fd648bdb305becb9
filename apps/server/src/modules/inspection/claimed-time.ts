// The phone claims the time of work that it sends later. The claim counts within limits that the server observed (S99).
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';

const hourMs = 3_600_000;
/** A claimed time at most this long before the receipt is always used. This is the minimum of the setting. */
const leastMs = hourMs;

export interface Arrival {
  readonly id: string;
  /** Work time by the corrected clock of the phone. This time is never after `receivedAt`. */
  readonly claimedAt: Date;
  readonly receivedAt: Date;
}
type Times = Pick<Arrival, 'claimedAt' | 'receivedAt'>;

export const resendMs = async (tx: Tx): Promise<number> => (await settingsOf(tx))['risk.resendHours'] * hourMs;

/** The claimed time if it is within the limits the server observed, otherwise the receipt time. */
export async function enclosedTime(tx: Tx, { claimedAt, receivedAt }: Times, notBefore: Date): Promise<Date> {
  const age = receivedAt.getTime() - claimedAt.getTime();
  if (claimedAt < notBefore || age < 0) return receivedAt;
  return age <= leastMs || age <= (await resendMs(tx)) ? claimedAt : receivedAt;
}

/** Text for the history with both times, if the claimed time was not used. Null if it was. */
export const sentLater = ({ claimedAt, receivedAt }: Times, stored: Date): string | null =>
  stored.getTime() === claimedAt.getTime() ? null : `${bothTimes({ claimedAt, receivedAt })}，按送达时间计算`;
export const bothTimes = ({ claimedAt, receivedAt }: Times): string =>
  `填写于 ${formatInstant(claimedAt)}，送达于 ${formatInstant(receivedAt)}`;
