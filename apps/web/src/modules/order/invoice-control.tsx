import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { FieldControl, type Control } from '#kit/controls.tsx';
import { ownInvoiceHead } from './calls.ts';

const taxed = z.looseObject({ taxNo: z.string() });

export const InvoiceControl: Control = (props) => {
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
