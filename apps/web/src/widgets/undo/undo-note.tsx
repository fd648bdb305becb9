import { Button, type App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isOutdated, messageOf } from '#lib/api-error.ts';
import { onSignal } from '#lib/app-events.ts';
import type { Undoable } from './use-undo.tsx';

const usualMs = 10_000;

// The actions that can be undone; Ctrl+Z undoes the newest.
const standing: object[] = [];

interface Props extends Undoable {
  message: ReturnType<typeof App.useApp>['message'];
  /** Time until the note closes itself; default ten seconds. */
  shownMs?: number;
  /** Label of the button; default 撤销. */
  verb?: string;
  onClose: () => void;
}

export function UndoNote({
  said: summary,
  back,
  undone = '已撤销',
  verb = '撤销',
  shownMs = usualMs,
  message,
  onClose,
}: Props) {
  const [held, setHeld] = useState(false);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const close = useRef(onClose);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (held || isUnderWay) return undefined;
    const timer = setTimeout(close.current, shownMs);
    return () => clearTimeout(timer);
  }, [held, isUnderWay, shownMs]);
  const undo = async () => {
    if (isUnderWay) return;
    setIsUnderWay(true);
    try {
      const result = await back();
      if (typeof result === 'string') void message.warning(result, 6);
      else void message.success(undone);
    } catch (error) {
      if (error instanceof Error && isOutdated(error)) void message.warning('这条记录之后又被他人修改，没有撤销', 6);
      else void message.error(messageOf(error));
    }
    const isHere = box.current?.contains(document.activeElement);
    close.current();
    if (isHere) document.querySelector('main')?.focus({ preventScroll: true });
  };
  const press = useRef(undo);
  useEffect(() => {
    press.current = undo;
  });
  useEffect(() => {
    const self = {};
    standing.push(self);
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'z' || standing.at(-1) !== self) return;
      // Inside a text field Ctrl+Z undoes typing, so the key is not handled here.
      if (target instanceof Element && target.closest('input, textarea, [contenteditable=true]')) return;
      event.preventDefault();
      void press.current();
    };
    document.addEventListener('keydown', onKey);
    // Closes the message at sign-out: the next user of this browser must not undo the action.
    const stop = onSignal('ended', () => close.current());
    return () => {
      standing.splice(standing.indexOf(self), 1);
      document.removeEventListener('keydown', onKey);
      stop();
    };
  }, []);
  return (
    <span
      ref={box}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <span>{summary}</span>
      <Button
        type="link"
        size="small"
        title="Ctrl+Z"
        aria-keyshortcuts="Control+Z"
        loading={isUnderWay}
        onClick={() => void undo()}
      >
        {verb}
      </Button>
    </span>
  );
}
