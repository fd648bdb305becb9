import { App } from 'antd';
import { useRef, useState } from 'react';
import { begin, beforeOf, goTo, markDone, markOwn, nextOf, resultOf, type Queue, type Queued } from './queue-rules.ts';

export interface QueueStep {
  queue: Queue;
  /** Chinese counter word for the records, such as 条 or 家. */
  counter: string;
  /** Text added to a button that also continues: 并看下一条, or 并结束 at the last record. */
  onward: string;
  /** Goes back to the previous record; null at the first record. */
  before: (() => void) | null;
  next: () => void;
  /** Marks a record as processed. With `goesOn` it also opens the next record. */
  acted: (id: string, goesOn: boolean) => void;
  owns: () => void;
  leave: () => void;
}

export function useQueue(line: readonly Queued[], counter: string, onClose: () => void): QueueStep {
  const { message } = App.useApp();
  const [queue, setQueue] = useState(() => begin(line));
  // A ref to the newest queue: a response may arrive after the next record was opened.
  const latest = useRef(queue);
  const set = (next: Queue) => {
    latest.current = next;
    setQueue(next);
  };
  const end = (isOver: boolean) => {
    onClose();
    const summary = resultOf(latest.current, isOver, counter);
    if (summary !== null) void message.info(summary, 5);
  };
  const next = () => {
    const at = nextOf(latest.current);
    if (at === null) end(true);
    else set(goTo(latest.current, at));
  };
  const back = beforeOf(queue);
  return {
    queue,
    counter,
    onward: nextOf(queue) === null ? '并结束' : `并看下一${counter}`,
    before: back === null ? null : () => set(goTo(latest.current, back)),
    next,
    acted: (id, goesOn) => {
      set(markDone(latest.current, id));
      const { line: all, at } = latest.current;
      if (goesOn && all[at]?.id === id) next();
    },
    owns: () => {
      const { line: all, at } = latest.current;
      const id = all[at]?.id;
      if (id !== undefined) set(markOwn(latest.current, id));
    },
    leave: () => end(false),
  };
}
