import type { Warning, WarningLevel } from '@anlan/contract/modules/warning/resource';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { leftText, levelDays, levelWords, sameDayAddress } from '../rules.ts';
import './warning.css';

const LevelMark = ({ level }: { level: WarningLevel }) => (
  <span className={`warning-level ${level}`} title={levelDays[level]}>
    {levelWords[level]}
  </span>
);

/** Shows the warning level. After expiry, it also names the activity that must stop. */
export function LevelCell({ row }: { row: Warning }) {
  if (row.level === null) return <span className="kit-none">—</span>;
  return (
    <span className="list-two">
      <LevelMark level={row.level} />
      {row.isBlocking && row.level === 'expired' && <small className="warning-stop">不得作业</small>}
    </span>
  );
}

export function DueCell({ row }: { row: Warning }) {
  const days = row.leftDays ?? 0;
  return (
    <span className="list-two">
      <span>{row.validTo}</span>
      <small className={row.level === 'expired' || row.level === 'urgent' ? `warning-left ${row.level}` : ''}>
        {leftText(days)}
      </small>
    </span>
  );
}

export function notesOf(row: Warning): ReactNode {
  if ((row.sameDay ?? 1) <= 1 && row.urgedAt === null && row.snoozedTo === null && row.ignoredUntil === null)
    return '—';
  return (
    <span className="warning-notes">
      {(row.sameDay ?? 1) > 1 && (
        <Link className="warning-note" to={sameDayAddress(row)} title="只看这一批">
          同日到期 {row.sameDay} 项
        </Link>
      )}
      {row.urgedAt !== null && <span className="warning-note urged">已催办</span>}
      {row.snoozedTo !== null && <span className="warning-note">{row.snoozedTo} 再提醒</span>}
      {row.status === 'ignored' && row.ignoredUntil !== null && (
        <span className="warning-note">忽略至 {row.ignoredUntil}</span>
      )}
    </span>
  );
}
