import type { OrderStatus } from '@anlan/contract/modules/order/resource';

/** What is left until a moment, to the second: 28 分 41 秒. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} 秒` : `${minutes} 分 ${String(seconds % 60).padStart(2, '0')} 秒`;
}

/** The line below the heading: whose membership it is, and until when. */
export function memberLine(name: string, to: string | null, leftDays: number | null): string {
  if (to === null || leftDays === null) return `${name} · 还没有开通会员`;
  return leftDays < 0 ? `${name} · 会员已于 ${to} 到期` : `${name} · 现有会员 ${to} 到期，剩 ${leftDays} 天`;
}

/** Where a purchase stands. */
export type Step = 'choosing' | 'opening' | 'refused' | 'waiting' | 'offline' | 'over' | 'paid';

interface Facts {
  order: { status: OrderStatus } | undefined;
  /** A price is chosen and the agreement agreed to. */
  isReady: boolean;
  /** The order was refused. */
  isRefused: boolean;
  /** The last look found nobody to answer. */
  isAway: boolean;
}

/** Where a purchase stands by what is known of it. */
export function stepOf({ order, isReady, isRefused, isAway }: Facts): Step {
  if (order?.status === 'paid') return 'paid';
  if (!isReady) return 'choosing';
  if (isRefused) return 'refused';
  if (order === undefined) return isAway ? 'offline' : 'opening';
  // Of what nobody knows the end the vendors are being asked: it may yet be paid.
  if (order.status !== 'unpaid' && order.status !== 'unknown') return 'over';
  return isAway ? 'offline' : 'waiting';
}
