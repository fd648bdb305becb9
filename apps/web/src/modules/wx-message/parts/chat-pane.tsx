import type { WxConversation, WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { useTabActive } from '#ui/tab-context.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { conversationOf, dangersOf, followerFacts, keepPhoto, markRead, retryMessage, wxKey } from '../calls.ts';
import { reportOf } from '../report.ts';
import { ReplyEditor } from '../reply/editor.tsx';
import { beginsDay, dayLine } from '../rules.ts';
import { ChatHead } from './chat-head.tsx';
import { MessageView } from './message-view.tsx';
import { Scroller } from './scroller.tsx';
import { useHistory } from './use-history.ts';
import { usePresence } from './use-presence.ts';

interface Props {
  wxUserId: string;
  /** The message to open at, from a search. Default: the newest. */
  messageId?: string | undefined;
  /** Returns to the list. Set only on narrow screens. */
  onBack?: (() => void) | undefined;
  /** Shows the data of the follower. Set only if the follower pane is hidden. */
  onWho?: (() => void) | undefined;
}

/** The conversation with one follower (LY-16). */
export function ChatPane(props: Props) {
  const { data, error, refetch } = useQuery({ ...conversationOf(props.wxUserId), refetchInterval: 30_000 });
  if (error && !data)
    return (
      <section className="chat-pane" aria-label="会话">
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </section>
    );
  return (
    <section className="chat-pane" aria-label={data ? `与${data.nickName}的会话` : '会话'}>
      {data ? <Chat key={data.wxUserId} conversation={data} {...props} /> : <Skeleton height={56} />}
    </section>
  );
}

function Chat({ conversation, wxUserId, messageId, onBack, onWho }: Props & { conversation: WxConversation }) {
  const { appId, unread } = conversation;
  const client = useQueryClient();
  const navigate = useNavigate();
  const active = useTabActive();
  const { message: toast } = App.useApp();
  const mayEdit = useHasPermit('wxmp:wxmsg:edit');
  const maySend = useHasPermit('wxmp:wxmsg:add');
  const mayReport = useHasPermit('bus:enterpriseexpinfo:add');
  const [typing, setTyping] = useState(false);
  const { data: facts } = useQuery(followerFacts(wxUserId));
  const { data: dangers = [] } = useQuery(dangersOf(wxUserId));
  const lookers = usePresence(wxUserId, typing, active);

  const heard = useCallback(
    (message: WxMessage) => {
      void client.invalidateQueries({ queryKey: wxKey });
      // A message that arrives while the chat is visible is marked as read at once (ST-11).
      if (message.type === '1' && mayEdit && document.visibilityState === 'visible')
        void markRead({ id: message.id }).catch(() => undefined);
    },
    [client, mayEdit],
  );
  const { history, standing, older, again, add } = useHistory(appId, wxUserId, messageId, heard);

  const there = history.state === 'there';
  useEffect(() => {
    if (!there || unread === 0 || !mayEdit || !active || document.visibilityState === 'hidden') return;
    markRead({ wxUserId }).then(
      () => client.invalidateQueries({ queryKey: wxKey }),
      () => undefined,
    );
  }, [there, unread, mayEdit, active, wxUserId, client]);

  const retry = useMutation({
    mutationFn: ({ id }: WxMessage) => retryMessage(id),
    onSuccess: (message) => {
      add([message]);
      void client.invalidateQueries({ queryKey: wxKey });
    },
    onError: (error) => void toast.error(error.message),
  });
  const report = useMutation({
    mutationFn: ({ id }: WxMessage) => keepPhoto(id),
    onSuccess: (photo, message) => navigate(reportOf(history.rows, message, photo, facts?.enterprise?.id)),
    onError: (error) => void toast.error(error.message),
  });

  return (
    <>
      <ChatHead conversation={conversation} lookers={lookers} onBack={onBack} onWho={onWho} />
      {!standing && (
        <p className="chat-lost" role="status">
          实时消息已断开，正在重连；新消息会稍晚显示，不会遗漏
        </p>
      )}
      {history.state === 'failed' && history.error && <LoadFailed error={history.error} onRetry={again} />}
      {history.state === 'coming' && (
        <div className="hist conv-bones" role="status" aria-label="正在读取消息">
          <Skeleton width="60%" height={48} />
          <Skeleton width="40%" height={48} />
          <Skeleton width="70%" height={64} />
        </div>
      )}
      {there && history.rows.length === 0 && (
        <div className="hist">
          <Empty icon="chat" title="还没有消息" />
        </div>
      )}
      {there && history.rows.length > 0 && (
        <Scroller
          label="聊天记录"
          rows={history.rows}
          startId={messageId}
          older={history.older}
          onOlder={older}
          draw={(row, before) => (
            <>
              {beginsDay(row.createTime, before?.createTime) && (
                <span className="hist-day">{dayLine(row.createTime)}</span>
              )}
              <MessageView
                message={row}
                danger={dangers.find(({ messageId: of }) => of === row.id)}
                onDanger={mayReport && mayEdit ? (message) => report.mutate(message) : undefined}
                onRetry={maySend ? (message) => retry.mutate(message) : undefined}
                retrying={retry.isPending && retry.variables.id === row.id}
              />
            </>
          )}
        />
      )}
      <ReplyEditor
        conversation={conversation}
        seenId={history.rows.findLast(({ type }) => type !== '3')?.id}
        lookers={lookers}
        onTyping={setTyping}
        onSent={(message) => {
          add([message]);
          void client.invalidateQueries({ queryKey: wxKey });
        }}
      />
    </>
  );
}
