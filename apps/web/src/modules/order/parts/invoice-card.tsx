import { invoiceDays } from '@anlan/contract/modules/order/inputs';
import type { Order } from '@anlan/contract/modules/order/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Gallery } from '#widgets/files/gallery.tsx';
import { yuanText } from '#widgets/money.ts';
import { ownInvoiceHead } from '../calls.ts';

export function InvoiceCard({ row, onApply }: { row: Order; onApply: () => void }) {
  const { invoice, invoiceNo, invoiceFiles } = row;
  if (!invoice) return row.abilities.includes('applyInvoice') ? <InvoiceOffer row={row} onApply={onApply} /> : null;
  return (
    <section className="card" aria-label="发票">
      <header>
        <h2>发票</h2>
        {invoiceNo && <small>{invoiceNo}</small>}
      </header>
      <div className="card-body">
        <dl className="order-facts">
          <dt>发票抬头</dt>
          <dd>{invoice.title}</dd>
          <dt>纳税人识别号</dt>
          <dd>{invoice.taxNo}</dd>
          <dt>接收邮箱</dt>
          <dd>{invoice.email}</dd>
        </dl>
        {invoiceFiles.length > 0 && <Gallery files={invoiceFiles} label="发票文件" />}
      </div>
    </section>
  );
}

/** While an invoice can be requested: its amount and title. */
function InvoiceOffer({ row, onApply }: { row: Order; onApply: () => void }) {
  const { data: head } = useQuery(ownInvoiceHead);
  return (
    <section className="card" aria-label="发票">
      <header>
        <h2>发票</h2>
        <small>付款后 {invoiceDays} 天内可以申请</small>
        <span className="more">
          <Button onClick={onApply}>申请发票</Button>
        </span>
      </header>
      <div className="card-body">
        <dl className="order-facts">
          <dt>可开金额</dt>
          <dd>{yuanText(row.paid)}</dd>
          <dt>发票抬头</dt>
          <dd>{head?.title ?? '—'}</dd>
        </dl>
      </div>
    </section>
  );
}
