import { numberText } from '@anlan/contract/domain/number-text';
import type { BillDay } from '@anlan/contract/modules/order/views';
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Select } from 'antd';
import { useState } from 'react';
import { useWho } from '#lib/person.ts';
import type { ListColumn } from '#ui/list/columns.ts';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { Empty } from '#ui/states.tsx';
import { DayFilter, DayPicker } from '#widgets/day-picker.tsx';
import { sumText } from '#widgets/money.ts';
import { billPage, billQuery, orderKey, orders, type BillFilter } from '../calls.ts';
import { billStates, vendorNames, vendors } from '../rules.ts';

const defaults = { size: 20, sort: [{ by: 'day' as const, desc: true }] };
const filter = filterOf<BillFilter>();
const filters = [
  filter({
    name: 'vendor',
    label: '支付机构',
    control: ({ value, onChange, label }) => <FilterChoice {...{ value, onChange, label }} options={vendors} />,
  }),
  filter({
    name: 'from',
    label: '从',
    control: ({ value, onChange }) => <DayFilter label="从" value={value} onChange={onChange} />,
  }),
  filter({
    name: 'to',
    label: '到',
    control: ({ value, onChange }) => <DayFilter label="到" value={value} onChange={onChange} />,
  }),
];

const StateTag = ({ state }: Pick<BillDay, 'state'>) => (
  <span className={`tag tone-${billStates[state].tone}`}>{billStates[state].label}</span>
);
const columns: readonly ListColumn<BillDay, 'day'>[] = [
  {
    key: 'day',
    title: '账单日',
    width: 132,
    sort: 'day',
    locked: true,
    render: ({ day, vendor }) => (
      <span className="list-two">
        {day}
        <small>{vendorNames[vendor]}</small>
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 180,
    render: (row) => (
      <span className="list-two">
        <span>
          <StateTag {...row} />
        </span>
        {row.failure && <small title={row.failure}>{row.failure}</small>}
      </span>
    ),
  },
  { key: 'lines', title: '笔数', width: 84, align: 'right', render: ({ lines }) => numberText(lines) },
  { key: 'income', title: '收款', width: 120, align: 'right', render: ({ income }) => sumText(income) },
  { key: 'outgo', title: '退款', width: 120, align: 'right', render: ({ outgo }) => sumText(outgo) },
  {
    key: 'differences',
    title: '差异',
    width: 120,
    align: 'right',
    render: ({ differences, open }) => (
      <span className="list-two">
        {differences}
        {open > 0 && <small className="order-fault">待处理 {open}</small>}
      </span>
    ),
  },
  {
    key: 'checkedAt',
    title: '核对时间',
    width: 132,
    render: ({ checkedAt }) => checkedAt && formatInstant(checkedAt).slice(0, 16),
  },
];

/** The days of vendors' bills, each compared with our books, and the way to compare one anew. */
export function BillDays({ onShow }: { onShow: (row: BillDay) => void }) {
  const who = useWho();
  const client = useQueryClient();
  const { message } = App.useApp();
  const query = useListQuery(billQuery, defaults, ['view']);
  const state = useQuery(billPage(query.input));
  const reconcile = useMutation({
    mutationFn: (of: Pick<BillDay, 'vendor' | 'day'>) => orders.reconcile({ vendor: of.vendor, day: of.day }),
    onSuccess: ({ state: came, differences }) =>
      void (came === 'pending'
        ? message.info('支付机构还没有出这一天的账单，出账后自动核对')
        : message.success(differences === 0 ? '已核对，没有差异' : `已核对，${differences} 处差异`)),
    onSettled: () => client.invalidateQueries({ queryKey: orderKey }),
  });
  return (
    <>
      <Fetch isBusy={reconcile.isPending} onFetch={(of) => reconcile.mutate(of)} />
      <ListTable
        label="账单列表"
        settings={`bill-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ day, vendor }) => `${vendorNames[vendor]} ${day}`}
        actions={(row) => [
          ...(row.differences > 0 ? [{ key: 'show', label: '看差异', run: () => onShow(row) }] : []),
          { key: 'again', label: '重新核对', run: () => reconcile.mutate(row) },
        ]}
        card={(row) => (
          <>
            <b>
              {row.day} {vendorNames[row.vendor]}
            </b>
            <span className="card-tags">
              <StateTag {...row} />
              <span>差异 {row.differences}</span>
            </span>
            <small>
              {row.lines} 笔 · 收 {sumText(row.income)} · 退 {sumText(row.outgo)}
            </small>
          </>
        )}
        filters={(settings) => <ListFilters query={query} search={undefined} filters={filters} end={settings} />}
        empty={
          <Empty icon="file" title="还没有账单">
            每天 10:00 后自动下载前一天的账单并核对。
          </Empty>
        }
      />
    </>
  );
}

/** Asks for the bill of one day by hand. */
function Fetch({ isBusy, onFetch }: { isBusy: boolean; onFetch: (of: Pick<BillDay, 'vendor' | 'day'>) => void }) {
  const [yesterday] = useState(() => addDays(dayOf(new Date()), -1));
  return (
    <Form<Pick<BillDay, 'vendor' | 'day'>>
      name="bill-fetch"
      layout="inline"
      className="order-fetch"
      requiredMark={false}
      initialValues={{ vendor: 'wechat', day: yesterday }}
      onFinish={onFetch}
    >
      <Form.Item name="vendor" label="支付机构">
        <Select options={[...vendors]} style={{ width: 120 }} />
      </Form.Item>
      <Form.Item name="day" label="账单日" rules={[{ required: true, message: '请选择账单日' }]}>
        <DayPicker />
      </Form.Item>
      <Button htmlType="submit" loading={isBusy}>
        下载并核对
      </Button>
    </Form>
  );
}
