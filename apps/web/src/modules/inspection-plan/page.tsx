import { dayOf } from '@anlan/contract/domain/instant';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import { inspectionPlanMeasures } from '@anlan/contract/modules/inspection-plan/measures';
import { MeasuredCount, MeasuredShare } from '#widgets/measured.tsx';
import { inspectionPlanCalls } from '@anlan/contract/modules/inspection-plan/calls';
import { inspectionPlan, type InspectionPlan } from '@anlan/contract/modules/inspection-plan/resource';
import { useQuery } from '@tanstack/react-query';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { page } from './index.ts';

const today = () => dayOf(new Date());

const { coverage } = api({ coverage: inspectionPlanCalls.coverage });
const { inspected } = enterpriseMeasures;
const thisYear = () => new Date().getFullYear();

function Coverage() {
  const year = thisYear();
  const { data } = useQuery(callQuery(['inspectionPlan', 'coverage', year], coverage, { year }));
  if (!data) return '　';
  const { planned, done, late } = inspectionPlanMeasures;
  return (
    <>
      {year} 年计划 <MeasuredCount measure={planned} value={data.planned} today={today()} /> 项，已检查{' '}
      <MeasuredCount measure={done} value={data.done} today={today()} /> 项
      {data.late > 0 && (
        <>
          ，逾期 <MeasuredCount measure={late} value={data.late} today={today()} tone="bad" /> 项
        </>
      )}
      ；检查覆盖{' '}
      <MeasuredShare measure={inspected} numerator={data.covered} denominator={data.enterprises} today={today()} />
    </>
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
