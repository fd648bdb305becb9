import { percentText } from '@anlan/contract/domain/number-text';
import { reportCalls } from '@anlan/contract/modules/report/calls';
import type { Filter } from '@anlan/contract/kit/resource';
import { report, reportStates, type Report } from '@anlan/contract/modules/report/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { column, one, tag, title } from '#kit/columns.tsx';
import { IndustryControl } from '#kit/heavy-controls.ts';
import { resourcePage, type PageOptions } from '#kit/resource-page.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { formatInstant } from '@anlan/contract/domain/instant';
import { DictTag } from '#widgets/dict-tag.tsx';
import { reports } from './calls.ts';
import { page } from './index.ts';
import { sheetOf } from './paths.ts';
import './parts/report.css';

const ReportState = ({ row: { status, missing, edition } }: { row: Report }) => (
  <span className="list-two">
    <span>
      <DictTag type="reportStatus" value={status} codes={reportStates} />
    </span>
    {missing ? <small className="report-missing">逾期未报</small> : edition > 0 && <small>第 {edition} 版</small>}
  </span>
);
const Days = ({ row: { dueOn, sentAt } }: { row: Report }) => (
  <span className="list-two">
    <span>{dueOn}</span>
    <small>{sentAt ? `${formatInstant(sentAt).slice(5, 16)} 上报` : '未上报'}</small>
  </span>
);
const percent = percentText;
const Figures = ({ row: { found: foundCount, accepted, onTimeRate, trainedRate } }: { row: Report }) =>
  foundCount === null ? (
    <span className="sub">上报后汇总</span>
  ) : (
    <span className="list-two">
      <span>
        发现 {foundCount} · 销号 {accepted}
      </span>
      <small>
        按期 {percent(onTimeRate)} · 培训 {percent(trainedRate)}
      </small>
    </span>
  );

/** Reminds the selected enterprises of missing reports. */
const Remind: NonNullable<PageOptions<typeof report>['bulk']> = ({ selection: chosen, onDone }) => {
  const client = useQueryClient();
  const { message } = App.useApp();
  const may = useHasPermit('bus:report:audit');
  const ids = chosen.kind === 'all' ? [] : [...chosen.ids];
  const run = useMutation({
    mutationFn: () => reports.remind({ ids }),
    onSuccess: async ({ reminded, left }) => {
      await client.invalidateQueries({ queryKey: ['report'] });
      void message.success(`已催报 ${reminded} 家${left > 0 ? `，${left} 份已上报、未到期或今天已催过` : ''}`);
      onDone();
    },
  });
  if (!may) return null;
  if (chosen.kind === 'all') return <span className="sub">催报请逐页勾选</span>;
  return (
    <Button type="primary" loading={run.isPending} disabled={ids.length === 0} onClick={() => run.mutate()}>
      催报
    </Button>
  );
};

const industry = filterOf<Filter<typeof report>>()({
  name: 'industry',
  label: '行业',
  more: true,
  control: ({ value, onChange, label }) => (
    <IndustryControl
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  ),
});

export const Screen = resourcePage(report, reportCalls, {
  ...page,
  columns: [
    title({ width: 190 }),
    column<Report>('state', '状态', (row) => <ReportState row={row} />, { width: 120 }),
    one('enterpriseId'),
    column<Report, 'dueOn'>('dueOn', '截止 / 上报', (row) => <Days row={row} />, { width: 140, sort: 'dueOn' }),
    column<Report>('figures', '系统数据', (row) => <Figures row={row} />, { width: 160 }),
    one('filler', { width: 90 }),
    tag('kind', { extra: true }),
  ],
  filters: ['period', 'status', 'regionCode', 'enterpriseId', industry],
  tabs: [
    { key: 'month', label: '月报', filter: { kind: ['month'] } },
    { key: 'waiting', label: '待审核', filter: { status: ['sent'] } },
    { key: 'missing', label: '逾期未报', filter: { missing: true }, isAlarm: true },
    { key: 'quarter', label: '季度隐患统计', filter: { kind: ['quarter'] } },
    { key: 'year', label: '年度隐患统计', filter: { kind: ['year'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  form: {
    rows: ['enterpriseId', ['kind', 'period'], 'mainWork', 'problems', 'nextPlan', 'remark', 'files'],
  },
  bulk: Remind,
  mayBulk: () => true,
  open: ({ id }) => sheetOf(id),
  actions: (row, { remove }) => [{ key: 'open', label: wordOf(row), to: sheetOf(row.id) }, ...remove],
  empty: '还没有月报。每月 1 日自动开放上月的填报。',
  removing: '只能删除还没有上报过的草稿。',
});

function wordOf({ abilities, status }: Report): string {
  if (abilities.includes('accept')) return '审核';
  if (abilities.includes('update')) return status === 'returned' ? '补报' : '填报';
  return '查看';
}
