import { phoneReturnPath } from '@anlan/contract/modules/order/inputs';
import type { Order } from '@anlan/contract/modules/order/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { phonePay, polledOrder, reportPaid } from '../calls.ts';
import { isOver } from '../rules.ts';
import { PaymentConfirmation } from '../vip/payment-confirmation.tsx';
import { payByBridge } from '../vip/phone.ts';

/**
 * The way back from the vendor's page on a phone. With an OAuth code of WeChat the payment dialog of WeChat opens first.
 * Then the vendors are asked, because a return proves nothing, and the result shows here.
 */
export function PhoneReturn({ order, onContinue }: { order: Order; onContinue: () => void }) {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const { data: current = order } = useQuery(polledOrder(order.id));
  const finish = useMutation({
    mutationFn: async ({ code, state }: { code: string | null; state: string | null }) => {
      if (code !== null && state !== null) {
        const { bridge, former } = await phonePay({ id: order.id, way: 'wechatInApp', code, state });
        if (bridge && (await payByBridge(bridge)) === 'cancel') return former ?? '您取消了微信支付，没有扣款。';
      }
      await reportPaid(order);
      return null;
    },
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || isOver(order)) return;
    isBegun.current = true;
    const [code, state] = [params.get('code'), params.get('state')];
    // The OAuth code works once, so it leaves the address before it is used. The router must not see the change,
    // because it would remount the tab.
    history.replaceState(history.state, '', phoneReturnPath(order.id));
    finish.mutate({ code, state });
  });
  const isPaid = current.status === 'paid';
  useEffect(() => {
    // The payment changed membership, menus and lists, so refetch everything.
    if (isPaid) void client.invalidateQueries();
  }, [client, isPaid]);
  const [isDone, setDone] = useState(false);
  if (isPaid && !isDone)
    return (
      <PaymentConfirmation
        order={current}
        onClose={() => {
          setDone(true);
          setParams({ id: order.id }, { replace: true });
        }}
      />
    );
  if (isOver(current)) return null;
  return (
    <p className="order-return" role="status">
      {finish.error?.message ??
        finish.data ??
        (finish.isPending ? '正在向支付机构核对付款结果…' : '还没有收到付款。付过了请稍候，这里会自动更新。')}
      {!finish.isPending && (
        <>
          <Button type="link" onClick={() => finish.mutate({ code: null, state: null })}>
            我已付款
          </Button>
          <Button type="link" onClick={onContinue}>
            继续支付
          </Button>
        </>
      )}
    </p>
  );
}
