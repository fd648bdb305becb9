import { logListing } from '@anlan/contract/modules/audit/listing';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { hasPermit, useHasPermit } from '#lib/current-user.ts';
import { logKey, logListCalls } from '../calls.ts';
import { EntryDrawer } from '../parts/entry-drawer.tsx';
import { HideDialog } from '../parts/hide-dialog.tsx';
import { ImpersonationsCard } from '../parts/impersonations-card.tsx';
import { LogCard, logColumns } from '../parts/list-columns.tsx';
import { logFilters } from '../parts/list-filters.tsx';
import '../parts/entry.css';

const Impersonations: PagePart = () => useHasPermit('sys:entry:allow') && <ImpersonationsCard />;

export const Screen = resourcePage(
  logListing,
  logListCalls,
  {
    heading: '日志',
    icon: 'clock',
    summary: () => '操作日志由系统逐条封存，移除只影响列表',
    above: Impersonations,
    tabs: [
      { key: 'acts', label: '操作日志', filter: { type: 'normal' }, empty: '还没有记录' },
      { key: 'signIns', label: '登录日志', filter: { type: 'normal', call: 'session.signIn' }, empty: '还没有记录' },
      // The filters by call and outcome do not apply to errors, so this tab drops them.
      {
        key: 'errors',
        label: '前端错误',
        filter: { type: 'error', call: undefined, outcome: undefined },
        empty: '没有上报的错误',
      },
    ],
    columns: logColumns,
    filters: logFilters,
    rowName: ({ sentence, createBy }) => `${createBy ?? '系统'} ${sentence}`,
    open: 'nothing',
    actions: () => [
      { key: 'open', label: '详情', open: EntryDrawer },
      ...(hasPermit('sys:log:del') ? [{ key: 'hide', label: '移除', danger: true, open: HideDialog }] : []),
    ],
    card: (row) => <LogCard row={row} />,
  },
  { key: logKey },
);
