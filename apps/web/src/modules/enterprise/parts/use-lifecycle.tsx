import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseMoves } from '@anlan/contract/modules/enterprise/lifecycle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { Suspense, useState } from 'react';
import type { Action, Messages, RowPart } from '#kit/actions.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { activateEnterprise, enterpriseKey } from '../calls.ts';
import type { Step } from './step-dialog.tsx';

// Load these dialogs on demand, because few users open them.
const StepDialog = lazyPart(async () => (await import('./step-dialog.tsx')).StepDialog);
const ReviewDrawer = lazyPart(async () => (await import('./review-drawer.tsx')).ReviewDrawer);

type LifecycleAction = Action<Enterprise>;

const steps: readonly Step[] = ['submit', 'withdraw', 'suspend', 'resume', 'transfer', 'close'];

const dialogOf =
  (step: Step): RowPart<Enterprise> =>
  (props) => <StepDialog {...props} step={step} />;

export const reviewAction = ({ abilities }: Enterprise): LifecycleAction[] =>
  abilities.includes('approve') ? [{ key: 'review', label: '审核', open: ReviewDrawer }] : [];

export const stepActions = (row: Enterprise): LifecycleAction[] => [
  ...(row.abilities.includes('activate')
    ? [
        {
          key: 'activate',
          label: '启用',
          send: async (message: Messages) => {
            await activateEnterprise(row);
            void message.success(`已启用“${row.name}”`);
          },
        },
      ]
    : []),
  ...steps
    .filter((step) => row.abilities.includes(step))
    .map((step) => ({
      key: step,
      label: step === 'submit' && row.status === 'rejected' ? '重新提交' : enterpriseMoves[step].label,
      danger: step === 'close',
      open: dialogOf(step),
    })),
];

/** The actions on the page of one enterprise, and the dialog that one of them opened. */
export function useLifecycle() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [opened, setOpened] = useState<{ row: Enterprise; Dialog: RowPart<Enterprise> } | null>(null);
  const sending = useMutation({
    mutationFn: (write: (shown: Messages) => Promise<unknown>) => write(message),
    onSettled: () => client.invalidateQueries({ queryKey: enterpriseKey }),
  });
  const shown = (row: Enterprise, actions: LifecycleAction[]) =>
    actions.map(({ open, send, ...action }) => ({
      ...action,
      run: () => (open ? setOpened({ row, Dialog: open }) : send && sending.mutate(send)),
    }));
  return {
    review: (row: Enterprise) => shown(row, reviewAction(row)),
    actions: (row: Enterprise) => shown(row, stepActions(row)),
    opened: <Suspense>{opened && <opened.Dialog row={opened.row} onClose={() => setOpened(null)} />}</Suspense>,
  };
}
