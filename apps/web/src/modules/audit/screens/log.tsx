import { logListing } from '@anlan/contract/modules/audit/listing';
import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { callNames } from '@anlan/contract/labels';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { hasPermit, useHasPermit } from '#lib/current-user.ts';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { DayFilter } from '#widgets/day-picker.tsx';
import { logKey, logListCalls, hideLog, type LogFilter } from '../calls.ts';
import { EntryDrawer } from '../parts/entry-drawer.tsx';
import { ImpersonationsCard } from '../parts/impersonations-card.tsx';
import { LogCard, logColumns } from '../parts/list-columns.tsx';
import '../parts/entry.css';

const filter = filterOf<LogFilter>();
const calls = Object.entries(callNames).map(([value, label]) => ({ value, label }));

const call = filter({
  name: 'call',
  label: '操作',
  control: (props) => <FilterChoice {...props} options={calls} showSearch={{ optionFilterProp: 'label' }} />,
  words: (value) => calls.find((one) => one.value === value)?.label ?? value,
});
const bound = (name: 'from' | 'to', label: string) =>
  filter({
    name,
    label,
    more: true,
    control: ({ value, onChange }) => <DayFilter label={label} value={value} onChange={onChange} />,
    words: (day) => day,
  });
const days = [bound('from', '开始日期'), bound('to', '结束日期')];

const logFilters = [call, 'outcome' as const, 'remoteAddr' as const, ...days];

const HideDialog = ({ row, onClose }: { row: LogEntry; onClose: () => void }) => (
  <AskDialog
    title={`从列表中移除“${row.type === '9' ? row.title : `${row.createBy ?? '系统'} ${row.sentence}`}”？`}
    verb="移除"
    danger
    act={() => hideLog(row)}
    renews={[logKey]}
    done="已从列表中移除"
    onClose={onClose}
  >
    <p>{row.type === '9' ? '该错误记录将被删除。' : '审计记录仍会保留，移除本身也会记入日志。'}</p>
  </AskDialog>
);

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
