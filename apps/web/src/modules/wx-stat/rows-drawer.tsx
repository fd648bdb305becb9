import { formatInstant } from '@anlan/contract/domain/instant';
import type { WxStatKind } from '@anlan/contract/modules/wx-stat/views';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { statRows } from './calls.ts';

interface Props {
  appId: string | undefined;
  day: string;
  /** The last day of the span. */
  to: string;
  kind: WxStatKind;
  label: string;
  onClose: () => void;
}

const shown: Readonly<Record<string, string>> = {
  image: '[图片]',
  voice: '[语音]',
  video: '[视频]',
  shortvideo: '[小视频]',
  location: '[位置]',
  news: '[图文]',
  music: '[音乐]',
  event: '',
};

export function RowsDrawer({ appId, day, to, kind, label, onClose }: Props) {
  const [at, setAt] = useState(1);
  const { data, error, refetch } = useQuery(statRows(appId, day, to, kind, at));
  return (
    <TabDrawer
      open
      size={520}
      title={`${day === to ? day : `${day} 至 ${to}`} ${label}${data ? `，${data.total} 条` : ''}`}
      onClose={onClose}
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      <ul className="stat-rows" aria-label={label}>
        {data?.rows.map((row) => (
          <li key={row.id}>
            <Link to={`/views/wxmp/wxmsg/index?wxUserId=${row.wxUserId}&message=${row.id}`}>
              <span className="stat-rows-line">
                <strong className="cut">{row.nickName}</strong>
                <span className="chat-meek">{formatInstant(row.createTime).slice(5, 16)}</span>
              </span>
              <span className="cut chat-meek">
                {shown[row.repType] ?? ''} {row.repContent ?? row.repName ?? ''}
                {row.failReason && <span className="bad"> {row.failReason}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data && data.total > 20 && (
        <Pagination align="end" size="small" current={at} pageSize={20} total={data.total} onChange={setAt} />
      )}
    </TabDrawer>
  );
}
