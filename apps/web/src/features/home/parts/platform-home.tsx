import type { Job } from '@anlan/contract/domain/job';
import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { nameOf } from '#widgets/tasks/rules.ts';
import { useTasks } from '#widgets/tasks/state.ts';
import { jobCount, latestJobs, tenantCounts } from '../calls.ts';
import { Greeting } from './greeting.tsx';
import { OwnTodos } from './own-todos.tsx';
import { Tile } from './tile.tsx';

const states: Record<Job['state'], [string, string]> = {
  waiting: ['等待', 'tone-grey'],
  running: ['进行中', 'tone-blue'],
  done: ['完成', 'tone-green'],
  failed: ['失败', 'tone-red'],
  cancelled: ['已取消', 'tone-grey'],
};
const tenants = '/upms/tenant/index';

/** The platform's day: tenants and long work; each number leads to the list that it counts. */
export function PlatformHome() {
  const { data, error, refetch } = useQuery(latestJobs);
  const { data: units } = useQuery(tenantCounts);
  const { open: openTasks } = useTasks();
  return (
    <>
      <Greeting>平台管理</Greeting>
      <div className="tiles">
        <Tile
          label="租户"
          unit="个"
          note={units?.frozen ? `含平台自己，停用 ${units.frozen} 个` : '使用中的单位，含平台自己'}
          count={useQuery({ ...tenantCounts, select: (counts) => counts.tenants })}
          to={tenants}
        />
        <Tile
          label="用户"
          unit="人"
          note="各单位和平台的账号"
          count={useQuery({ ...tenantCounts, select: ({ people }) => people })}
          to={tenants}
        />
        <Tile label="任务" unit="项" note="导入、导出等较长的工作" count={useQuery(jobCount)} onShow={openTasks} />
      </div>
      <div className="halves even">
        <OwnTodos />
        <Card
          title="最近的任务"
          more={
            <button type="button" className="link" onClick={openTasks}>
              全部
            </button>
          }
        >
          {error ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <Bones height={196} />
          ) : data.rows.length === 0 ? (
            <Empty icon="clock" title="还没有任务">
              导入、导出等较长的工作会列在这里。
            </Empty>
          ) : (
            <ul className="rows">
              {data.rows.map((job) => (
                <li key={job.id}>
                  <span className={`tag sq ${states[job.state][1]}`}>{states[job.state][0]}</span>
                  <span className="what">
                    {nameOf(job)}
                    {job.message && <small>{job.message}</small>}
                  </span>
                  <span className="when">{job.total === null ? job.done : `${job.done} / ${job.total}`}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}
