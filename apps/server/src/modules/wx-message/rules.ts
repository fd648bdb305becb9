// What WeChat allows an account to answer, and for how long.
import { mediaAddress } from '@anlan/contract/modules/wx-material/media-address';
import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import type { KeyedAccount } from '../wx-account/index.ts';

/** What opens a time to answer. */
export type Trigger = 'message' | 'tap';
const hour = 3_600_000;
const asNow = { message: { ms: 48 * hour, rows: 5 }, tap: { ms: 60_000, rows: 3 } } as const;
/** By kind of account: how long something opens, and how many messages. */
export const windowRules: Readonly<
  Record<KeyedAccount['kind'], Readonly<Record<Trigger, { ms: number; rows: number }>>>
> = {
  service: asNow,
  subscription: asNow,
};

const tapping: ReadonlySet<string> = new Set(['subscribe', 'SCAN', 'CLICK', 'scancode_waitmsg']);
/** What something from a follower opens; addresses that a menu leads to open nothing. */
export const triggerOf = (repType: string, repEvent: string | null): Trigger | null =>
  repType !== 'event' ? 'message' : repEvent !== null && tapping.has(repEvent) ? 'tap' : null;

/** The two times to answer of a conversation, as the table has them. */
export interface Windows {
  windowEndsAt: Date | null;
  windowLeft: number;
  briefEndsAt: Date | null;
  briefLeft: number;
}
/** Until when and how often may be answered now. */
export function openWindow(
  one: Windows,
  now: Date,
): { endsAt: Date | null; left: number; uses: 'window' | 'brief' | null } {
  const isOpen = (endsAt: Date | null, left: number): endsAt is Date => endsAt !== null && endsAt > now && left > 0;
  const main = isOpen(one.windowEndsAt, one.windowLeft);
  const brief = isOpen(one.briefEndsAt, one.briefLeft);
  return {
    endsAt: main ? one.windowEndsAt : brief ? one.briefEndsAt : null,
    left: (main ? one.windowLeft : 0) + (brief ? one.briefLeft : 0),
    // What ends sooner is used up first.
    uses: brief ? 'brief' : main ? 'window' : null,
  };
}

/** Where the small picture of a message is fetched: what followers sent for three days, our own as a material. */
export function thumbAddress({
  appId,
  type,
  repThumbMediaId,
}: Pick<WxMessage, 'appId' | 'type' | 'repThumbMediaId'>): string | null {
  return repThumbMediaId === null ? null : mediaAddress({ appId, mediaId: repThumbMediaId }, type !== '1');
}

/** Why nothing can be sent. */
export function closedReason(one: Windows, subscribed: boolean, now: Date): string {
  if (!subscribed) return '对方已取消关注，发送不了';
  if (one.windowEndsAt !== null && one.windowEndsAt > now) return '本次来信可回复的条数已用完，请等对方再次来信';
  return one.windowEndsAt === null
    ? '对方还没有发来消息，微信不允许主动发送'
    : '距离对方上次来信已超过 48 小时，微信不再允许回复';
}

/** Every two neighbouring characters of a text, as the search index has them: tenant, first and second character. */
export function gramsOf(tenantId: string, text: string): string[] {
  const tenant = BigInt(Number(tenantId) || 0) & 0x1f_ffffn;
  const grams = new Set<bigint>();
  const points = [...text.toLowerCase()].map((one) => one.codePointAt(0) ?? 0);
  let before: number | undefined;
  for (const point of points) {
    if (before !== undefined) grams.add((tenant << 42n) | (BigInt(before) << 21n) | BigInt(point));
    before = point;
    if (grams.size >= 1_000) break;
  }
  return [...grams].map(String);
}
