import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onFrame } from '#lib/live.ts';
import { orderBooks, orderKey } from './calls.ts';

/** The books of an order. A payment or refund that arrives shows at once, and the order is read again too. */
export function useLiveBooks(id: string | null) {
  const client = useQueryClient();
  useEffect(
    () =>
      onFrame('statistics', () => {
        for (const part of ['one', 'books']) void client.invalidateQueries({ queryKey: [...orderKey, part, id] });
      }),
    [client, id],
  );
  return useQuery({ ...orderBooks(id ?? ''), enabled: id !== null });
}
