import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { later } from '#ui/later.tsx';
import { activateEnterprise, enterpriseKey } from '../calls.ts';
import { labelOf, stepsOf, type AskedStep } from './lifecycle-steps.ts';

// Few open these, so that no page carries them.
const StepDialog = later(async () => (await import('./step-dialog.tsx')).StepDialog);
const ReviewDrawer = later(async () => (await import('./review-drawer.tsx')).ReviewDrawer);

/** One thing that a person can do with the life of a row. */
export interface LifecycleAction {
  key: string;
  label: string;
  run: () => void;
  danger?: boolean;
}

/** The steps of an enterprise's life as actions of a row, and what they open. */
export function useLifecycle(): {
  /** The decision on a row under review. */
  review: (row: Enterprise) => LifecycleAction[];
  /** All other steps. */
  actions: (row: Enterprise) => LifecycleAction[];
  /** The dialog or drawer that is open. */
  opened: ReactNode;
} {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [asked, setAsked] = useState<{ row: Enterprise; step: AskedStep } | null>(null);
  const [reviewed, setReviewed] = useState<Enterprise | null>(null);
  const activate = useMutation({
    mutationFn: activateEnterprise,
    onSuccess: (_answer, { name }: Enterprise) => void message.success(`已启用“${name}”`),
    onSettled: () => client.invalidateQueries({ queryKey: enterpriseKey }),
  });
  return {
    review: (row) =>
      row.abilities.includes('approve') ? [{ key: 'review', label: '审核', run: () => setReviewed(row) }] : [],
    actions: (row) => [
      ...(row.abilities.includes('activate')
        ? [{ key: 'activate', label: '启用', run: () => activate.mutate(row) }]
        : []),
      ...stepsOf(row).map((step) => ({
        key: step,
        label: labelOf(step, row),
        danger: step === 'close',
        run: () => setAsked({ row, step }),
      })),
    ],
    opened: (
      <Suspense>
        {asked && <StepDialog key={asked.row.id} {...asked} onClose={() => setAsked(null)} />}
        {reviewed && (
          <ReviewDrawer
            key={reviewed.id}
            row={reviewed}
            onClose={() => setReviewed((now) => (now === reviewed ? null : now))}
          />
        )}
      </Suspense>
    ),
  };
}
