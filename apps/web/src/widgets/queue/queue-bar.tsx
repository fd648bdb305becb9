import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { singleKeys } from '#lib/single-key-shortcuts.ts';
import { Icon } from '#ui/icon.tsx';
import { nextOf } from './queue-rules.ts';
import type { QueueStep } from './use-queue.ts';
import './queue.css';

interface Props {
  /** `next` is null at the last record of a list that has no end action. */
  step: Pick<QueueStep, 'queue' | 'counter' | 'before'> & { next: (() => void) | null };
  isAsking?: boolean;
  act?: (() => void) | undefined;
}

// Elements that use letters or arrow keys themselves: shortcuts of the queue do not apply there.
const reservedFor =
  'input, textarea, select, [contenteditable=true], [role=menu], [role=tablist], [role=radiogroup], [role=slider]';

export function QueueBar({ step, isAsking = false, act }: Props) {
  const bar = useRef<HTMLSpanElement>(null);
  const { queue, counter, before, next } = step;
  const { at, line } = queue;
  const isLast = next !== null && nextOf(queue) === null;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (isAsking || event.isComposing || event.defaultPrevented || altKey || shiftKey) return;
      if (!(target instanceof Element)) return;
      const drawer = bar.current?.closest('[role=dialog]');
      if (target.closest('[role=dialog]') && !drawer?.contains(target)) return;
      const isLetter = key === 'j' || key === 'k';
      if (ctrlKey || metaKey) {
        if (key !== 'Enter' || !act) return;
        act();
      } else if (target.closest(reservedFor) || (isLetter && !singleKeys())) return;
      else if ((key === 'j' || key === 'ArrowRight') && next) next();
      else if ((key === 'k' || key === 'ArrowLeft') && before) before();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  useEffect(() => {
    const drawer = bar.current?.closest('[role=dialog]');
    drawer?.querySelector('.ant-drawer-body')?.scrollTo({ top: 0 });
    // The focused element may have disappeared with the former record; then the queue bar takes the focus.
    const held = document.activeElement;
    if (held === null || held === document.body || held.tagName === 'MAIN') bar.current?.focus({ preventScroll: true });
  }, [at]);
  return (
    <span ref={bar} className="queue-bar" role="group" aria-label="连续处理" tabIndex={-1}>
      <Button
        size="small"
        aria-label={`上一${counter}`}
        title={`上一${counter}（K 或 ←）`}
        disabled={before === null}
        icon={<Icon name="left" size={16} />}
        onClick={() => before?.()}
      />
      <span role="status">
        {at + 1}/{line.length}
      </span>
      <Button
        size="small"
        aria-label={isLast ? '结束连续处理' : `下一${counter}`}
        title={isLast ? '结束（J 或 →）' : `下一${counter}（J 或 →）`}
        disabled={next === null}
        icon={<Icon name={isLast ? 'check' : 'right'} size={16} />}
        onClick={() => next?.()}
      />
    </span>
  );
}
