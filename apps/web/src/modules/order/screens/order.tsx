import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Empty, LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { useTabLabel } from '#ui/tab-context.tsx';
import { oneOrder } from '../calls.ts';
import { OrderPage } from '../parts/order-page.tsx';
import { ordersPath } from '../paths.ts';
import { useLiveBooks } from '../use-live-books.ts';

export function Screen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const order = useQuery({ ...oneOrder(id ?? ''), enabled: id !== null });
  const books = useLiveBooks(id);
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
  if (id !== null) return <PageSkeleton />;
  return (
    <Empty icon="file" title="没有指明是哪一笔订单">
      <Link className="link" to={ordersPath}>
        去订单列表选择
      </Link>
    </Empty>
  );
}
