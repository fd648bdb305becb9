import { differenceKinds as kinds, type BillDifference } from '@anlan/contract/modules/order/views';
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
import { Empty } from '#ui/states.tsx';
import { DayFilter } from '#widgets/day-picker.tsx';
import { sumText } from '#widgets/money.ts';
import { differencePage, differenceQuery, orderKey, orders, type DifferenceFilter } from '../calls.ts';
import { orderPath } from '../places.ts';
import { differenceNames, vendorNames, vendors } from '../rules.ts';

const SettleDialog = later(async () => (await import('./settle-dialog.tsx')).SettleDialog);

const defaults = { size: 20, sort: [{ by: 'day' as const, desc: true }] };
const filter = filterOf<DifferenceFilter>();
const filters = [
  filter({
    name: 'state',
    label: '处理情况',
    control: ({ value, onChange, label }) => (
      <FilterChoice
        {...{ value, onChange, label }}
        options={[
          { value: 'open', label: '待处理' },
          { value: 'settled', label: '已处理' },
        ]}
      />
    ),
  }),
  filter({
    name: 'kind',
    label: '差异类型',
    control: ({ value, onChange, label }) => (
      <FilterChoice
        {...{ value, onChange, label }}
        options={kinds.map((kind) => ({ value: kind, label: differenceNames[kind] }))}
      />
    ),
  }),
  filter({
    name: 'vendor',
    label: '支付机构',
    control: ({ value, onChange, label }) => <FilterChoice {...{ value, onChange, label }} options={vendors} />,
  }),
  filter({
    name: 'day',
    label: '账单日',
    control: ({ value, onChange }) => <DayFilter label="账单日" value={value} onChange={onChange} />,
  }),
];

const sumOf = (fen: number | null) => (fen === null ? '没有' : sumText(fen));
const StateTag = ({ state }: Pick<BillDifference, 'state'>) =>
  state === 'open' ? <span className="tag tone-orange">待处理</span> : <span className="tag tone-green">已处理</span>;
const columns: readonly ListColumn<BillDifference, 'day'>[] = [
  {
    key: 'kind',
    title: '差异',
    width: 150,
    locked: true,
    render: ({ kind, detail }) => (
      <span className="list-two">
        {differenceNames[kind]}
        <small title={detail}>{detail}</small>
      </span>
    ),
  },
  { key: 'state', title: '处理情况', width: 92, render: (row) => <StateTag {...row} /> },
  {
    key: 'day',
    title: '账单日',
    width: 112,
    sort: 'day',
    render: ({ day, vendor }) => (
      <span className="list-two">
        {day}
        <small>{vendorNames[vendor]}</small>
      </span>
    ),
  },
  {
    key: 'order',
    title: '订单 / 商户单号',
    width: 220,
    render: ({ orderId, orderNo, outTradeNo, outRefundNo }) => (
      <span className="list-two">
        {orderId ? (
          <Link className="list-name" to={orderPath(orderId)}>
            {orderNo}
          </Link>
        ) : (
          '没有对应的订单'
        )}
        <small>{outRefundNo ?? outTradeNo}</small>
      </span>
    ),
  },
  { key: 'theirs', title: '账单', width: 110, align: 'right', render: ({ theirs }) => sumOf(theirs) },
  { key: 'ours', title: '台账', width: 110, align: 'right', render: ({ ours }) => sumOf(ours) },
  {
    key: 'settled',
    title: '处理',
    width: 160,
    render: ({ settledBy, settledAt, note }) =>
      settledAt && (
        <span className="list-two">
          {settledBy ?? '系统'} {formatInstant(settledAt).slice(5, 16)}
          {note && <small title={note}>{note}</small>}
        </span>
      ),
  },
];

/** Where a vendor's bill and our books differ, and the buttons that settle it. */
export function Differences() {
  const who = useWho();
  const client = useQueryClient();
  const query = useListQuery(differenceQuery, defaults, ['view']);
  const state = useQuery(differencePage(query.input));
  const [open, setOpen] = useState<{ row: BillDifference; action: 'refund' | 'note' } | null>(null);
  const settle = useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'ask' | 'replay' }) => orders.settle({ id, action }),
    onSettled: () => client.invalidateQueries({ queryKey: orderKey }),
  });
  const actions = (row: BillDifference): RowAction[] => {
    const words = { ask: '问支付机构', replay: '重放通知', refund: '退款', note: '说明' } as const;
    return row.abilities.map((action) => ({
      key: action,
      label: words[action],
      run: () =>
        action === 'ask' || action === 'replay'
          ? settle.mutate({ id: row.id, action })
          : startTransition(() => setOpen({ row, action })),
    }));
  };
  return (
    <>
      <ListTable
        label="差异列表"
        settings={`difference-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ kind, outTradeNo }) => `${differenceNames[kind]} ${outTradeNo}`}
        actions={actions}
        actionsWidth={190}
        card={(row) => (
          <>
            <b>{differenceNames[row.kind]}</b>
            <span className="card-tags">
              <StateTag {...row} />
              <span>
                {vendorNames[row.vendor]} {row.day}
              </span>
            </span>
            <small>
              账单 {sumOf(row.theirs)} · 台账 {sumOf(row.ours)} · {row.orderNo ?? row.outTradeNo}
            </small>
          </>
        )}
        filters={(settings) => <ListFilters query={query} search={undefined} filters={filters} end={settings} />}
        empty={<Empty icon="check" title="没有差异" />}
      />
      <Suspense fallback={null}>{open && <SettleDialog {...open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}
