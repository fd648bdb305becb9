import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed, PageBones } from '#ui/states.tsx';
import { useTabLabel } from '#ui/tab-scope.tsx';
import { oneOrder, orderBooks } from '../calls.ts';
import { OrderPage } from '../parts/order-page.tsx';
import { ordersPath } from '../places.ts';

/** 订单: the life of one order to the fen, named in the address. */
export function Screen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const order = useQuery({ ...oneOrder(id ?? ''), enabled: id !== null });
  const books = useQuery({ ...orderBooks(id ?? ''), enabled: id !== null });
  useTabLabel(order.data?.orderNo);
  const error = order.error ?? books.error;
  if (order.data && books.data) return <OrderPage key={order.data.id} row={order.data} books={books.data} />;
  if (error)
    return (
      <>
        <PageHead title="订单" />
        <LoadFailed
          error={error}
          onRetry={() => {
            void order.refetch();
            void books.refetch();
          }}
        />
      </>
    );
  if (id !== null) return <PageBones />;
  return (
    <Empty icon="file" title="没有指明是哪一笔订单">
      <Link className="link" to={ordersPath}>
        去订单列表选择
      </Link>
    </Empty>
  );
}
