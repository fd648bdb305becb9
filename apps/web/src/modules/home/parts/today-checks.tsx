import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { addressesOf } from '@anlan/contract/kit/measure';
import { riskCheckMeasures } from '@anlan/contract/modules/risk-check/measures';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { LevelMark } from '#widgets/risk-level/level.tsx';
import { checksToday } from '../checks/calls.ts';
import { HomeCard } from './home-card.tsx';

export function TodayChecks() {
  const looks = useHasPermit('bus:riskcheck:index');
  const read = useQuery({ ...checksToday, enabled: looks });
  if (!looks || (read.data && read.data.counts.today === 0 && read.data.counts.due === 0)) return null;
  const today = dayOf(new Date(read.dataUpdatedAt));
  return (
    <HomeCard
      title="今日排查"
      note={
        read.data && (
          <>
            应检 <span data-measure={riskCheckMeasures.today.key}>{read.data.counts.today}</span> 项，已检{' '}
            <span data-measure={riskCheckMeasures.done.key}>{read.data.counts.done}</span> 项
          </>
        )
      }
      height={196}
      of={read}
      more={() => (
        <Link className="link" to={addressesOf(riskCheckMeasures.today, { today })?.rows ?? ''}>
          全部
        </Link>
      )}
      empty={({ rows, counts }) =>
        rows.length > 0 ? null : counts.today > 0 ? '今天的排查都完成了' : '今天没有到期的排查任务'
      }
    >
      {({ rows }) => (
        <ul className="rows short danger-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <LevelMark level={row.level} />
              <span className="what">
                <Link className="link" to={`/bus/riskcheck/site?id=${row.id}`} title={row.pointName}>
                  {row.pointName}
                </Link>
              </span>
              <span className="turn-of">{row.ownerName}</span>
              <span className="when">{formatInstant(row.dueAt).slice(5, 16)} 前</span>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  );
}
