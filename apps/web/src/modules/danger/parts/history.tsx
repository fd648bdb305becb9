import { formatInstant } from '@anlan/contract/domain/instant';
import { sayChange } from '@anlan/contract/domain/sentence';
import { danger, dangerStates, type Danger } from '@anlan/contract/modules/danger/resource';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Bones, LoadFailed } from '#ui/states.tsx';
import { dangerHistory } from '../calls.ts';
import { turnWait, turnWork } from '../rules.ts';
import { dayOf } from '@anlan/contract/domain/instant';
import { PhotoRow } from './photos.tsx';
import './history.css';

const few = 8;
const today = () => dayOf(new Date());
const labels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(danger.states?.moves ?? {}).map(([name, { label }]) => [name, label]),
);
const nameOf = (move: string, to: string | null) =>
  move === 'create'
    ? to === 'submitted' || to === dangerStates.submitted
      ? '当场整改'
      : '发现隐患'
    : (labels[move] ?? '修改');
const told = (at: Date) => formatInstant(at).slice(5, 16);

/** What happened to a danger, newest first, and above it who is awaited. */
export function History({ row }: { row: Danger }) {
  const { data, error, refetch } = useQuery(dangerHistory(row.id));
  const [all, setAll] = useState(false);
  const newest = data ? [...data].sort((one, other) => other.at.getTime() - one.at.getTime()) : [];
  const entries = all ? newest : newest.slice(0, few);
  const wait = turnWait(row, today());
  return (
    <aside className="danger-history" aria-label="经过">
      <header>
        <h3>经过</h3>
        {data && data.length > few && (
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : `全部 ${data.length} 条`}
          </button>
        )}
      </header>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones height={160} />}
      <ol>
        {row.turn !== 'nobody' && (
          <li className="now">
            <b>
              {turnWork(row)} <span>{row.turnName}</span>
            </b>
            {wait && <small>{wait}</small>}
          </li>
        )}
        {entries.map((entry) => (
          <li key={entry.id} className={entry.move === 'create' ? 'found' : ''}>
            <b>
              {nameOf(entry.move, entry.to)} <span>{entry.byName ?? '系统'}</span>
            </b>
            {entry.note && <p>{entry.note}</p>}
            {entry.changes.map((change) => (
              <p key={change.field}>{sayChange(change)}</p>
            ))}
            {entry.files.length > 0 && <PhotoRow photos={entry.files} label="现场照片" />}
            <small>{told(entry.at)}</small>
          </li>
        ))}
      </ol>
    </aside>
  );
}
