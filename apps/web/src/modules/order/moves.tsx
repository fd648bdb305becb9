import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { MoveLook } from '#kit/move-dialog.tsx';
import { FieldControl, type Control } from '#kit/controls.tsx';
import { ownInvoiceHead } from './calls.ts';

const taxed = z.looseObject({ taxNo: z.string() });

const InvoiceControl: Control = (props) => {
  const { value, onChange } = props;
  const isEmpty = typeof value !== 'object' || value === null;
  const { data: own } = useQuery({ ...ownInvoiceHead, enabled: isEmpty });
  useEffect(() => {
    if (isEmpty && own) onChange?.(own);
  }, [isEmpty, own, onChange]);
  const change = (next: unknown) => {
    const { success, data } = taxed.safeParse(next);
    onChange?.(success ? { ...data, taxNo: data.taxNo.trim().toUpperCase() } : next);
  };
  return <FieldControl {...props} onChange={change} />;
};

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
