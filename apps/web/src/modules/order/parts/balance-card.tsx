import { numberText } from '@anlan/contract/domain/number-text';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { sumText } from '#widgets/money.ts';
import { balanceCheck, orders } from '../calls.ts';
import { orderPath } from '../paths.ts';

/** Shows whether payment attempts − refunds = ledger for all orders, and lists orders that differ. */
export function BalanceCard() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(balanceCheck);
  const check = useMutation({
    mutationFn: () => orders.checkBalance({}),
    onSuccess: (checkResult) => client.setQueryData(balanceCheck.queryKey, checkResult),
  });
  return (
    <Card
      title="账是否平"
      note="每晚自动核对，不平即告警"
      more={
        <Button size="small" loading={check.isPending} onClick={() => check.mutate()}>
          立即核对
        </Button>
      }
    >
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={48} />
      ) : data === null ? (
        <p className="sub">还没有核对过。</p>
      ) : (
        <div className="order-balance">
          <p className={data.balanced ? 'order-sum' : 'order-sum bad'}>
            <Icon name={data.balanced ? 'tick' : 'alert'} size={16} />
            <b>
              收 {sumText(data.income)} − 退 {sumText(data.outgo)} {data.balanced ? '=' : '≠'} 台账{' '}
              {sumText(data.ledger)}
            </b>
          </p>
          <p className="sub">
            {formatInstant(data.at).slice(0, 16)} 核对 {numberText(data.orders)} 笔订单
            {data.balanced ? '，全部平账' : `，${data.faults.length} 笔不平`}
          </p>
          {data.faults.length > 0 && (
            <ul>
              {data.faults.map(({ orderId, orderNo, expected, found: actualAmount, what }) => (
                <li key={orderId}>
                  <Link className="link" to={orderPath(orderId)}>
                    {orderNo}
                  </Link>{' '}
                  应为 {sumText(expected)}，台账 {sumText(actualAmount)}：{what}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Card>
  );
}
