import { order, type Order } from '@anlan/contract/modules/order/resource';
import type { OrderBooks } from '@anlan/contract/modules/order/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyRow } from '#kit/resource.ts';
import { useMove } from '#kit/use-move.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import { sumText } from '#widgets/money.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { boundOrder, orderKey, orders } from '../calls.ts';
import { orderMoves } from '../moves.tsx';
import { orderPath } from '../paths.ts';
import { termText } from '../rules.ts';
import { Acts, type Act } from './page-actions.tsx';
import { InvoiceCard } from './invoice-card.tsx';
import { Ledger } from './ledger.tsx';
import { MonthsCard } from './months-card.tsx';
import { RefundCards } from './refund-cards.tsx';
import '../order.css';

const RefundPanel = lazyPart(async () => (await import('./refund-panel.tsx')).RefundPanel);
const PhoneReturn = lazyPart(async () => (await import('./phone-return.tsx')).PhoneReturn);
const VipDialog = lazyPart(async () => (await import('../vip/vip-dialog.tsx')).Dialog);
const NoticeDrawer = lazyPart(async () => (await import('./notice-drawer.tsx')).NoticeDrawer);

const codesOf = (field: 'status' | 'invoiceStatus') => order.fields[field].spec.codes ?? {};

export function OrderPage({ row, books }: { row: Order; books: OrderBooks }) {
  const settles = useHasPermit('bus:orderrecords:settle');
  const pays = useHasPermit('bus:enterprise:pay') && row.status === 'unpaid';
  const [isPaying, setPaying] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const [params] = useSearchParams();
  // Fixed at the first drawing, because a payment that arrives must not remove its own confirmation.
  const [isBack] = useState(() => params.get('payment') === 'back');
  const moves = useMove(boundOrder, orderMoves);
  useRequestedDialog(row, moves.start);
  const ask = useVendorAction('ask', row.id, '问支付机构');
  const replay = useVendorAction('replay', row.id, '重放通知');
  const refunds = books.abilities.includes('refund');
  const { income, outgo, balance, balanced } = books;
  return (
    <>
      <PageHead
        title={
          <span className="order-title">
            订单 {row.orderNo}
            <DictTag type="orderStatus" value={row.status} codes={codesOf('status')} />
            <DictTag type="invoiceStatus" value={row.invoiceStatus} codes={codesOf('invoiceStatus')} />
          </span>
        }
        sub={[row.enterpriseName, row.name, termText(row), row.buyerName && `下单人 ${row.buyerName}`]
          .filter(Boolean)
          .join(' · ')}
        end={
          <Acts
            acts={[
              ...(pays ? [{ key: 'pay', label: '继续支付', run: () => setPaying(true) }] : []),
              { key: 'print', label: '打印', run: () => window.print() },
              ...(books.abilities.includes('ask') ? [ask] : []),
              ...(books.abilities.includes('replay') ? [replay] : []),
              ...moves.actionsOf(row as unknown as AnyRow).map(({ key, label, danger = false, run }) => ({
                key,
                label,
                danger,
                busy: moves.isPending,
                ...(run ? { run } : {}),
              })),
            ]}
          />
        }
      />
      {isBack && (
        <Suspense fallback={null}>
          <PhoneReturn order={row} onContinue={() => setPaying(true)} />
        </Suspense>
      )}
      {row.problem && (
        <p className="order-problem" role="alert">
          <Icon name="alert" size={16} />
          {row.problem}
        </p>
      )}
      <div className={refunds ? 'order-page with-refund' : 'order-page'}>
        <div>
          <section className="card" aria-label="从通知到入账">
            <header>
              <h2>从通知到入账</h2>
              <small>每一笔都有凭证，金额以分记账</small>
              <span className={balanced ? 'more order-sum' : 'more order-sum bad'}>
                <Icon name={balanced ? 'tick' : 'alert'} size={14} />收 {sumText(income)} − 退 {sumText(outgo)}{' '}
                {balanced ? '=' : '≠'} 台账 {sumText(balance)}
              </span>
            </header>
            <Ledger lines={books.lines} onNotice={settles ? setNotice : undefined} />
          </section>
          <MonthsCard books={books} />
          <RefundCards refunds={books.refunds} />
          <InvoiceCard row={row} onApply={() => moves.start(row as unknown as AnyRow, 'applyInvoice')} />
        </div>
        {refunds && (
          <Suspense fallback={null}>
            <RefundPanel order={row} books={books} />
          </Suspense>
        )}
      </div>
      {moves.dialog}
      <Suspense fallback={null}>
        {isPaying && <VipDialog first={row} onClose={() => setPaying(false)} />}
        {notice !== null && <NoticeDrawer id={notice} onClose={() => setNotice(null)} />}
      </Suspense>
    </>
  );
}

/** Opens the dialog named in the address, once, as soon as the order offers it. */
function useRequestedDialog(row: Order, start: (row: AnyRow, name: string) => void): void {
  const [params] = useSearchParams();
  const isRequested = params.get('invoice') === 'apply';
  const isStarted = useRef(false);
  const mayApply = row.abilities.includes('applyInvoice');
  useEffect(() => {
    if (!isRequested || isStarted.current || !mayApply) return;
    isStarted.current = true;
    // The router must not see the change, because it would remount the tab and lose the dialog.
    history.replaceState(history.state, '', orderPath(row.id));
    start(row as unknown as AnyRow, 'applyInvoice');
  }, [isRequested, mayApply, row, start]);
}

/** Queries the vendors or reprocesses stored payment notices, and shows the result. */
function useVendorAction(of: 'ask' | 'replay', id: string, label: string): Act {
  const client = useQueryClient();
  const { message } = App.useApp();
  const go = useMutation({
    mutationFn: () => orders[of]({ id }),
    onSuccess: ({ message: resultText }) => void message.info(resultText),
    onSettled: () => client.invalidateQueries({ queryKey: orderKey }),
  });
  return { key: of, label, busy: go.isPending, run: () => go.mutate() };
}
