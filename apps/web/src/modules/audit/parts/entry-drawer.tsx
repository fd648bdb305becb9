import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { errorStack } from '../calls.ts';
import { browserName } from '../rules.ts';
import { Outcome } from './list-columns.tsx';
import './entry.css';

const shown = (text: string): string => text || '（空）';

export function EntryDrawer({ row, onClose }: { row: LogEntry; onClose: () => void }) {
  return (
    <TabDrawer open onClose={onClose} title={row.title} size={560}>
      <Entry row={row} />
    </TabDrawer>
  );
}

function Entry({ row }: { row: LogEntry }) {
  const facts: [string, ReactNode][] = [
    ['时间', formatInstant(row.createTime)],
    ['人员', row.createBy ?? '系统'],
    ['结果', <Outcome key="outcome" row={row} />],
    ['来源地址', row.remoteAddr],
    ['浏览器', browserName(row.userAgent)],
    ['请求编号', row.requestId],
    ['做了什么', `${row.createBy ?? '系统'} ${row.sentence}`],
    ['对象', [row.objectLabel, row.objectName].filter(Boolean).join(' ')],
    ['页面', row.url],
    ['说明', row.exception],
    ['补充', row.info],
  ];
  return (
    <div className="entry">
      <dl>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {row.changes.length > 0 && (
        <table>
          <caption>变更内容</caption>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">变更前</th>
              <th scope="col">变更后</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.map(({ field, label, was, now }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>
                  <del>{shown(was)}</del>
                </td>
                <td>
                  <ins>{shown(now)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {row.stack && <Stack id={row.id} stack={row.stack} />}
    </div>
  );
}

// Show raw lines first. Source positions follow when this release has source maps.
function Stack({ id, stack }: { id: string; stack: string }) {
  const { data } = useQuery(errorStack(id));
  const lines = data ?? stack.split('\n').map((raw) => ({ raw, source: null }));
  return (
    <details open>
      <summary>错误堆栈</summary>
      <pre>
        {lines.map(({ raw, source }, index) => (
          // Lines of a stack never move, and two may be the same.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            {source && <b className="entry-source">{`${source}\n`}</b>}
            {`${raw}\n`}
          </Fragment>
        ))}
      </pre>
    </details>
  );
}
