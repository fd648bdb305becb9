import { addDays, dayOf, isDay } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Card, PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { Overseen } from '#widgets/overseen-regions.tsx';
import { useAddressParams } from '../list-params.ts';
import { dangerStatistics, exportStatistics } from '../calls.ts';
import { StatisticsSides, StatisticsSums, StatisticsTable } from '../parts/statistics-tables.tsx';
import { groupOf, groupWords, spanOf, spans, type Group } from '../statistics.ts';
import '../parts/statistics.css';

const DayPicker = lazyPart(async () => (await import('#widgets/day-picker.tsx')).DayPicker);
const RegionSelect = lazyPart(async () => (await import('#widgets/region-select.tsx')).RegionSelect);

const dayIn = (text: string | null): string | undefined => (text !== null && isDay(text) ? text : undefined);

const thisDay = () => dayOf(new Date());

/** 隐患统计 by month, category, source or enterprise. Each number links to its rows. */
export function Screen() {
  const { said: params, put } = useAddressParams();
  const { message } = App.useApp();
  const { sysUser } = useCurrentUser();
  const several = sysUser.type !== 'enterprise';
  const mayExport = useHasPermit('bus:enterpriseexpinfo:export');
  const [taking, setTaking] = useState(false);
  const today = thisDay();
  const usual = spanOf('quarter', today);
  const [from, to] = [dayIn(params.get('from')) ?? usual.from, dayIn(params.get('to')) ?? usual.to];
  const region = params.get('region');
  const group = groupOf(params.get('group'), several);
  const input = { from, to, group, ...(region ? { region: [region] } : {}) };
  const { data, error, refetch } = useQuery(dangerStatistics(input));
  const named = (Object.keys(spans) as (keyof typeof spans)[]).find((key) => {
    const span = spanOf(key, today);
    return span.from === from && span.to === to;
  });
  const take = () => {
    setTaking(true);
    exportStatistics(input)
      .catch((failed: Error) => void message.error(failed.message))
      .finally(() => setTaking(false));
  };
  const groups = (Object.keys(groupWords) as Group[]).filter((one) => several || one !== 'enterprise');
  return (
    <>
      <PageHead
        title="隐患统计"
        sub={
          <>
            按发现日期统计 {from} 至 {to}，已作废的不计
            <Overseen />
          </>
        }
        end={
          mayExport && (
            <Button icon={<Icon name="upload" size={16} />} loading={taking} onClick={take}>
              导出
            </Button>
          )
        }
      />
      <search className="danger-sums-filters">
        <Segmented
          aria-label="统计期间"
          value={named ?? ''}
          options={Object.entries(spans).map(([value, label]) => ({ value, label }))}
          onChange={(key) => {
            const span = spanOf(key as keyof typeof spans, today);
            put({ from: span.from, to: span.to }, true);
          }}
        />
        <Suspense fallback={<Skeleton height={32} width={320} />}>
          <DayPicker aria-label="发现日期 从" value={from} onChange={(day) => put({ from: day }, true)} />
          <DayPicker aria-label="发现日期 到" value={to} onChange={(day) => put({ to: day }, true)} />
          {several && (
            <RegionSelect
              aria-label="区域"
              placeholder="区域"
              anyLevel
              value={region}
              onChange={(code) => put({ region: code }, true)}
            />
          )}
        </Suspense>
      </search>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && (
        <>
          <StatisticsSums read={data} area={region ?? undefined} />
          <Card title="轮到谁" note="截至今天，不限发现日期；超期算在等待的一方">
            <StatisticsSides read={data} area={region ?? undefined} several={several} />
          </Card>
          <Card
            title="分组明细"
            note={`共 ${data.lines.length} 组`}
            more={
              <Segmented
                aria-label="分组"
                value={group}
                options={groups.map((value) => ({ value, label: groupWords[value] }))}
                onChange={(next) => put({ group: next }, true)}
              />
            }
          >
            {data.lines.length === 0 ? (
              <Empty icon="check" title="这段时间没有发现隐患">
                {from > addDays(today, -31) ? '可以换一段更长的时间看看。' : null}
              </Empty>
            ) : (
              <StatisticsTable read={data} group={group} area={region ?? undefined} />
            )}
          </Card>
        </>
      )}
    </>
  );
}
