import type { MoveLook } from '#kit/move-dialog.tsx';
import { InvoiceControl } from './invoice-control.tsx';

/** How the moves of an order are asked, on every screen. */
export const orderMoves = {
  close: { note: '关闭后不能再付款；已经打开的付款码随即作废。' },
  applyInvoice: {
    controls: { invoice: InvoiceControl },
    note: <p className="sub">开票内容为会员服务费，按实付金额开具电子普通发票。</p>,
  },
  reverseInvoice: {
    note: <p className="sub">红冲后原发票作废，可以重新申请开票；退款前须先红冲。</p>,
  },
} satisfies Record<string, MoveLook>;
