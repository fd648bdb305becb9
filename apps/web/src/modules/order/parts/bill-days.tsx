import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { billListing } from '@anlan/contract/modules/order/listings';
import type { BillDay } from '@anlan/contract/modules/order/views';
import { billStateNames, billStateTones, vendorNames } from '@anlan/contract/modules/order/words';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import type { Messages } from '#kit/actions.ts';
import { column, one } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import type { Use } from '#kit/use-resource.ts';
import { filterOf } from '#ui/list/list-filters.tsx';
import { Empty } from '#ui/page-states.tsx';
import { DayFilter, DayPicker } from '#widgets/day-picker.tsx';
import { sumText } from '#widgets/money.ts';
import { billCalls, billReading, orders, type BillFilter } from '../calls.ts';

const dayFilter = (name: 'from' | 'to', label: string) =>
  filterOf<BillFilter>()({
    name,
    label,
    control: ({ value, onChange }) => <DayFilter label={label} value={value} onChange={onChange} />,
    words: (day) => day,
  });

const StateTag = ({ state }: Pick<BillDay, 'state'>) => (
  <span className={`tag tone-${billStateTones[state]}`}>{billStateNames[state]}</span>
);
const differencesPath = ({ vendor, day }: BillDay) =>
  `/bus/orderrecords/bill?${new URLSearchParams({ vendor, day }).toString()}`;

async function reconcile({ vendor, day }: Pick<BillDay, 'vendor' | 'day'>, message: Messages): Promise<void> {
  const { state, differences } = await orders.reconcile({ vendor, day });
  void (state === 'pending'
    ? message.info('支付机构还没有出这一天的账单，出账后自动核对')
    : message.success(differences === 0 ? '已核对，没有差异' : `已核对，${differences} 处差异`));
}

export const BillDays = resourcePage(
  billListing,
  billCalls,
  {
    heading: '账单',
    icon: 'file',
    columns: [
      column<BillDay, 'day'>(
        'day',
        '账单日',
        ({ day, vendor }) => (
          <span className="list-two">
            {day}
            <small>{vendorNames[vendor]}</small>
          </span>
        ),
        { width: 132, sort: 'day', locked: true },
      ),
      column<BillDay>(
        'state',
        '状态',
        (row) => (
          <span className="list-two">
            <span>
              <StateTag {...row} />
            </span>
            {row.failure && <small title={row.failure}>{row.failure}</small>}
          </span>
        ),
        { width: 180 },
      ),
      one('lines', { width: 84 }),
      column<BillDay>('income', '收款', ({ income }) => sumText(income), { width: 120, align: 'right' }),
      column<BillDay>('outgo', '退款', ({ outgo }) => sumText(outgo), { width: 120, align: 'right' }),
      column<BillDay>(
        'differences',
        '差异',
        ({ differences, open }) => (
          <span className="list-two">
            {differences}
            {open > 0 && <small className="order-fault">待处理 {open}</small>}
          </span>
        ),
        { width: 120, align: 'right' },
      ),
      column<BillDay>('checkedAt', '核对时间', ({ checkedAt }) => checkedAt && formatInstant(checkedAt).slice(0, 16), {
        width: 132,
      }),
    ],
    filters: ['vendor', dayFilter('from', '从'), dayFilter('to', '到')],
    pageParams: ['view'],
    // The page already has a head, so the list renders none.
    head: () => null,
    above: Fetch,
    open: 'nothing',
    rowName: ({ day, vendor }) => `${vendorNames[vendor]} ${day}`,
    actions: (row) => [
      ...(row.differences > 0 ? [{ key: 'show', label: '看差异', to: differencesPath(row) }] : []),
      { key: 'again', label: '重新核对', send: (message) => reconcile(row, message) },
    ],
    card: (row) => (
      <>
        <b>
          {row.day} {vendorNames[row.vendor]}
        </b>
        <span className="kit-tags">
          <StateTag {...row} />
          <span>差异 {row.differences}</span>
        </span>
        <small>
          {row.lines} 笔 · 收 {sumText(row.income)} · 退 {sumText(row.outgo)}
        </small>
      </>
    ),
    empty: () => (
      <Empty icon="file" title="还没有账单">
        每天 10:00 后自动下载前一天的账单并核对。
      </Empty>
    ),
  },
  billReading,
);

function Fetch({ use }: { use: Use }) {
  const [yesterday] = useState(() => addDays(dayOf(new Date()), -1));
  return (
    <Form<Pick<BillDay, 'vendor' | 'day'>>
      name="bill-fetch"
      layout="inline"
      className="order-fetch"
      requiredMark={false}
      initialValues={{ vendor: 'wechat', day: yesterday }}
      onFinish={(bill) => use.send((message) => reconcile(bill, message))}
    >
      <Form.Item name="vendor" label="支付机构">
        <Select
          options={Object.entries(vendorNames).map(([value, label]) => ({ value, label }))}
          style={{ width: 120 }}
        />
      </Form.Item>
      <Form.Item name="day" label="账单日" rules={[{ required: true, message: '请选择账单日' }]}>
        <DayPicker />
      </Form.Item>
      <Button htmlType="submit" loading={use.isSending}>
        下载并核对
      </Button>
    </Form>
  );
}
