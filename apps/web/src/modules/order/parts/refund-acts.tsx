import type { RefundView } from '@anlan/contract/modules/order/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { startTransition, Suspense, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { orderKey, orders } from '../calls.ts';
import { FactorNote } from './factor-note.tsx';

const DecideDialog = lazyPart(async () => (await import('./decide-dialog.tsx')).DecideDialog);

/** Buttons for a refund: the decision of the second person, or a retry after a failure. */
export function RefundActs({ refund }: { refund: RefundView }) {
  const [agree, setAgree] = useState<boolean | null>(null);
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => orders.refundRetry({ id: refund.orderId }),
    onSettled: () => client.invalidateQueries({ queryKey: orderKey }),
  });
  if (refund.abilities.length === 0) return null;
  const open = (next: boolean) => startTransition(() => setAgree(next));
  return (
    <div className="order-acts">
      {refund.abilities.includes('decide') && (
        <>
          <Button size="small" type="primary" onClick={() => open(true)}>
            同意退款
          </Button>
          <Button size="small" danger onClick={() => open(false)}>
            不同意
          </Button>
          <FactorNote />
        </>
      )}
      {refund.abilities.includes('retry') && (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate()}>
          重新退款
        </Button>
      )}
      <Suspense fallback={null}>
        {agree !== null && <DecideDialog refund={refund} agree={agree} onClose={() => setAgree(null)} />}
      </Suspense>
    </div>
  );
}
