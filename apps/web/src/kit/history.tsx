import { describeChange } from '@anlan/contract/domain/act-sentence';
import type { HistoryRow } from '@anlan/contract/kit/state-machine';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Ago } from '#ui/time-ago.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { movedWord } from './move-rules.ts';
import { specOf, type AnyResource, type AnyRow, type Bound, type HistoryEntry } from './resource.ts';
import './form.css';

function wordOf(of: AnyResource, { move, changes }: HistoryRow): string {
  if (move === 'create') return `登记了这${of.counter}${of.label}`;
  if (move !== 'update') return movedWord(of, move);
  // A single change is the sentence itself; for several changes the sentence has their number, and they are listed
  // below it.
  const [only, ...more] = changes;
  return only && more.length === 0 ? describeChange(only) : `修改了 ${changes.length} 项内容`;
}

export function History({ bound, row }: { bound: Bound; row: Pick<AnyRow, 'id'> }) {
  const { of } = bound;
  const { data, error, refetch } = useQuery(bound.history(row.id));
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  if (data.length === 0) return <p className="sub">还没有记录</p>;
  return <HistoryList of={of} rows={data.toReversed()} />;
}

interface ListProps<R extends HistoryEntry> {
  of: AnyResource;
  /** The newest first. */
  rows: readonly R[];
  below?: (row: R) => ReactNode;
}

export const HistoryList = <R extends HistoryEntry>({ of, rows, below }: ListProps<R>) => (
  <ol className="kit-history">
    {rows.map((one) => (
      <Entry key={one.id} of={of} one={one} below={below?.(one)} />
    ))}
  </ol>
);

function Entry({ of, one, below }: { of: AnyResource; one: HistoryEntry; below: ReactNode }) {
  const { from, to, byName, at, note, files, changes, act } = one;
  const { label = '状态' } = of.states ? specOf(of, of.states.field) : {};
  return (
    <li>
      <p>
        <b>{byName ?? '系统'}</b> {act ?? wordOf(of, one)}
        {note && `：${note}`}
      </p>
      {changes.length > (act === undefined ? 1 : 0) && (
        <ul>
          {changes.map((change) => (
            <li key={change.field}>{describeChange(change)}</li>
          ))}
        </ul>
      )}
      <p className="kit-history-below">
        <Ago at={at} />
        {to !== null && to !== from && (
          <>
            {label}
            {from !== null && (
              <>
                由 <State of={of} value={from} /> 改
              </>
            )}
            为 <State of={of} value={to} />
          </>
        )}
      </p>
      {below}
      {files.length > 0 && <Gallery files={files} label="附件" />}
    </li>
  );
}

function State({ of, value }: { of: AnyResource; value: string }) {
  const { dictionary, codes } = specOf(of, of.states?.field ?? '');
  return dictionary ? <DictTag type={dictionary} value={value} {...(codes ? { codes } : {})} /> : <span>{value}</span>;
}
