import { vendorNames } from '@anlan/contract/modules/order/words';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import type { VipInfo } from '../calls.ts';
import { beginOnPhone, leaveFor } from './phone.ts';

interface Props {
  orderId: string;
  channels: VipInfo['channels'];
  note: string;
}

/** Payment on a phone, which cannot scan its own screen: one button for each vendor. */
export function PhoneWays({ orderId, channels, note }: Props) {
  const begin = useMutation({
    mutationFn: (vendor: 'wechat' | 'alipay') => beginOnPhone(orderId, vendor),
    onSuccess: ({ former, next }) => {
      // The sentence about the former payment must be read before the page changes.
      if (next !== null && former === null) leaveFor(next);
    },
  });
  const { data, variables } = begin;
  const next = data?.next ?? null;
  return (
    <div className="vip-phone">
      {channels.map((vendor) => (
        <Button
          key={vendor}
          block
          size="large"
          loading={begin.isPending && variables === vendor}
          disabled={begin.isPending}
          onClick={() => begin.mutate(vendor)}
        >
          {vendorNames[vendor]}
        </Button>
      ))}
      <small>{note}</small>
      {begin.error && (
        <p className="vip-problem" role="alert">
          {begin.error.message}
        </p>
      )}
      {data?.former && next !== null && variables && (
        <p className="vip-former" role="status">
          {data.former}
          <Button type="link" onClick={() => leaveFor(next)}>
            去{vendorNames[variables]}付款
          </Button>
        </p>
      )}
    </div>
  );
}
