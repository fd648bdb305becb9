import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { BoardShift } from '@anlan/contract/modules/shift/views';
import { shiftChecks } from '@anlan/contract/modules/shift/resource';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { onFrame } from '#lib/server-messages.ts';
import { usePerson } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { boardOf, shiftKey } from './calls.ts';
import { Panel } from './parts/panel.tsx';
import { beginOf, checkWords, firstAhead, isAhead, releaseOf, sumsOf, whenOf, foundOf } from './rules.ts';
import './parts/board.css';

function CheckMarks({ of }: { of: BoardShift }) {
  return (
    <span className="six" role="group" aria-label="六项核查">
      {shiftChecks.map((check) => {
        const [short, label] = checkWords[check];
        const checkResult = foundOf(of, check);
        const resultText = checkResult === undefined ? '未查' : checkResult.pass ? '通过' : '不通过';
        return (
          <i
            key={check}
            role="img"
            className={`six-one ${checkResult === undefined ? '' : checkResult.pass ? 'ok' : 'bad'}`}
            aria-label={`${label}：${resultText}`}
            title={`${label}：${resultText}`}
          >
            {checkResult?.pass === false ? '×' : short}
          </i>
        );
      })}
    </span>
  );
}

const clockOf = (at: Date) => formatInstant(at).slice(11, 16);
const heads = ['发车', '线路', '车辆 / 驾驶员', '载客', '六项核查', '放行', '状态'];
const names = [
  ['planned', '待发'],
  ['checked', '已安检'],
  ['departed', '已发班'],
  ['arrived', '已到达'],
  ['cancelled', '已取消'],
] as const;

