import { numberText } from '@anlan/contract/domain/number-text';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { wxStatMeasures as measures } from '@anlan/contract/modules/wx-stat/measures';
import { wxStatKinds, type WxStatDay, type WxStatKind } from '@anlan/contract/modules/wx-stat/views';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { Suspense, useState } from 'react';
import { useHasPermit } from '#lib/current-user.ts';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { MeasuredCount } from '#widgets/measured.tsx';
import { NoAccount } from '#widgets/wx-material/no-account.tsx';
import { statDays } from './calls.ts';
import { page } from './index.ts';
import './stat.css';

const DayChart = lazyPart(async () => (await import('./day-chart.tsx')).DayChart);
const RowsDrawer = lazyPart(async () => (await import('./rows-drawer.tsx')).RowsDrawer);

const sumOf = (days: readonly WxStatDay[], kind: WxStatKind) => days.reduce((sum, one) => sum + one[kind], 0);

export function Screen() {
  const [appId, setAppId] = useState<string | undefined>();
  const [span, setSpan] = useState(30);
  const [open, setOpen] = useState<{ day: string; to: string; kind: WxStatKind } | null>(null);
  const mayOpen = useHasPermit('wxmp:wxmsg:index');
  const { data: accounts } = useQuery(accountChoices());
  const [today] = useState(() => dayOf(new Date()));
  const from = addDays(today, 1 - span);
  const { data, error, refetch } = useQuery(statDays(appId, from, today));
  const days = data?.days ?? [];
  return (
    <>
      <PageHead
        title={page.heading}
        sub={
          data ? (
            <>
              现有粉丝{' '}
              <MeasuredCount measure={measures.followers} value={data.followers} today={today} more={{ appId }} /> 位
            </>
          ) : (
            '　'
          )
        }
        end={
          <>
            <Select
              aria-label="公众号"
              className="stat-account"
              allowClear
              placeholder="全部公众号"
              value={appId ?? null}
              options={(accounts ?? []).map((one) => ({ value: one.appId, label: one.name }))}
              onChange={(next: string | undefined) => setAppId(next ?? undefined)}
            />
            <Segmented
              aria-label="时间范围"
              value={span}
              options={[7, 30, 90].map((value) => ({ value, label: `${value} 天` }))}
              onChange={(next) => setSpan(Number(next))}
            />
          </>
        }
      />
      <div className="card stat-page">
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={320} />}
        {accounts?.length === 0 && <NoAccount />}
        {data && accounts?.length !== 0 && (
          <>
            <dl className="stat-sums" aria-label={`最近 ${span} 天合计`}>
              {wxStatKinds.map((kind) => (
                <div key={kind}>
                  <dt title={measures[kind].definition}>{measures[kind].label}</dt>
                  <dd data-measure={measures[kind].key}>
                    <Opens
                      count={sumOf(days, kind)}
                      name={`最近 ${span} 天 ${measures[kind].label}`}
                      onOpen={mayOpen ? () => setOpen({ day: from, to: today, kind }) : undefined}
                    />
                  </dd>
                </div>
              ))}
            </dl>
            <div className="stat-chart">
              <Suspense fallback={null}>
                <DayChart days={days} />
              </Suspense>
            </div>
            {/* The table scrolls with the arrow keys if it is wider than the screen, so it must be keyboard focusable. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div className="stat-scroll" tabIndex={0} role="region" aria-label="每天的数字">
              <table className="stat-table">
                <thead>
                  <tr>
                    <th scope="col">日期</th>
                    {[...wxStatKinds, 'writers' as const].map((kind) => (
                      <th key={kind} scope="col" title={measures[kind].definition}>
                        {measures[kind].label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {days.map((one) => (
                    <tr key={one.day}>
                      <th scope="row">{one.day}</th>
                      {wxStatKinds.map((kind) => (
                        <td key={kind}>
                          <Opens
                            count={one[kind]}
                            name={`${one.day} ${measures[kind].label}`}
                            onOpen={mayOpen ? () => setOpen({ day: one.day, to: one.day, kind }) : undefined}
                          />
                        </td>
                      ))}
                      <td>{one.writers}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {open && (
          <RowsDrawer
            key={`${open.day} ${open.to} ${open.kind}`}
            appId={appId}
            {...open}
            label={measures[open.kind].label}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface OpensProps {
  count: number;
  name: string;
  /** Opens the counted messages. Undefined if the user has no right to read messages. */
  onOpen: (() => void) | undefined;
}

const Opens = ({ count, name, onOpen }: OpensProps) =>
  count > 0 && onOpen ? (
    <button type="button" className="link" aria-label={`${name} ${count}`} onClick={onOpen}>
      {numberText(count)}
    </button>
  ) : (
    <span className={count === 0 ? 'stat-none' : undefined}>{numberText(count)}</span>
  );
