import { inspectionCalls } from '@anlan/contract/modules/inspection/calls';
import { inspection, type Inspection } from '@anlan/contract/modules/inspection/resource';
import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { FormTarget } from '#kit/resource-form.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { page } from './index.ts';
import { siteOf } from './paths.ts';
import { inspectionKey, inspections } from './calls.ts';
import { StartDrawer, type StartValues } from './start-drawer.tsx';

interface Props {
  target: FormTarget;
  onSaved: (isNew: boolean) => void;
  onClose: () => void;
}

function StartForm({ target, onSaved, onClose }: Props) {
  const who = useCurrentUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isRegulator = who.sysUser.type !== 'enterprise';
  const start = useMutation({
    mutationFn: ({ enterpriseId, ...values }: StartValues) =>
      inspections.create({ ...values, ...(isRegulator && enterpriseId ? { enterpriseId } : {}) }, { quiet: true }),
    onSuccess: async ({ id }) => {
      onSaved(true);
      void client.invalidateQueries({ queryKey: inspectionKey });
      await navigate(siteOf(id));
    },
  });
  const whose = target.preset?.['enterpriseId'];
  return (
    <StartDrawer
      isRegulator={isRegulator}
      begin={{ enterpriseId: typeof whose === 'string' ? whose : null, inspector: who.sysUser.nickName }}
      problem={start.error}
      isSaving={start.isPending}
      onStart={start.mutate}
      onClose={onClose}
    />
  );
}

const StartPlanned = lazyPart(async () => (await import('./start-planned.tsx')).StartPlanned);

const Far = ({ row: { doneCount, itemCount, failCount } }: { row: Inspection }) => (
  <>
    {doneCount} / {itemCount}
    {failCount > 0 && <span className="site-failed">不符合 {failCount}</span>}
  </>
);

const List = resourcePage(inspection, inspectionCalls, {
  ...page,
  columns: [
    title({ width: 240 }),
    tag('status'),
    one('enterpriseId'),
    two('source', 'kind', { width: 150 }),
    column('far', '进度', (row: Inspection) => <Far row={row} />, { width: 140 }),
    column('who', '检查人员', (row: Inspection) => row.inspectors.map(({ name }) => name).join('、'), { width: 140 }),
    one('startedAt'),
  ],
  filters: ['source', 'status', 'kind', 'enterpriseId', 'startedAt'],
  form: StartForm,
  queue: false,
  open: ({ id }) => siteOf(id),
  actions: (row, { remove }) => [
    {
      key: 'site',
      label: row.abilities.includes('answer') ? '继续检查' : '查看',
      to: siteOf(row.id),
    },
    ...remove,
  ],
  empty: '还没有检查记录',
  removing: '已填写的内容会一并删除。登记有误时，也可以在检查页作废并写明原因。',
});

export function Screen() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const plan = new URLSearchParams(search).get('plan');
  return (
    <>
      <List />
      <Suspense fallback={null}>
        {plan && <StartPlanned id={plan} onClose={() => void navigate(pathname, { replace: true })} />}
      </Suspense>
    </>
  );
}
