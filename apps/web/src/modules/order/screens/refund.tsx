import { formatInstant } from '@anlan/contract/domain/instant';
import { refundListing } from '@anlan/contract/modules/order/listings';
import type { RefundView } from '@anlan/contract/modules/order/views';
import { refundStateNames, refundStateTones, vendorNames } from '@anlan/contract/modules/order/words';
import type { RowPart } from '#kit/actions.ts';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { yuanText } from '#widgets/money.ts';
import { orders, refundCalls, refundReading } from '../calls.ts';
import { FactorNote } from '../parts/factor-note.tsx';
import { orderPath } from '../paths.ts';
import '../order.css';

const DecideDialog = lazyPart(async () => (await import('../parts/decide-dialog.tsx')).DecideDialog);
const Agree: RowPart<RefundView> = ({ row, onClose }) => <DecideDialog refund={row} agree onClose={onClose} />;
const Refuse: RowPart<RefundView> = ({ row, onClose }) => <DecideDialog refund={row} agree={false} onClose={onClose} />;

const removedText = ({ automatic, months, giftMonth }: RefundView) =>
  automatic ? '系统自动退回' : `收回 ${months + giftMonth} 个月`;

/** 退款复核: all refunds. Here the second person approves or rejects them (S50). */
export const Screen = resourcePage(
  refundListing,
  refundCalls,
  {
    heading: '退款复核',
    icon: 'check',
    columns: [
      title({ title: '退款单 / 订单', width: 190 }),
      tag('state', { width: 92 }),
      one('enterpriseName', { width: 200 }),
      column<RefundView>(
        'amount',
        '退款金额',
        (row) => (
          <span className="list-two">
            {yuanText(row.amount)}
            <small>{vendorNames[row.vendor]}</small>
          </span>
        ),
        { width: 120, align: 'right' },
      ),
      column<RefundView>(
        'reason',
        '原因',
        (row) => (
          <span className="list-two">
            <span title={row.reason}>{row.reason}</span>
            {row.failure ? (
              <small className="order-fault" title={row.failure}>
                {row.failure}
              </small>
            ) : (
              <small>{removedText(row)}</small>
            )}
          </span>
        ),
        { width: 220 },
      ),
      column<RefundView, 'askedAt'>(
        'askedAt',
        '申请',
        ({ askedAt, askedBy }) => (
          <span className="list-two">
            {formatInstant(askedAt).slice(0, 16)}
            <small>{askedBy ?? '系统'}</small>
          </span>
        ),
        { width: 152, sort: 'askedAt' },
      ),
      column<RefundView>(
        'decidedAt',
        '复核',
        ({ decidedAt, decidedBy, abilities }) =>
          decidedAt ? (
            <span className="list-two">
              {formatInstant(decidedAt).slice(0, 16)}
              <small>{decidedBy}</small>
            </span>
          ) : (
            abilities.includes('decide') && <FactorNote />
          ),
        { width: 152 },
      ),
    ],
    filters: ['state'],
    open: ({ orderId }) => orderPath(orderId),
    actions: (row) => [
      ...(row.abilities.includes('decide')
        ? [
            { key: 'agree', label: '同意', open: Agree },
            { key: 'refuse', label: '不同意', danger: true, open: Refuse },
          ]
        : []),
      ...(row.abilities.includes('retry')
        ? [{ key: 'retry', label: '重新退款', send: () => orders.refundRetry({ id: row.orderId }) }]
        : []),
      { key: 'open', label: '订单', to: orderPath(row.orderId) },
    ],
    actionsWidth: 172,
    summary: () => '申请人不能复核自己的退款；重复付款和关闭后的付款由系统自动退回',
    card: (row) => (
      <>
        <b>{yuanText(row.amount)}</b>
        <span className="kit-tags">
          <span className={`tag tone-${refundStateTones[row.state]}`}>{refundStateNames[row.state]}</span>
          <span>{row.enterpriseName}</span>
        </span>
        <small>{[row.reason, removedText(row)].join(' · ')}</small>
        <small>{`${row.askedBy ?? '系统'} ${formatInstant(row.askedAt).slice(0, 16)}`}</small>
        {row.abilities.includes('decide') && <FactorNote />}
      </>
    ),
    empty: '没有退款',
  },
  refundReading,
);
