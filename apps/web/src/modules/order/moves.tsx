import type { MoveLook } from '#kit/move-dialog.tsx';
import { InvoiceControl } from './invoice-control.tsx';

export const orderMoves = {
  close: { note: '关闭后请不要再付已经打开的付款码；关闭后付的款会自动退回。' },
  applyInvoice: {
    controls: { invoice: InvoiceControl },
    note: <p className="sub">开票内容为会员服务费，按实付金额开具电子普通发票。</p>,
  },
  reverseInvoice: {
    note: <p className="sub">红冲后原发票作废，可以重新申请开票；退款前须先红冲。</p>,
  },
} satisfies Record<string, MoveLook>;
