import type { OrderStatus } from '@anlan/contract/modules/order/resource';

/** Formats the remaining time, for example 28 分 41 秒. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} 秒` : `${minutes} 分 ${String(seconds % 60).padStart(2, '0')} 秒`;
}

export function memberLine(name: string, to: string | null, leftDays: number | null): string {
  if (to === null || leftDays === null) return `${name} · 还没有开通会员`;
  return leftDays < 0 ? `${name} · 会员已于 ${to} 到期` : `${name} · 现有会员 ${to} 到期，剩 ${leftDays} 天`;
}

export type Step = 'choosing' | 'opening' | 'refused' | 'waiting' | 'offline' | 'over' | 'paid';

interface Facts {
  order: { status: OrderStatus } | undefined;
  isReady: boolean;
  isRefused: boolean;
  /** Whether the last poll could not reach the server. */
  isAway: boolean;
}

export function stepOf({ order, isReady, isRefused, isAway }: Facts): Step {
  if (order?.status === 'paid') return 'paid';
  if (!isReady) return 'choosing';
  if (isRefused) return 'refused';
  if (order === undefined) return isAway ? 'offline' : 'opening';
  // For `unknown` orders the vendor is still being queried, so the payment may succeed.
  if (order.status !== 'unpaid' && order.status !== 'unknown') return 'over';
  return isAway ? 'offline' : 'waiting';
}
