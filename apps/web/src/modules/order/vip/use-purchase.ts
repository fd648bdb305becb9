import type { Order } from '@anlan/contract/modules/order/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isAway } from '#lib/api-error.ts';
import { alipayAddress, polledOrder, saveOrder, weChatCode, type VipPrice } from '../calls.ts';
import type { Entrance } from './payment-options.tsx';
import { isPhone } from './phone.ts';
import { stepOf, type Step } from './rules.ts';

// Delay before an order is created, in milliseconds: arrow keys pass over several prices until one is selected.
const restMs = 300;

/** A purchase from price selection to payment. `agreement` is the accepted version. */
export function usePurchase(price: VipPrice | null, agreement: number | null, onPaid: (order: Order) => void) {
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const { mutate, reset, data, error } = useMutation({ mutationFn: saveOrder });
  const { id: priceId, code, year } = price ?? {};
  // Depend on the price id, not the object: a refetched price must not create a new order.
  useEffect(() => {
    reset();
    if (priceId === undefined || code === undefined || year === undefined || agreement === null) return undefined;
    const timer = setTimeout(() => mutate({ priceId, code, year, agreement }), restMs);
    return () => clearTimeout(timer);
  }, [priceId, code, year, agreement, round, mutate, reset]);

  const id = data?.id ?? null;
  const polled = useQuery(polledOrder(id));
  const order = id === null ? undefined : polled.data;
  const step = stepOf({
    order,
    isReady: price !== null && agreement !== null,
    isRefused: error !== null,
    isAway: isAway(polled.error),
  });
  const onPhone = isPhone();
  const payable = !onPhone && (step === 'waiting' || step === 'offline') ? id : null;
  const wechat = useQuery(weChatCode(payable));
  const alipay = useQuery(alipayAddress(payable));
  const paid = step === 'paid' ? order : undefined;
  useEffect(() => {
    if (!paid) return;
    onPaid(paid);
    // The payment changed membership, menus and lists, so refetch everything.
    void client.invalidateQueries();
  }, [client, paid, onPaid]);
  const again = () => setRound(round + 1);
  return {
    step,
    order,
    problem: error,
    onPhone,
    /** Unpaid orders that this order replaces. */
    former: data?.former ?? [],
    /** Creates a new order after the previous order expired or was refused. */
    again,
    wechat: entranceOf(step, wechat, again),
    alipay: entranceOf(step, alipay, again),
  };
}

interface Read<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}
function entranceOf<T>(step: Step, { data, error, refetch }: Read<T>, again: () => void): Entrance<T> {
  if (step === 'over') return { at: 'over', onRetry: again };
  if (data !== undefined) return { at: 'open', value: data };
  return error ? { at: 'failed', why: error.message, onRetry: () => void refetch() } : { at: 'coming' };
}
