import { shareText } from '@anlan/contract/domain/number-text';
import { inspectionPlanCalls } from '@anlan/contract/modules/inspection-plan/calls';
import { inspectionPlan, type InspectionPlan } from '@anlan/contract/modules/inspection-plan/resource';
import { useQuery } from '@tanstack/react-query';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { api } from '#lib/api.ts';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { page } from './index.ts';

const { coverage } = api({ coverage: inspectionPlanCalls.coverage });
const thisYear = () => new Date().getFullYear();

function Coverage() {
  const year = thisYear();
  const { data } = useQuery({
    queryKey: ['inspectionPlan', 'coverage', year],
    queryFn: ({ signal }) => coverage({ year }, { signal, quiet: true }),
  });
  if (!data) return '　';
  const share = shareText(data.covered, data.enterprises);
  return (
    <span title="检查覆盖 = 今年至少接受过一次监管检查的在营和停业企业 ÷ 全部在营和停业企业">
      {year} 年计划 {data.planned} 项，已检查 {data.done} 项
      {data.late > 0 && <span className="bad">，逾期 {data.late} 项</span>}；检查覆盖 {data.covered} /{' '}
      {data.enterprises} 家（{share}）
    </span>
  );
}

const State = ({ state }: { state: InspectionPlan['state'] }) => (
  <span>
    <DictTag type="inspectionPlanState" value={state ?? 'planned'} />
  </span>
);
const When = ({ row: { year, period } }: { row: InspectionPlan }) => (
  <>
    {year} 年 <DictText type="inspectionPeriod" value={period} />
  </>
);

export const Screen = resourcePage(inspectionPlan, inspectionPlanCalls, {
  ...page,
  columns: [
    title({ width: 180 }),
    column('done', '进度', (row) => <State state={row.state} />, { width: 88 }),
    one('enterpriseId'),
    column('when', '计划时间', (row) => <When row={row} />, { width: 132 }),
    tag('kind', { width: 112 }),
    one('inspectors', { width: 140 }),
    one('dueOn'),
  ],
  filters: ['year', 'period', 'kind', 'enterpriseId'],
  form: { rows: ['enterpriseId', 'subject', ['year', 'period'], ['kind', 'inspectors']] },
  actionsWidth: 176,
  summary: Coverage,
  actions: (row, { edit, remove }) => [
    row.inspectionId
      ? { key: 'read', label: '查看检查', to: `/bus/inspection/site?id=${row.inspectionId}` }
      : { key: 'start', label: '开始检查', to: `/bus/inspection/index?plan=${row.id}` },
    ...edit,
    ...(row.inspectionId ? [] : remove),
  ],
  empty: '还没有检查计划，可以按年度逐家新增',
});
