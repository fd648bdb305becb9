import { formatInstant } from '@anlan/contract/domain/instant';
import { differenceListing } from '@anlan/contract/modules/order/listings';
import type { BillDifference } from '@anlan/contract/modules/order/views';
import {
  differenceNames,
  differenceStateNames,
  differenceStateTones,
  vendorNames,
} from '@anlan/contract/modules/order/words';
import { Link } from 'react-router';
import type { RowPart } from '#kit/actions.ts';
import { column, tag } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { sumText } from '#widgets/money.ts';
import { differenceCalls, differenceReading, orders } from '../calls.ts';
import { orderPath } from '../paths.ts';

const SettleDialog = lazyPart(async () => (await import('./settle-dialog.tsx')).SettleDialog);
const Refund: RowPart<BillDifference> = (props) => <SettleDialog {...props} action="refund" />;
const Note: RowPart<BillDifference> = (props) => <SettleDialog {...props} action="note" />;

const sumOf = (fen: number | null) => (fen === null ? '没有' : sumText(fen));

export const Differences = resourcePage(
  differenceListing,
  differenceCalls,
  {
    heading: '差异',
    icon: 'check',
    columns: [
      column<BillDifference>(
        'kind',
        '差异',
        ({ kind, detail }) => (
          <span className="list-two">
            {differenceNames[kind]}
            <small title={detail}>{detail}</small>
          </span>
        ),
        { width: 150, locked: true },
      ),
      tag('state', { width: 92 }),
      column<BillDifference, 'day'>(
        'day',
        '账单日',
        ({ day, vendor }) => (
          <span className="list-two">
            {day}
            <small>{vendorNames[vendor]}</small>
          </span>
        ),
        { width: 112, sort: 'day' },
      ),
      column<BillDifference>(
        'order',
        '订单 / 商户单号',
        ({ orderId, orderNo, outTradeNo, outRefundNo }) => (
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
        { width: 220 },
      ),
      column<BillDifference>('theirs', '账单', ({ theirs }) => sumOf(theirs), { width: 110, align: 'right' }),
      column<BillDifference>('ours', '台账', ({ ours }) => sumOf(ours), { width: 110, align: 'right' }),
      column<BillDifference>(
        'settled',
        '处理',
        ({ settledBy, settledAt, note }) =>
          settledAt && (
            <span className="list-two">
              {settledBy ?? '系统'} {formatInstant(settledAt).slice(5, 16)}
              {note && <small title={note}>{note}</small>}
            </span>
          ),
        { width: 160 },
      ),
    ],
    filters: ['state', 'kind', 'vendor', 'day'],
    // The page already has a head, so the list renders none.
    head: () => null,
    open: 'nothing',
    rowName: ({ kind, outTradeNo }) => `${differenceNames[kind]} ${outTradeNo}`,
    actions: ({ id, abilities }) =>
      abilities.map((action) => ({
        key: action,
        ...{
          ask: { label: '问支付机构', send: () => orders.settle({ id, action }) },
          replay: { label: '重放通知', send: () => orders.settle({ id, action }) },
          refund: { label: '退款', open: Refund },
          note: { label: '说明', open: Note },
        }[action],
      })),
    actionsWidth: 190,
    card: (row) => (
      <>
        <b>{differenceNames[row.kind]}</b>
        <span className="kit-tags">
          <span className={`tag tone-${differenceStateTones[row.state]}`}>{differenceStateNames[row.state]}</span>
          <span>
            {vendorNames[row.vendor]} {row.day}
          </span>
        </span>
        <small>
          账单 {sumOf(row.theirs)} · 台账 {sumOf(row.ours)} · {row.orderNo ?? row.outTradeNo}
        </small>
      </>
    ),
    empty: '没有差异',
  },
  differenceReading,
);
