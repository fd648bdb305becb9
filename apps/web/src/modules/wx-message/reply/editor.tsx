import type { WxConversation, WxMessage } from '@anlan/contract/modules/wx-message/views';
import type { WxSendInput } from '@anlan/contract/modules/wx-message/inputs';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Switch } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { useDirty } from '#ui/tab-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { ChatIcon } from '#ui/chat-icon.tsx';
import { MaterialChoice } from '#widgets/wx-material/material-choice.tsx';
import { sendMessage, writeNote } from '../calls.ts';
import type { Looker } from '../parts/use-presence.ts';
import { useNow } from '../parts/use-now.ts';
import { kindNames } from '../words.ts';
import { changeDraft, holds, replyKinds, useDraft, useHasDrafts, type ReplyKind } from './drafts.ts';
import { Music } from './music.tsx';
import { QuickReplies } from './quick-replies.tsx';
import { TextInput } from './text-input.tsx';
import { afterSending, longestNote, longestText, toSend } from './build-message.ts';
import '../parts/reply.css';

const icons: Readonly<Record<ReplyKind, ReactElement>> = {
  text: <ChatIcon name="text" size={16} />,
  image: <Icon name="image" size={16} />,
  voice: <ChatIcon name="mic" size={16} />,
  video: <ChatIcon name="video" size={16} />,
  news: <Icon name="file" size={16} />,
  music: <ChatIcon name="music" size={16} />,
};
type Question = NonNullable<WxSendInput['sure']>[number];
const questions: readonly (readonly [Question, title: string])[] = [
  ['lastInWindow', '这是时限内的最后一条'],
  ['answeredMeanwhile', '同事已经回复'],
  ['takenByOther', '同事正在接待'],
];
/** A user counts as typing until this many milliseconds after the last key press. */
const writingMs = 6_000;

interface Props {
  conversation: WxConversation;
  seenId: string | undefined;
  lookers: readonly Looker[];
  onTyping: (typing: boolean) => void;
  onSent: (message: WxMessage) => void;
}

/**
 * Editor for replies (LY-16, VA-07 to VA-09). Each message type has a tab with its own draft. A switch changes to notes
 * for colleagues.
 */
