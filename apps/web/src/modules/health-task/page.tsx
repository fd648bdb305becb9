import { healthTaskCalls } from '@anlan/contract/modules/health-task/calls';
import { healthTask, type HealthTask } from '@anlan/contract/modules/health-task/resource';
import { Link } from 'react-router';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { page } from './index.ts';

const peoplePath = '/bus/nucleintask/info/people';

/** Links the counts to the records of individual people. Regulators see only the counts. */
const ByPerson: PagePart = () => {
  const may = useHasPermit('bus:nucleinrecord:index');
  return may ? (
    <Link className="btn" to={peoplePath}>
      按人员查看
    </Link>
  ) : null;
};

/** 健康检测 (RT-21): tasks with planned, completed and overdue counts. */
export const Screen = resourcePage(healthTask, healthTaskCalls, {
  ...page,
  columns: [
    title({ width: 220 }),
    tag('kind', { width: 120 }),
    two('endOn', 'startOn', { width: 120, title: '截止 / 开始' }),
    column<HealthTask>('far', '检测人数', (row) => <Far row={row} />, { width: 170 }),
    one('everyDays', { width: 100 }),
    one('department', { width: 110 }),
    one('enterpriseId'),
  ],
  filters: ['kind', 'endOn', 'enterpriseId'],
  form: {
    rows: ['enterpriseId', ['title', 'kind'], ['startOn', 'endOn'], ['everyDays', 'department'], 'posts', 'remark'],
  },
  buttons: ByPerson,
  actions: (row, { edit, remove }) => [
    ...(row.abilities.includes('update')
      ? [{ key: 'people', label: '登记', to: `${peoplePath}?taskId=${row.id}` }]
      : []),
    ...edit,
    ...remove,
  ],
  empty: '没有进行中的检测任务',
  removing: '还没有检测记录的任务才能删除。',
});

function Far({ row: { expected, done, abnormal, overdue } }: { row: HealthTask }) {
  return (
    <span className="list-two">
      <span>
        应检 {expected ?? 0} · 已检 {done ?? 0}
      </span>
      <small>
        <span className={abnormal ? 'red' : ''}>异常 {abnormal ?? 0}</span> ·{' '}
        <span className={overdue ? 'red' : ''}>逾期 {overdue ?? 0}</span>
      </small>
    </span>
  );
}
