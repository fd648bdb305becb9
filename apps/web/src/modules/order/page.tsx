import { orderCalls } from '@anlan/contract/modules/order/calls';
import { order, type Order } from '@anlan/contract/modules/order/resource';
import { useLocation, Link } from 'react-router';
import { Button } from 'antd';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage, type PageOptions } from '#kit/resource-page.tsx';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { signal } from '#lib/app-events.ts';
import { yuanText } from '#widgets/money.ts';
import { page } from './index.ts';
import { orderMoves } from './moves.tsx';
import { orderPath, billsPath, invoicesPath, membershipPath, ordersPath, refundsPath } from './paths.ts';
import { Acts, type Act } from './parts/page-actions.tsx';
import { yearsText } from './rules.ts';
import './order.css';

const TermCell = ({ row: { year, giftMonth } }: { row: Order }) => (
  <span className="list-two">
    {yearsText(year)}
    {giftMonth > 0 && <small>赠 {giftMonth} 个月</small>}
  </span>
);

const PaidCell = ({ row: { price, paid, refunded, problem } }: { row: Order }) => (
  <span className="list-two">
    {yuanText(price)}
    {problem ? (
      <small className="order-fault" title={problem}>
        {problem}
      </small>
    ) : (
      paid > 0 && (
        <small>
          实付 {yuanText(paid)}
          {refunded > 0 && `，退 ${yuanText(refunded)}`}
        </small>
      )
    )}
  </span>
);

function Buttons() {
  const who = useCurrentUser();
  const refunds = useHasPermit('bus:orderrecords:refund');
  const settles = useHasPermit('bus:orderrecords:settle');
  const pays = useHasPermit('bus:enterprise:pay') && who.sysUser.shopId !== null;
  const when = (may: boolean, act: Act) => (may ? [act] : []);
  return (
    <>
      <Acts
        acts={[
          ...when(pays, { key: 'membership', label: '我的会员', to: membershipPath }),
          { key: 'invoices', label: '发票', to: invoicesPath },
          ...when(refunds, { key: 'refunds', label: '退款复核', to: refundsPath }),
          ...when(settles, { key: 'bills', label: '对账', to: billsPath }),
        ]}
      />
      {pays && (
        <Button type="primary" onClick={() => signal('purchase', undefined)}>
          开通企业服务
        </Button>
      )}
    </>
  );
}

const InvoiceButtons = () => (
  <Link className="btn" to={ordersPath}>
    全部订单
  </Link>
);

const { export: file, ...plain } = orderCalls;
// Orders are created only by a purchase, so the list has no form to create one.
const listed = { ...plain, create: undefined };

const options = {
  ...page,
  columns: [
    title({ width: 190 }),
    tag('status'),
    one('enterpriseId'),
    column<Order>('term', '年限', (row) => <TermCell row={row} />, { width: 106 }),
    column<Order>('sum', '应付 / 实付', (row) => <PaidCell row={row} />, { width: 120, align: 'right' }),
    tag('payKind', { width: 100 }),
    one('membershipTo'),
    tag('invoiceStatus', { width: 92 }),
    two('createTime', 'buyerName', { width: 156 }),
  ],
  filters: ['payKind', 'enterpriseId', 'invoiceStatus'],
  buttons: Buttons,
  actionsWidth: 190,
  open: ({ id }) => orderPath(id),
  moves: orderMoves,
  actions: (row, { moves, edit, remove }) => [
    { key: 'open', label: '查看', to: orderPath(row.id) },
    ...moves,
    ...edit,
    ...remove,
  ],
  empty: '还没有订单',
  removing: '只能删除没有付款、已经关闭的订单。',
} satisfies PageOptions<typeof order>;
const tabs = [
  { key: 'all', label: '全部', filter: {}, isFirst: true },
  { key: 'unpaid', label: '待支付', filter: { status: ['unpaid'] } },
  { key: 'paid', label: '已支付', filter: { status: ['paid'] } },
  { key: 'refund', label: '退款', filter: { withRefund: '1' } },
] satisfies PageOptions<typeof order>['tabs'];

const Mine = resourcePage(order, { ...listed, export: file }, { ...options, tabs });
const All = resourcePage(
  order,
  { ...listed, export: file, page: orderCalls.page1 },
  { ...options, tabs: [...tabs, { key: 'faulty', label: '差错', filter: { faulty: '1' }, isAlarm: true }] },
);
const Invoices = resourcePage(
  // Another resource name, so that the invoice list is cached separately from the full order list.
  { ...order, name: 'orderInvoice' as const },
  { ...listed, page: orderCalls.pageByInvoice },
  {
    ...options,
    heading: '发票',
    buttons: InvoiceButtons,
    tabs: [
      { key: 'applied', label: '待开票', filter: { invoiceStatus: ['applied'] }, isFirst: true },
      { key: 'issued', label: '已开票', filter: { invoiceStatus: ['issued'] } },
      { key: 'reversed', label: '已红冲', filter: { invoiceStatus: ['reversed'] } },
      { key: 'all', label: '全部', filter: {} },
    ],
    empty: '没有申请开票的订单',
  },
);

/** 订单管理: the user's own orders, all supervised orders, and orders with an invoice (CA-07). */
export function Screen() {
  const oversees = useHasPermit('bus:orderrecords:all');
  const { search } = useLocation();
  if (new URLSearchParams(search).get('view') === 'invoice') return <Invoices />;
  return oversees ? <All /> : <Mine />;
}
