import type { WxConversation } from '@anlan/contract/modules/wx-message/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { endConversation, markUnread, takeConversation, wxKey } from '../calls.ts';
import { windowLeft, windowUntil } from '../rules.ts';
import { calledOf } from '../words.ts';
import { Avatar } from './avatar.tsx';
import { HandOver } from './hand-over.tsx';
import type { Looker } from './use-presence.ts';
import { useNow } from './use-now.ts';

interface Props {
  conversation: WxConversation;
  lookers: readonly Looker[];
  onBack?: (() => void) | undefined;
  onWho?: (() => void) | undefined;
}

export function ChatHead({ conversation, lookers, onBack, onWho }: Props) {
  const { wxUserId, appName, state, assigneeId, assigneeName, windowEndsAt, unread } = conversation;
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const { sysUser } = useCurrentUser();
  const mayEdit = useHasPermit('wxmp:wxmsg:edit');
  const [handing, setHanding] = useState(false);
  const now = useNow();
  const act = useMutation({
    mutationFn: (how: () => Promise<unknown>) => how(),
    onSuccess: () => client.invalidateQueries({ queryKey: wxKey }),
    onError: (error) => void message.error(error.message),
  });
  const left = windowLeft(windowEndsAt, conversation.windowLeft, now);
  const open = windowEndsAt !== null && windowEndsAt > now;
  const mine = assigneeId === sysUser.id;
  const take = () => act.mutate(() => takeConversation(wxUserId));
  const askTake = () => {
    if (assigneeId === null) return take();
    void modal.confirm({
      title: `${assigneeName}正在接待`,
      content: '接过来以后由您回复，对方会看到。',
      okText: '接过来',
      onOk: take,
    });
  };
  return (
    <header className="chat-head">
      {onBack && (
        <button type="button" className="icon-btn" aria-label="返回会话列表" onClick={onBack}>
          <Icon name="left" />
        </button>
      )}
      <h2 className="cut">{calledOf(conversation)}</h2>
      <span className="chat-meek cut">{appName}</span>
      <span className="end">
        {mayEdit && !mine && (
          <button type="button" className="btn" disabled={act.isPending} onClick={askTake}>
            接待
          </button>
        )}
        {mayEdit && (
          <button type="button" className="btn" onClick={() => setHanding(true)}>
            <ChatIcon name="swap" size={16} />
            移交
          </button>
        )}
        {mayEdit && state !== 'ended' && (
          <button
            type="button"
            className="btn chat-end"
            disabled={act.isPending}
            onClick={() => act.mutate(() => endConversation(wxUserId))}
          >
            结束会话
          </button>
        )}
        {(mayEdit || onWho) && (
          <DropMenu
            items={[
              ...(onWho ? [{ key: 'who', label: '粉丝资料' }] : []),
              ...(mayEdit && state !== 'ended' ? [{ key: 'end', label: '结束会话' }] : []),
              ...(mayEdit && unread === 0 ? [{ key: 'unread', label: '标为未读' }] : []),
            ]}
            within="body"
            onChoose={(key) => {
              if (key === 'who') onWho?.();
              else if (key === 'end') act.mutate(() => endConversation(wxUserId));
              else act.mutate(() => markUnread(wxUserId));
            }}
          >
            <button type="button" className="icon-btn" aria-label="更多">
              <Icon name="more" />
            </button>
          </DropMenu>
        )}
      </span>
      <div className="chat-head-line">
        <span className={left.soon ? 'window-left soon' : 'window-left'}>
          <Icon name="clock" size={14} />
          {open ? `${windowUntil(windowEndsAt, now)} · ${left.text}` : '回复时限已过，粉丝再次发言后可以回复'}
        </span>
        <span className="chat-people" role="status">
          {assigneeId === null ? (
            '未分派'
          ) : (
            <>
              <Avatar name={mine ? sysUser.nickName || sysUser.username : (assigneeName ?? '')} size="small" />
              {mine ? '您接待' : `${assigneeName}接待`}
            </>
          )}
          {lookers.slice(0, 2).map(({ userId, name, typing }) => (
            <span key={userId} className={typing ? 'looker typing' : 'looker'}>
              <Avatar name={name} size="small" />
              {name} {typing ? '正在输入' : '正在看'}
            </span>
          ))}
          {lookers.length > 2 && `等 ${lookers.length} 人`}
        </span>
      </div>
      {handing && <HandOver conversation={conversation} onClose={() => setHanding(false)} />}
    </header>
  );
}
