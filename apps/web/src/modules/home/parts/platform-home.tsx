import { numberText, sizeText } from '@anlan/contract/domain/number-text';
import { jobMeasures } from '@anlan/contract/modules/job/measures';
import { tenantMeasures } from '@anlan/contract/modules/tenant/measures';
import type { Job } from '@anlan/contract/modules/job/job';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { nameOf } from '#widgets/tasks/rules.ts';
import { useTasks } from '#widgets/tasks/job-state.ts';
import { jobCount, latestJobs, tenantCounts } from '../calls.ts';
import { Greeting } from './greeting.tsx';
import { HomeCard } from './home-card.tsx';
import { OwnTodos } from './own-todos.tsx';
import { Tile } from './tile.tsx';
import type { TroubleSelection } from './trouble-drawer.tsx';

const TroubleDrawer = lazyPart(async () => (await import('./trouble-drawer.tsx')).TroubleDrawer);

const states: Record<Job['state'], [string, string]> = {
  waiting: ['等待', 'tone-grey'],
  running: ['进行中', 'tone-blue'],
  done: ['完成', 'tone-green'],
  failed: ['失败', 'tone-red'],
  cancelled: ['已取消', 'tone-grey'],
};
const tenants = '/upms/tenant/index';

export function PlatformHome() {
  const { data, error, refetch } = useQuery(latestJobs);
  const { data: units } = useQuery(tenantCounts);
  const { open: openTasks } = useTasks();
  return (
    <>
      <Greeting>平台管理</Greeting>
      <div className="tiles">
        <Tile
          measure={tenantMeasures.tenants}
          note={units?.frozen ? `含平台自己，停用 ${units.frozen} 个` : '使用中的单位，含平台自己'}
          count={useQuery({ ...tenantCounts, select: (counts) => counts.tenants })}
          to={tenants}
        />
        <Tile
          measure={tenantMeasures.people}
          note="各单位和平台的账号"
          count={useQuery({ ...tenantCounts, select: ({ people }) => people })}
          to={tenants}
        />
        <Tile
          measure={jobMeasures.all}
          note="平台自己的导入、导出等工作"
          count={useQuery(jobCount)}
          onShow={openTasks}
        />
      </div>
      <Units />
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
            <Skeleton height={196} />
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

const shownUnits = 10;
const numbers = [
  { kind: 'errors', label: '页面错误（24 小时）', about: '24 小时内浏览器上报的页面错误', tone: 'bad' },
  { kind: 'failedJobs', label: '失败任务（7 天）', about: '7 天内失败的导入、导出等任务', tone: 'bad' },
  { kind: 'openJobs', label: '进行中任务', about: '正在等待或进行的任务', tone: '' },
] as const;

function Units() {
  const read = useQuery(tenantCounts);
  const [pressed, setPressed] = useState<TroubleSelection | null>(null);
  return (
    <>
      <HomeCard
        title="各单位运行情况"
        note="错误和失败多的在前"
        height={196}
        of={read}
        more={({ databaseBytes }) => `数据库 ${sizeText(databaseBytes)}`}
      >
        {({ units }) => (
          <>
            {/* This table is wider than a phone, so its scroll area must be keyboard focusable. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div className="sheet" tabIndex={0} role="region" aria-label="运行情况表">
              <table className="units" aria-label="各单位运行情况">
                <thead>
                  <tr>
                    <th scope="col">单位</th>
                    {numbers.map(({ kind, label, about }) => (
                      <th key={kind} scope="col" title={about}>
                        {label}
                      </th>
                    ))}
                    <th scope="col" title="全部文件的大小之和">
                      文件存储
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {units.slice(0, shownUnits).map(({ id, name, storedBytes, ...counts }) => (
                    <tr key={id}>
                      <th scope="row">
                        <Link to={`${tenants}?name=${encodeURIComponent(name)}`}>{name}</Link>
                      </th>
                      {numbers.map(({ kind, label, tone }) => (
                        <td key={kind} className={counts[kind] > 0 ? tone : ''}>
                          <Opens
                            name={`${name} ${label}`}
                            count={counts[kind]}
                            onOpen={() => setPressed({ kind, label, unit: { id, name } })}
                          />
                        </td>
                      ))}
                      <td>{sizeText(storedBytes)}</td>
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">合计 {numberText(units.length)} 个单位</th>
                    {numbers.map(({ kind, label }) => (
                      <td key={kind}>
                        <Opens
                          name={`合计 ${label}`}
                          count={units.reduce((sum, unit) => sum + unit[kind], 0)}
                          onOpen={() => setPressed({ kind, label, unit: null })}
                        />
                      </td>
                    ))}
                    <td>{sizeText(units.reduce((sum, { storedBytes }) => sum + storedBytes, 0))}</td>
                  </tr>
                </tfoot>
              </table>
            </div>
            {units.length > shownUnits && (
              <p className="ranking-rest">
                其余 {numberText(units.length - shownUnits)} 个单位见<Link to={tenants}>租户管理</Link>，已计入合计
              </p>
            )}
          </>
        )}
      </HomeCard>
      <Suspense fallback={null}>
        {pressed && (
          <TroubleDrawer key={`${pressed.kind} ${pressed.unit?.id}`} {...pressed} onClose={() => setPressed(null)} />
        )}
      </Suspense>
    </>
  );
}

const Opens = ({ name, count, onOpen }: { name: string; count: number; onOpen: () => void }) =>
  count === 0 ? (
    numberText(count)
  ) : (
    <button type="button" className="link bare" aria-label={`${name} ${count}`} onClick={onOpen}>
      {numberText(count)}
    </button>
  );