/** 班次看板: departures of one day, with the failed checks that block a departure, and the release of a shift. */
export function Screen() {
  const [params, say] = useSearchParams();
  const [now, setNow] = useState(() => new Date());
  const [whole, setWhole] = useState(false);
  const narrow = useNarrow();
  const day = params.get('day') ?? dayOf(now);
  const whose = params.get('enterpriseId') ?? undefined;
  const isStaff = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  // The server sends this event when a shift or a fact that can block it changes (ST-10).
  useEffect(() => onFrame('AllShifts', () => void client.invalidateQueries({ queryKey: shiftKey })), [client]);
  const { data, error, refetch, dataUpdatedAt } = useQuery(boardOf(day, whose));
  const put = (patch: Record<string, string | undefined>) =>
    say(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(patch))
          if (value === undefined) next.delete(key);
          else next.set(key, value);
        return next;
      },
      { replace: true },
    );
  const stationId = params.get('station');
  const onlyHeld = params.get('held') === '1';
  const rows = (data?.shifts ?? []).filter(
    (one) =>
      (stationId === null || one.shift.fromStationId === stationId) &&
      (!onlyHeld || (isAhead(one) && releaseOf(one).tone === 'bad')),
  );
  const named = rows.find(({ shift }) => shift.id === params.get('id'));
  // On a phone the details cover the rows, so nothing is preselected.
  const selectedShift = named ?? (narrow ? undefined : (rows.find(isAhead) ?? rows[0]));
  const ahead = firstAhead(rows, now, day);
  const begin = whole ? 0 : beginOf(rows, ahead, named);
  const sums = sumsOf(data ?? { shifts: [] });
  return (
    <div className="shift-page">
      <PageHead
        title="班次看板"
        sub={
          data
            ? `${dayWords(day)} · ${data.stations.length} 个场站 · ${data.shifts.length} 班 · 实时，${clockOf(new Date(dataUpdatedAt))} 更新`
            : '　'
        }
        end={
          <>
            <button
              type="button"
              className="btn"
              aria-label="前一天"
              onClick={() => put({ day: addDays(day, -1), id: undefined })}
            >
              <Icon name="left" size={16} />
            </button>
            <span className="shift-day">{day.slice(5)}</span>
            <button
              type="button"
              className="btn"
              aria-label="后一天"
              onClick={() => put({ day: addDays(day, 1), id: undefined })}
            >
              <Icon name="right" size={16} />
            </button>
            <Link className="btn" to="/bus/shift/plan">
              班次计划
            </Link>
          </>
        }
      />
      {!isStaff && (
        <div className="shift-whose">
          <EnterpriseSelect
            aria-label="企业"
            placeholder="全部企业"
            value={whose ?? null}
            onChange={(id) => put({ enterpriseId: id ?? undefined, id: undefined })}
          />
        </div>
      )}
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data?.shifts.length === 0 && (
        <Empty icon="calendar" title="这一天没有班次">
          在“班次计划”中安排班次后，这里逐班核查、放行。
        </Empty>
      )}
      {data && data.shifts.length > 0 && (
        <div className="shift-board">
          <section className="shift-list" aria-label="班次">
            <div className="shift-sums">
              {names.map(([key, label]) => (
                <span key={key}>
                  {label} <b>{sums[key]}</b>
                </span>
              ))}
              <span>
                不放行 <b className={sums.held > 0 ? 'red' : ''}>{sums.held}</b>
              </span>
              <span className="shift-narrow">
                <Select
                  aria-label="场站"
                  variant="borderless"
                  value={stationId ?? ''}
                  onChange={(next) => put({ station: next || undefined })}
                  options={[
                    { value: '', label: '全部场站' },
                    ...data.stations.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
                <Checkbox checked={onlyHeld} onChange={({ target }) => put({ held: target.checked ? '1' : undefined })}>
                  只看不放行
                </Checkbox>
              </span>
            </div>
            <div className="shift-heads" aria-hidden>
              {heads.map((head) => (
                <span key={head}>{head}</span>
              ))}
            </div>
            <ol>
              {begin > 0 && (
                <li>
                  <button type="button" className="shift-earlier" onClick={() => setWhole(true)}>
                    更早的 {begin} 班
                  </button>
                </li>
              )}
              {rows.slice(begin).map((one, at) => (
                <Row
                  key={one.shift.id}
                  of={one}
                  now={now}
                  isSeveral={!isStaff && whose === undefined}
                  isOn={one.shift.id === selectedShift?.shift.id}
                  isFirstAhead={begin + at === ahead}
                  onChoose={() => put({ id: one.shift.id })}
                />
              ))}
            </ol>
            {rows.length === 0 && (
              <p className="sub shift-none">{onlyHeld ? '没有不放行的班次' : '这个场站当天没有班次'}</p>
            )}
            <p className="shift-legend">
              核查：{shiftChecks.map((check) => `${checkWords[check][0]} ${checkWords[check][1]}`).join(' · ')}
              <span>
                <i className="six-one ok">✓</i>通过 <i className="six-one bad">×</i>不通过 <i className="six-one" />
                未查
              </span>
            </p>
            {data.more && <p className="sub">只显示前 300 班，其余见“班次计划”。</p>}
          </section>
          {selectedShift &&
            (narrow ? (
              <TabDrawer open title="班次" placement="bottom" size="85%" onClose={() => put({ id: undefined })}>
                <Panel key={selectedShift.shift.id} of={selectedShift} />
              </TabDrawer>
            ) : (
              <Panel key={selectedShift.shift.id} of={selectedShift} />
            ))}
        </div>
      )}
    </div>
  );
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];
function dayWords(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${Number(month)}月${Number(date)}日星期${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}`;
}

interface RowProps {
  of: BoardShift;
  now: Date;
  isOn: boolean;
  isFirstAhead: boolean;
  /** Whether the board shows shifts of several enterprises. */
  isSeveral: boolean;
  onChoose: () => void;
}

function Row({ of, now, isOn, isFirstAhead, isSeveral, onChoose }: RowProps) {
  const narrow = useNarrow();
  const { shift, plateNo, plateColor, seats } = of;
  const release = releaseOf(of);
  const arrival = shift.arriveAt && dayOf(shift.arriveAt) > dayOf(shift.departAt) ? ' · 夜返' : '';
  return (
    <>
      {isFirstAhead && (
        <li className="shift-now" aria-hidden>
          现在 {clockOf(now)}
        </li>
      )}
      <li className={isOn ? 'on' : ''}>
        <button type="button" aria-current={isOn ? 'true' : undefined} onClick={onChoose}>
          <span className="shift-two">
            <b>{clockOf(shift.departAt)}</b>
            <small>{whenOf(of, now, clockOf)}</small>
          </span>
          <span className="shift-two shift-line">
            <span className="shift-way" title={`${shift.fromStationName} → ${shift.toStation}`}>
              <span>{shift.fromStationName}</span> → {shift.toStation}
            </span>
            <small>
              {isSeveral && `${shift.enterpriseName ?? ''} · `}
              {shift.distanceKm} km{arrival}
            </small>
          </span>
          <span className="shift-two">
            <span className={`plate ${plateColor}`}>{plateNo}</span>
            <small className={shift.driverId === null ? 'red' : ''}>
              {shift.driverId === null
                ? '未排驾驶员'
                : [shift.driverName, shift.relayDriverName].filter(Boolean).join('、')}
            </small>
          </span>
          <span className="shift-load">
            {shift.passengers ?? '—'}
            {shift.passengers !== null && seats !== null && ` / ${seats}`}
          </span>
          <CheckMarks of={of} />
          <span className="shift-release" data-tone={release.tone}>
            {release.text === '—' && narrow ? null : release.text}
          </span>
          <DictTag type="shiftStatus" value={shift.status} />
        </button>
      </li>
    </>
  );
}
