import { useQueries } from '@tanstack/react-query';
import { polledOrder } from '../calls.ts';

/** What became of the unpaid orders that the new choice closes. The vendors decide; the text follows their answers. */
export function FormerOrders({ orders }: { orders: readonly { id: string; orderNo: string }[] }) {
  const states = useQueries({ queries: orders.map(({ id }) => polledOrder(id)) });
  return orders.map(({ id, orderNo }, index) => {
    const status = states[index]?.data?.status;
    return (
      <p key={id} className="vip-former" role="status">
        {status === 'closed'
          ? `原订单 ${orderNo} 已关闭，没有扣款。`
          : status === undefined || status === 'unpaid' || status === 'unknown'
            ? `改选后原订单 ${orderNo} 正在关闭，请不要再付它；再付会自动退回。`
            : `原订单 ${orderNo} 已经付款并生效，再付就是续费。`}
      </p>
    );
  });
}