export function ReplyEditor({ conversation, seenId, lookers, onTyping, onSent }: Props) {
  const { appId, wxUserId, windowEndsAt, windowLeft, subscribed } = conversation;
  const { modal } = App.useApp();
  const draft = useDraft(wxUserId);
  const { kind, isNote } = draft;
  const maySend = useHasPermit('wxmp:wxmsg:add');
  const mayNote = useHasPermit('wxmp:wxmsg:edit');
  const now = useNow();
  const [problem, setProblem] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useDirty(useHasDrafts(), true);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change: (next: Parameters<typeof changeDraft>[1]) => void = (next) => {
    setProblem(null);
    changeDraft(wxUserId, next);
  };
  const wrote = () => {
    onTyping(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onTyping(false), writingMs);
  };
  const done = () => {
    clearTimeout(timer.current);
    onTyping(false);
  };

  const send = useMutation({
    mutationFn: (input: WxSendInput) => sendMessage(input),
    onSuccess: (message, { repType }) => {
      change(afterSending(repType));
      done();
      onSent(message);
    },
    onError: (error, input) => {
      const questionErrors = error instanceof ApiError ? error.errors : [];
      const question = questions.find(([key]) => questionErrors.some(({ field }) => field === key));
      if (question === undefined) return setProblem(error.message);
      const [open, title] = question;
      const questionText = questionErrors.find(({ field }) => field === open)?.msg;
      void modal.confirm({
        title,
        content: questionText ?? error.message,
        okText: '仍要发送',
        cancelText: '再想想',
        onOk: () => send.mutate({ ...input, sure: [...(input.sure ?? []), open] }),
      });
    },
  });
  const note = useMutation({
    mutationFn: (text: string) => writeNote(wxUserId, text),
    onSuccess: (message) => {
      change({ note: '', isNote: false });
      onSent(message);
    },
    onError: (error) => setProblem(error.message),
  });

  const open = windowEndsAt !== null && windowEndsAt > now && windowLeft > 0 && subscribed;
  const busy = send.isPending || note.isPending;
  const submit = () => {
    if (busy) return;
    if (isNote) {
      const text = draft.note.trim();
      return text === '' ? setProblem('备注内容不能为空') : note.mutate(text);
    }
    if (!open) return;
    const written = toSend(draft, kind);
    if (typeof written === 'string') return setProblem(written);
    send.mutate({ appId, wxUserId, ...written, seenId: seenId ?? null });
  };
  const go = (step: number) => {
    const next = replyKinds[(replyKinds.indexOf(kind) + step + replyKinds.length) % replyKinds.length] ?? 'text';
    change({ kind: next });
    document.querySelector<HTMLElement>(`#reply-tab-${next}`)?.focus();
  };
  if (!maySend && !mayNote) return null;
  const writer = lookers.find(({ typing }) => typing);

  return (
    <div className={isNote ? 'reply to-colleagues' : 'reply'}>
      {!isNote && maySend && (
        <QuickReplies
          wxUserId={wxUserId}
          onChoose={(text) => {
            change({ kind: 'text', text: draft.text === '' ? text : `${draft.text}${text}` });
            document.querySelector<HTMLElement>('#reply-text')?.focus();
          }}
        />
      )}
      {!open && !isNote && (
        <p className="reply-closed" role="status">
          <Icon name="clock" size={16} />
          {subscribed
            ? windowEndsAt !== null && windowEndsAt > now
              ? '这段时限内的条数已用完，粉丝再次发言后可以继续回复'
              : '回复时限已过，粉丝再次发言后可以回复；可以先写好草稿'
            : '对方已取消关注，不能发送消息'}
        </p>
      )}
      <div className="reply-tabs">
        <div role="tablist" aria-label="回复类型">
          {replyKinds.map((each) => (
            <button
              key={each}
              id={`reply-tab-${each}`}
              type="button"
              role="tab"
              tabIndex={each === kind ? 0 : -1}
              aria-selected={!isNote && each === kind}
              aria-controls="reply-body"
              onClick={() => change({ kind: each, isNote: false })}
              onKeyDown={({ key }) => {
                if (key === 'ArrowRight') go(1);
                if (key === 'ArrowLeft') go(-1);
              }}
            >
              {icons[each]}
              {kindNames[each]}
              {holds(draft, each) && each !== kind && (
                <>
                  <span className="drafted" aria-hidden="true" />
                  <span className="unseen">有草稿</span>
                </>
              )}
            </button>
          ))}
        </div>
        {mayNote && (
          <span className="end">
            <Switch
              id="reply-note"
              size="small"
              aria-label="同事备注"
              checked={isNote}
              onChange={(next) => change({ isNote: next })}
            />
            <label htmlFor="reply-note">同事备注</label>
          </span>
        )}
      </div>
      <div className="reply-body" id="reply-body" role="tabpanel" aria-label={isNote ? '同事备注' : kindNames[kind]}>
        {isNote ? (
          <TextInput
            label="写给同事的备注，粉丝看不到"
            value={draft.note}
            max={longestNote}
            onChange={(text) => change({ note: text })}
            onSend={submit}
          />
        ) : kind === 'text' ? (
          <TextInput
            label="回复内容"
            value={draft.text}
            max={longestText}
            onChange={(text) => {
              change({ text });
              wrote();
            }}
            onSend={submit}
          />
        ) : kind === 'music' ? (
          <Music appId={appId} value={draft.music} onChange={(music) => change({ music })} />
        ) : (
          <MaterialChoice
            appId={appId}
            kind={kind}
            value={draft[kind]}
            onChange={(selectedItem) => change({ [kind]: selectedItem })}
          />
        )}
      </div>
      <div className="reply-foot">
        {isNote ? (
          <span>
            {[...draft.note].length} / {longestNote} · 粉丝看不到
          </span>
        ) : (
          kind === 'text' && (
            <span>
              {[...draft.text].length} / {longestText}
              {draft.text !== '' && ' · 草稿已存'}
            </span>
          )
        )}
        {problem && (
          <span className="reply-problem" role="alert">
            {problem}
          </span>
        )}
        {writer && !isNote && <span className="reply-problem">{writer.name}正在输入，可能会重复回复</span>}
        <span className="end">
          {!isNote && open && <span>{windowLeft === 1 ? '这是最后一条' : `发送后剩 ${windowLeft - 1} 条`}</span>}
          <Button
            type="primary"
            icon={<ChatIcon name="send" size={16} />}
            loading={busy}
            disabled={!isNote && (!open || !maySend)}
            onClick={submit}
            title="Ctrl + Enter"
          >
            {isNote ? '保存备注' : '发送'}
          </Button>
        </span>
      </div>
    </div>
  );
}
