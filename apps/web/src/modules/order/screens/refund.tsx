import { refundStates as states, type RefundView } from '@anlan/contract/modules/order/views';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useWho } from '#lib/person.ts';
import { later } from '#ui/later.tsx';
import type { ListColumn } from '#ui/list/columns.ts';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { yuanText } from '#widgets/money.ts';
import { orderKey, orders, refundPage, refundQuery, type RefundFilter } from '../calls.ts';
import { orderPath } from '../places.ts';
import { refundStates, vendorNames } from '../rules.ts';
import '../order.css';

const DecideDialog = later(async () => (await import('../parts/decide-dialog.tsx')).DecideDialog);

const defaults = { size: 20, sort: [{ by: 'askedAt' as const, desc: true }] };
const filter = filterOf<RefundFilter>();
const filters = [
  filter({
    name: 'state',
    label: '状态',
    control: ({ value, onChange, label }) => (
      <FilterChoice
        {...{ value, onChange, label }}
        options={states.map((state) => ({ value: state, label: refundStates[state].label }))}
      />
    ),
  }),
];

const StateTag = ({ state }: Pick<RefundView, 'state'>) => (
  <span className={`tag tone-${refundStates[state].tone}`}>{refundStates[state].label}</span>
);
const takenText = ({ automatic, months, giftMonth }: RefundView) =>
  automatic ? '重复付款自动退回' : `收回 ${months + giftMonth} 个月`;

const columns: readonly ListColumn<RefundView, 'askedAt'>[] = [
  {
    key: 'refundNo',
    title: '退款单 / 订单',
    width: 190,
    locked: true,
    render: ({ refundNo, orderId, orderNo }) => (
      <span className="list-two">
        <Link className="list-name" to={orderPath(orderId)}>
          {refundNo}
        </Link>
        <small>{orderNo}</small>
      </span>
    ),
  },
  { key: 'state', title: '状态', width: 92, render: (row) => <StateTag {...row} /> },
  { key: 'enterpriseName', title: '企业', width: 200, render: ({ enterpriseName }) => enterpriseName },
  {
    key: 'amount',
    title: '退款金额',
    width: 120,
    align: 'right',
    render: (row) => (
      <span className="list-two">
        {yuanText(row.amount)}
        <small>{vendorNames[row.vendor]}</small>
      </span>
    ),
  },
  {
    key: 'reason',
    title: '原因',
    width: 220,
    render: (row) => (
      <span className="list-two">
        <span title={row.reason}>{row.reason}</span>
        {row.failure ? (
          <small className="order-fault" title={row.failure}>
            {row.failure}
          </small>
        ) : (
          <small>{takenText(row)}</small>
        )}
      </span>
    ),
  },
  {
    key: 'askedAt',
    title: '申请',
    width: 132,
    sort: 'askedAt',
    render: ({ askedAt, askedBy }) => (
      <span className="list-two">
        {formatInstant(askedAt).slice(0, 16)}
        <small>{askedBy ?? '系统'}</small>
      </span>
    ),
  },
  {
    key: 'decidedAt',
    title: '复核',
    width: 132,
    render: ({ decidedAt, decidedBy }) =>
      decidedAt && (
        <span className="list-two">
          {formatInstant(decidedAt).slice(0, 16)}
          <small>{decidedBy}</small>
        </span>
      ),
  },
];

/** 退款复核: every refund, and the second person's decision (S50). */
export function Screen() {
  const who = useWho();
  const client = useQueryClient();
  const query = useListQuery(refundQuery, defaults);
  const state = useQuery(refundPage(query.input));
  const [deciding, setDeciding] = useState<{ refund: RefundView; agree: boolean } | null>(null);
  const retry = useMutation({
    mutationFn: ({ orderId }: RefundView) => orders.refundRetry({ id: orderId }),
    onSettled: () => client.invalidateQueries({ queryKey: orderKey }),
  });
  const decide = (refund: RefundView, agree: boolean) => startTransition(() => setDeciding({ refund, agree }));
  const actions = (row: RefundView): RowAction[] => [
    ...(row.abilities.includes('decide')
      ? [
          { key: 'agree', label: '同意', run: () => decide(row, true) },
          { key: 'refuse', label: '不同意', danger: true, run: () => decide(row, false) },
        ]
      : []),
    ...(row.abilities.includes('retry') ? [{ key: 'retry', label: '重新退款', run: () => retry.mutate(row) }] : []),
    { key: 'open', label: '订单', to: orderPath(row.orderId) },
  ];
  return (
    <>
      <PageHead title="退款复核" sub="申请人不能复核自己的退款；重复付款由系统自动退回" />
      <ListTable
        label="退款列表"
        settings={`refund-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ refundNo }) => refundNo}
        actions={actions}
        actionsWidth={172}
        card={(row) => (
          <>
            <b>{yuanText(row.amount)}</b>
            <span className="card-tags">
              <StateTag {...row} />
              <span>{row.enterpriseName}</span>
            </span>
            <small>{[row.reason, takenText(row)].join(' · ')}</small>
            <small>{`${row.askedBy ?? '系统'} ${formatInstant(row.askedAt).slice(0, 16)}`}</small>
          </>
        )}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'keyword', placeholder: '退款单号、订单号、企业' }}
            filters={filters}
            end={settings}
          />
        )}
        empty={<Empty icon="check" title="没有退款" />}
      />
      <Suspense fallback={null}>
        {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
      </Suspense>
    </>
  );
}
