import { formatInstant } from '@anlan/contract/domain/instant';
import { vendorNames } from '@anlan/contract/modules/order/words';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { noticeOf } from '../calls.ts';

const states: Readonly<Record<string, string>> = {
  waiting: '等待处理',
  applied: '已入账',
  ignored: '没有改变什么',
  mismatch: '与订单不符',
};

export function NoticeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(noticeOf(id));
  return (
    <TabDrawer open size={480} title="支付通知" onClose={onClose}>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <dl className="order-facts">
          <dt>支付机构</dt>
          <dd>{vendorNames[data.vendor]}</dd>
          <dt>通知编号</dt>
          <dd>{data.noticeId}</dd>
          <dt>类型</dt>
          <dd>{data.kind === 'payment' ? '付款' : '退款'}</dd>
          <dt>收到</dt>
          <dd>
            {formatInstant(data.receivedAt)}
            {data.times > 1 && `，共 ${data.times} 次`}
          </dd>
          <dt>处理</dt>
          <dd>{states[data.state] ?? data.state}</dd>
          {data.facts.map(({ label, value }) => (
            <NoticeFact key={label} label={label} value={value} />
          ))}
        </dl>
      ) : (
        <Skeleton height={240} />
      )}
    </TabDrawer>
  );
}

const NoticeFact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
);
