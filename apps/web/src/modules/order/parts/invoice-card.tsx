import type { Order } from '@anlan/contract/modules/order/resource';
import { Gallery } from '#widgets/files/gallery.tsx';

export function InvoiceCard({ row: { invoice, invoiceNo, invoiceFiles } }: { row: Order }) {
  if (!invoice) return null;
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
