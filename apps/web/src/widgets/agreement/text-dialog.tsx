import { dayOf } from '@anlan/contract/domain/instant';
import { contentNames, type ContentText, type ContentType } from '@anlan/contract/modules/content/text';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { Icon } from '#ui/icon.tsx';
import { SafeHtml } from '#ui/safe-html.tsx';
import { readText } from '#lib/content-calls.ts';
import './agreement.css';

interface Props {
  type: ContentType;
  tenantId: string | undefined;
  text?: ContentText | null | undefined;
  onClose: () => void;
}

/** Shows a public text in a dialog. It is plain HTML, because pages before sign-in do not load antd. */
export function TextDialog({ type, tenantId, text: initialText, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [read, setRead] = useState<ContentText | null | undefined>(initialText);
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const name = read?.title ?? contentNames[type];
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (initialText) return undefined;
    const leaving = new AbortController();
    readText(type, tenantId, leaving.signal).then(setRead, (error: unknown) => {
      if (!leaving.signal.aborted) setProblem(messageOf(error));
    });
    return () => leaving.abort();
  }, [type, tenantId, initialText, round]);
  return (
    <dialog ref={dialog} className="text-dialog" aria-label={name} onClose={onClose}>
      <header>
        <h2>{name}</h2>
        <button type="button" aria-label="关闭" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {/* Focusable, so that a text without links can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="text-dialog-body" tabIndex={0} role="region" aria-label="正文">
        {problem ? (
          <p role="alert">
            没有读到：{problem}
            <button
              type="button"
              className="btn"
              onClick={() => {
                setProblem(undefined);
                setRound(round + 1);
              }}
            >
              重试
            </button>
          </p>
        ) : read === undefined ? (
          <p role="status">正在读取…</p>
        ) : read === null ? (
          <p role="status">还没有发布{name}。</p>
        ) : (
          <>
            <p className="text-dialog-edition">
              第 {read.edition} 版 · {dayOf(read.publishedAt)} 发布
            </p>
            <SafeHtml html={read.content} />
          </>
        )}
      </div>
      <footer>
        <button type="button" className="btn main" onClick={() => dialog.current?.close()}>
          知道了
        </button>
      </footer>
    </dialog>
  );
}
