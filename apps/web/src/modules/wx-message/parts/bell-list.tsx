import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { bellPage, endsFirst, markRead, wxKey } from '../calls.ts';
import { bellTime, windowLeft } from '../rules.ts';
import { shortText } from '../words.ts';
import { useNow } from './use-now.ts';
import './bell.css';

const centrePath = '/views/wxmp/wxmsg/index';

interface Props {
  unread: number;
  onClose: () => void;
}

/**
 * The list under the bell icon: the ten latest messages from followers, without events. Each shows account, user,
 * content and time (LY-15).
 */
export function BellList({ unread, onClose }: Props) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const narrow = useNarrow();
  const { message } = App.useApp();
  const mayEdit = useHasPermit('wxmp:wxmsg:edit');
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(bellPage());
  const { data: soonest } = useQuery(endsFirst());
  const rows = data?.rows ?? [];
  const open = ({ wxUserId }: WxMessage) => {
    onClose();
    void navigate(`${centrePath}?wxUserId=${wxUserId}`);
  };
  const read = useMutation({
    mutationFn: () =>
      Promise.all(rows.filter(({ countMsg = 0 }) => countMsg > 0).map(({ wxUserId }) => markRead({ wxUserId }))),
    onSuccess: () => client.invalidateQueries({ queryKey: wxKey }),
    onError: (failed) => void message.error(failed.message),
  });
  // When the list opens, move the focus into it. Escape moves the focus back.
  useEffect(() => {
    const from = document.activeElement;
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    box.current?.focus();
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('keydown', escape);
      if (from instanceof HTMLElement) from.focus({ preventScroll: true });
    };
  }, [onClose]);
  const now = useNow();
  const [first] = soonest?.rows ?? [];
  const left = first && windowLeft(first.windowEndsAt, first.windowLeft, now);
  return (
    <div ref={box} className="bell" role="dialog" aria-label="公众号消息" tabIndex={-1}>
      <header>
        <h2>公众号消息</h2>
        <span className="chat-meek">{unread} 条未读</span>
        {mayEdit && rows.some(({ countMsg = 0 }) => countMsg > 0) && (
          <button type="button" className="link bare" disabled={read.isPending} onClick={() => read.mutate()}>
            标为已读
          </button>
        )}
      </header>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="bell-bones">
          <Skeleton height={32} />
          <Skeleton height={32} />
          <Skeleton height={32} />
        </div>
      )}
      {data && rows.length === 0 && <Empty icon="chat" title="还没有粉丝消息" />}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              {!narrow && <th scope="col">公众号</th>}
              <th scope="col">用户</th>
              <th scope="col">内容</th>
              <th scope="col">时间</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={row.readFlag === '1' ? 'unread' : ''}>
                {!narrow && (
                  <td title={row.appName}>
                    {row.appLogo && <StoredPicture url={row.appLogo} label="" />}
                    {row.appName}
                  </td>
                )}
                <td>
                  <button type="button" onClick={() => open(row)} title={row.nickName}>
                    {row.nickName}
                  </button>
                </td>
                <td>
                  <div className="bell-line">
                    <span className="bell-said">{shortText(row)}</span>
                    {row.readFlag === '1' && (row.countMsg ?? 0) > 0 && (
                      <>
                        <span className="dot-count" aria-hidden="true">
                          {row.countMsg}
                        </span>
                        <span className="unseen">{row.countMsg} 条未读</span>
                      </>
                    )}
                  </div>
                </td>
                <td>{bellTime(row.createTime)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <footer>
        {first && left && first.windowEndsAt !== null && (
          <span className={left.soon ? 'window-left soon' : 'window-left'}>
            <Icon name="clock" size={14} />
            {first.nickName}的回复窗口{left.text.split(' · ')[0]?.replace('剩', '还剩')}
          </span>
        )}
        <Link className="link" to={centrePath} onClick={onClose}>
          进入消息中心
          <Icon name="right" size={14} />
        </Link>
      </footer>
    </div>
  );
}
