import { numberText } from '@anlan/contract/domain/number-text';
import type { MembershipStatus, MyService } from './calls.ts';

export const states = {
  none: { label: '未开通', tone: 'grey' },
  trial: { label: '试用', tone: 'blue' },
  active: { label: '会员', tone: 'green' },
  expiring: { label: '即将到期', tone: 'orange' },
  grace: { label: '宽限期', tone: 'orange' },
  expired: { label: '已到期', tone: 'red' },
} as const satisfies Record<MembershipStatus, { label: string; tone: string }>;

export function stateText({ status, expireTime, remainDays, graceTo }: MyService): string {
  const left = remainDays ?? 0;
  switch (status) {
    case 'none':
      return '还没有开通会员。安全生产的法定职责和本企业记录都可以正常办理。';
    case 'trial':
      return `试用到 ${expireTime}，还有 ${left} 天。`;
    case 'active':
      return `会员到 ${expireTime}，还有 ${left} 天。`;
    case 'expiring':
      return `会员将于 ${expireTime} 到期，还有 ${left} 天；到期日之前续费，从到期日起接续。`;
    case 'grace':
      return `会员已于 ${expireTime} 到期，宽限到 ${graceTo}，在此之前一切照旧。`;
    case 'expired':
      return `会员已于 ${expireTime} 到期。`;
  }
}

export const features: Readonly<Record<string, string>> = {
  lookup: '企业信息查询',
  publicAccount: '公众号',
  shop: '店铺',
};

/** Space in megabytes as text, in gigabytes with at most one decimal from 1 GB on. */
export const spaceText = (mb: number): string =>
  mb < 1_024 ? `${numberText(mb)} MB` : `${numberText(Math.round((10 * mb) / 1_024) / 10)} GB`;
/** Formats how much of a membership limit is used, for example 12 / 200 人. */
export const usedText = ({ used, most }: { used: number; most: number }, unit: string): string =>
  most === 0 ? '未开通' : `${numberText(used)} / ${numberText(most)} ${unit}`;
