import {
  closeReasons,
  resumeChecks,
  timelineKinds,
  type TimelineEntry,
  type TimelineKind,
} from '@anlan/contract/modules/enterprise/lifecycle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { HistoryList } from '#kit/history.tsx';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { StoredFile } from '#widgets/stored-file.tsx';
import { dossierPath } from '../rules.ts';
import { enterprises, enterpriseTimeline, historyOf } from '../calls.ts';

const kinds: { value: TimelineKind | ''; label: string }[] = [
  { value: '', label: '全部' },
  ...(Object.keys(timelineKinds) as TimelineKind[]).map((value) => ({ value, label: timelineKinds[value] })),
];

export function Timeline({ id }: { id: string }) {
  const [kind, setKind] = useState<TimelineKind | ''>('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    enterpriseTimeline(id, kind === '' ? undefined : kind),
  );
  const rows = data?.pages.flatMap(({ entries }) => entries.map(historyOf));
  return (
    <Card
      title="时间线"
      more={<Segmented size="small" aria-label="时间线类型" options={kinds} value={kind} onChange={setKind} />}
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={156} />}
      {rows?.length === 0 && (
        <p className="sub">{kind === '' ? '还没有记录' : `还没有“${timelineKinds[kind]}”类的记录`}</p>
      )}
      {rows && rows.length > 0 && (
        <HistoryList of={enterprises.of} rows={rows} below={({ entry }) => <Details entry={entry} />} />
      )}
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          加载更早的记录
        </Button>
      )}
    </Card>
  );
}

const wordOf = (words: Readonly<Record<string, string>>, code: string) => words[code] ?? code;

function Details({ entry: { details, files } }: { entry: TimelineEntry }) {
  const { kind, fromOn, closedOn, reason, checklist, other } = details;
  const shown: [string, ReactNode][] = [
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
    ...files.map((url): [string, ReactNode] => [url, <StoredFile key={url} url={url} label="附件" />]),
  ];
  const parts = shown.filter(([, part]) => part);
  return (
    parts.length > 0 && (
      <p className="kit-history-below">
        {parts.map(([key, part]) => (
          <span key={key}>{part}</span>
        ))}
      </p>
    )
  );
}
