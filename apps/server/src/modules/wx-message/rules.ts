// For how long and how often WeChat allows an account to answer a follower.
import { mediaAddress } from '@anlan/contract/modules/wx-material/media-address';
import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import type { KeyedAccount } from '../wx-account/index.ts';

export type Trigger = 'message' | 'tap';
const hour = 3_600_000;
const asNow = { message: { ms: 48 * hour, rows: 5 }, tap: { ms: 60_000, rows: 3 } } as const;
/** How long the reply window is and how many messages it allows, by kind of account and trigger. */
export const windowRules: Readonly<
  Record<KeyedAccount['kind'], Readonly<Record<Trigger, { ms: number; rows: number }>>>
> = {
  service: asNow,
  subscription: asNow,
};

const tapping: ReadonlySet<string> = new Set(['subscribe', 'SCAN', 'CLICK', 'scancode_waitmsg']);
/** The trigger in a follower's message, which opens a reply window. Menu entries with an address open no window. */
export const triggerOf = (repType: string, repEvent: string | null): Trigger | null =>
  repType !== 'event' ? 'message' : repEvent !== null && tapping.has(repEvent) ? 'tap' : null;

export interface Windows {
  windowEndsAt: Date | null;
  windowLeft: number;
  briefEndsAt: Date | null;
  briefLeft: number;
}
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
    // When both windows are open, the one that ends first is used.
    uses: brief ? 'brief' : main ? 'window' : null,
  };
}

/** Address of the thumbnail of a message: a follower's file for three days, our own file as a material. */
export function thumbAddress({
  appId,
  type,
  repThumbMediaId,
}: Pick<WxMessage, 'appId' | 'type' | 'repThumbMediaId'>): string | null {
  return repThumbMediaId === null ? null : mediaAddress({ appId, mediaId: repThumbMediaId }, type !== '1');
}

export function closedReason(one: Windows, subscribed: boolean, now: Date): string {
  if (!subscribed) return '对方已取消关注，发送不了';
  if (one.windowEndsAt !== null && one.windowEndsAt > now) return '本次来信可回复的条数已用完，请等对方再次来信';
  return one.windowEndsAt === null
    ? '对方还没有发来消息，微信不允许主动发送'
    : '距离对方上次来信已超过 48 小时，微信不再允许回复';
}

/**
 * All pairs of neighbouring characters, each encoded as a number for the search index: tenant, first and second
 * character.
 */
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
