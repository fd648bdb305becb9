import { invoiceHead, type InvoiceHead } from '@anlan/contract/modules/order/resource';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useEffect } from 'react';
import type { Control } from '#kit/controls.tsx';
import * as z from 'zod/mini';
import { ownInvoiceHead } from './calls.ts';
import './order.css';

const parts: readonly { key: keyof InvoiceHead; label: string; max: number; example: string }[] = [
  { key: 'title', label: '发票抬头', max: 100, example: '与营业执照一致的名称' },
  { key: 'taxNo', label: '纳税人识别号', max: 20, example: '统一社会信用代码' },
  { key: 'email', label: '接收邮箱', max: 100, example: '电子发票发到这里' },
];
const held = z.object({ title: z.string(), taxNo: z.string(), email: z.string() });
const none: InvoiceHead = { title: '', taxNo: '', email: '' };

/** Whom an invoice is made out to: one field of the form, three lines. */
export const InvoiceControl: Control = ({ value, onChange, onBlur, id }) => {
  const read = z.safeParse(held, value);
  const head = read.success ? read.data : none;
  // What the enterprise's own file says stands there first, to be read over and not to be typed.
  const { data: own } = useQuery({ ...ownInvoiceHead, enabled: !read.success });
  useEffect(() => {
    if (!read.success && own) onChange?.(own);
  }, [read.success, own, onChange]);
  const problems = new Map(
    (z.safeParse(invoiceHead, head).error?.issues ?? []).map(({ path, message }) => [path[0], message]),
  );
  return (
    <div className="invoice-head" role="group" id={id}>
      {parts.map(({ key, label, max, example }) => (
        <label key={key}>
          <span>{label}</span>
          <Input
            value={head[key]}
            maxLength={max}
            placeholder={example}
            status={head[key] !== '' && problems.has(key) ? 'error' : ''}
            onBlur={onBlur}
            onChange={({ target }) =>
              onChange?.({ ...head, [key]: key === 'taxNo' ? target.value.trim().toUpperCase() : target.value })
            }
          />
          {head[key] !== '' && problems.has(key) && <small>{problems.get(key)}</small>}
        </label>
      ))}
    </div>
  );
};
