import { enforcementCalls } from '@anlan/contract/modules/enforcement/calls';
import { enforcement, type Enforcement } from '@anlan/contract/modules/enforcement/resource';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { page } from './index.ts';
import { noticeOf, paperOf } from './paths.ts';
import { Turn } from './turn-cell.tsx';

const NoticeDrawer = lazyPart(async () => (await import('./notice-drawer.tsx')).NoticeDrawer);
const IssueDrawer = lazyPart(async () => (await import('./issue-drawer.tsx')).IssueDrawer);

/** Issues an enforcement notice by hand. Most enforcement notices result from inspections. */
function Issue() {
  const may = useHasPermit('bus:spot:issue');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        下发执法通知
      </Button>
      <Suspense fallback={null}>{open && <IssueDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

const List = resourcePage(enforcement, enforcementCalls, {
  ...page,
  columns: [
    title({ width: 260 }),
    tag('status'),
    tag('kind', { width: 150 }),
    one('enterpriseId'),
    column('turn', '轮到谁', (row: Enforcement) => <Turn row={row} />, { width: 150 }),
    one('dueOn', { title: '回复期限' }),
    one('issuedAt'),
  ],
  filters: ['status', 'kind', 'enterpriseId', 'dueOn', 'issuedAt'],
  buttons: Issue,
  queue: false,
  open: ({ id }) => noticeOf(id),
  actions: (row) => [
    { key: 'open', label: wordOf(row), to: noticeOf(row.id) },
    { key: 'paper', label: '文书', to: paperOf(row.id) },
  ],
  empty: '没有执法通知',
});

function wordOf({ abilities }: Enforcement): string {
  if (abilities.includes('receive')) return '签收';
  if (abilities.includes('reply')) return '回复';
  return abilities.includes('close') ? '审核' : '查看';
}

export function Screen() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const id = query.get('id');
  const close = () => {
    query.delete('id');
    void navigate({ pathname, search: query.toString() }, { replace: true });
  };
  return (
    <>
      <List />
      <Suspense fallback={null}>{id && <NoticeDrawer key={id} id={id} onClose={close} />}</Suspense>
    </>
  );
}
