import type { HistoryEntry } from '@anlan/contract/domain/audit';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Button, Timeline } from 'antd';
import { useState } from 'react';
import { Card } from '#ui/page-head.tsx';
import { Bones, LoadFailed } from '#ui/states.tsx';
import { enterpriseHistory } from '../calls.ts';
import { actName, fieldsByName } from '../rules.ts';
import { FieldText } from './field-text.tsx';

const few = 3;

/** What happened to the enterprise, newest first. */
export function History({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(enterpriseHistory(id));
  const [all, setAll] = useState(false);
  const shown = all ? data : data?.slice(0, 8);
  return (
    <Card title="变更记录">
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones height={96} />}
      {data?.length === 0 && <p className="sub">还没有变更</p>}
      {shown && shown.length > 0 && (
        <Timeline items={shown.map((entry) => ({ key: entry.id, content: <Entry entry={entry} /> }))} />
      )}
      {data && shown && data.length > shown.length && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          查看全部 {data.length} 条
        </Button>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const [open, setOpen] = useState(false);
  const told = entry.changes.filter(({ field }) => fieldsByName.has(field));
  const shown = open ? told : told.slice(0, few);
  return (
    <div className="history">
      <b>{actName(entry.call)}</b>
      <small>
        {entry.byName ?? '系统'} · {formatInstant(entry.at)}
      </small>
      {entry.call !== 'enterprise.create' && shown.length > 0 && (
        <ul>
          {shown.map(({ field, before, after }) => {
            const known = fieldsByName.get(field);
            return (
              known && (
                <li key={field}>
                  {known.label}：<FieldText field={known} value={before} />
                  <span aria-label="改为"> → </span>
                  <FieldText field={known} value={after} />
                </li>
              )
            );
          })}
        </ul>
      )}
      {entry.call !== 'enterprise.create' && told.length > few && (
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : `共改了 ${told.length} 项`}
        </Button>
      )}
    </div>
  );
}
