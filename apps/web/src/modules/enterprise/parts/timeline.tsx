import { timelineKinds, type TimelineEntry, type TimelineKind } from '@anlan/contract/modules/enterprise/lifecycle';
import { closeReasons, resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { enterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Segmented, Timeline as Line } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { StoredFile } from '#widgets/stored-file.tsx';
import { FieldText } from './field-value.tsx';
import { actName, dossierPath, fieldsByName, nobodyName } from '../rules.ts';
import { enterpriseTimeline } from '../calls.ts';
import './lifecycle.css';

const few = 3;
const kinds: { value: TimelineKind | ''; label: string }[] = [
  { value: '', label: '全部' },
  ...(Object.keys(timelineKinds) as TimelineKind[]).map((value) => ({ value, label: timelineKinds[value] })),
];
const colours: Readonly<Record<TimelineKind, string>> = {
  status: 'var(--accent)',
  fields: 'var(--dot-grey)',
  files: 'var(--dot-green)',
  merge: 'var(--dot-orange)',
  transfer: 'var(--dot-yellow)',
};

export function Timeline({ id }: { id: string }) {
  const [kind, setKind] = useState<TimelineKind | ''>('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    enterpriseTimeline(id, kind === '' ? undefined : kind),
  );
  const entries = data?.pages.flatMap((piece) => piece.entries);
  return (
    <Card
      title="时间线"
      more={
        <Segmented
          className="timeline-kinds"
          size="small"
          aria-label="时间线类型"
          options={kinds}
          value={kind}
          onChange={setKind}
        />
      }
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="timeline-bones" role="status" aria-label="正在读取">
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      )}
      {entries?.length === 0 && (
        <p className="sub">{kind === '' ? '还没有记录' : `还没有“${timelineKinds[kind]}”类的记录`}</p>
      )}
      {entries && entries.length > 0 && (
        <Line
          className="timeline"
          items={entries.map((entry) => ({
            key: entry.id,
            color: colours[entry.kind],
            content: <Entry entry={entry} />,
          }))}
        />
      )}
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          加载更早的记录
        </Button>
      )}
    </Card>
  );
}

// Omit the changes of these calls: the initial values are already visible on the page.
const entryCalls = new Set(['enterprise.create', 'enterprise.apply']);

// Omit the street name when the street code changed too: both show the same text.
const changesOf = ({ changes }: TimelineEntry) =>
  changes.filter(
    ({ field }) =>
      fieldsByName.has(field) && (field !== 'townCode' || !changes.some((other) => other.field === 'town')),
  );

function Entry({ entry }: { entry: TimelineEntry }) {
  const [open, setOpen] = useState(false);
  const fieldChanges = entryCalls.has(entry.call) ? [] : changesOf(entry);
  const shown = open ? fieldChanges : fieldChanges.slice(0, few);
  return (
    <article className="timeline-entry">
      <header>
        <b>
          {entry.byName ?? nobodyName(entry.call)} {entry.call === '' ? '变更状态' : actName(entry.call)}
        </b>
        {entry.to && (
          <span className="timeline-move">
            状态
            {entry.from && (
              <>
                由 <DictTag type="enterpriseStatus" value={entry.from} codes={enterpriseStatus} /> 改
              </>
            )}
            为 <DictTag type="enterpriseStatus" value={entry.to} codes={enterpriseStatus} />
          </span>
        )}
        <small>
          <time>{formatInstant(entry.at)}</time>
        </small>
      </header>
      <Details entry={entry} />
      {entry.note && <p className="timeline-note">{entry.note}</p>}
      {shown.length > 0 && (
        <ul>
          {shown.map(({ field, before, after, was, now }) => {
            const fieldSpec = fieldsByName.get(field);
            return (
              fieldSpec && (
                <li key={field}>
                  把 {fieldSpec.label} 由{' '}
                  {fieldSpec.refersTo ? was || '—' : <FieldText field={fieldSpec} value={before} />} 改为{' '}
                  {fieldSpec.refersTo ? now || '—' : <FieldText field={fieldSpec} value={after} />}
                </li>
              )
            );
          })}
        </ul>
      )}
      {fieldChanges.length > few && (
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : `共改了 ${fieldChanges.length} 项`}
        </Button>
      )}
      {entry.files.map((url) => (
        <StoredFile key={url} url={url} label="附件" />
      ))}
    </article>
  );
}

function Details({ entry: { details } }: { entry: TimelineEntry }) {
  const { kind, fromOn, closedOn, reason, checklist, other } = details;
  const detailRows: [string, ReactNode][] = [
    ['kind', kind && <DictText key="kind" type="suspensionKind" value={kind} />],
    ['from', fromOn && `自 ${fromOn} 起`],
    ['reason', reason && wordOf(closeReasons, reason)],
    ['closed', closedOn && `日期 ${closedOn}`],
    [
      'checklist',
      checklist && `已确认 ${checklist.length} 项：${checklist.map((check) => wordOf(resumeChecks, check)).join('、')}`,
    ],
    [
      'other',
      other && (
        <Link key="other" className="link" to={dossierPath(other.id)}>
          {other.name}
        </Link>
      ),
    ],
  ];
  const shown = detailRows.filter(([, word]) => word);
  if (shown.length === 0) return null;
  return (
    <p className="timeline-details">
      {shown.map(([name, word]) => (
        <span key={name}>{word}</span>
      ))}
    </p>
  );
}

const wordOf = (words: Readonly<Record<string, string>>, code: string) => words[code] ?? code;
