// Incoming payments and refunds through the configured vendors.
import type { Clock } from '../../kernel/clock.ts';
import type { Outbound } from '../outbound/index.ts';
import { createAlipay } from './alipay/index.ts';
import type { PayChannel, PayVendor } from './port.ts';
import type { PaySettings } from './settings.ts';
import { createWechatPay } from './wechat/index.ts';

export * from './port.ts';
export type { PaySettings } from './settings.ts';

export function openPayChannels(
  settings: PaySettings,
  outbound: Pick<Outbound, 'open'>,
  clock: Clock,
): ReadonlyMap<PayVendor, PayChannel> {
  const now = () => clock.now();
  const channels = new Map<PayVendor, PayChannel>();
  if (settings.wechat) channels.set('wechat', createWechatPay(settings.wechat, outbound, now));
  if (settings.alipay) channels.set('alipay', createAlipay(settings.alipay, outbound, now));
  return channels;
}
