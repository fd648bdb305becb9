import { App } from 'antd';
import { useRef, useState } from 'react';
import { begin, beforeOf, goTo, markDone, markOwn, nextOf, resultOf, type Queue, type Queued } from './queue-rules.ts';

/** What the parts of a record know of the queue around it. */
export interface QueueStep {
  queue: Queue;
  /** Measure word of the records: 条, 家. */
  counter: string;
  /** What follows an act that goes on: 并看下一条, or 并结束 at the last. */
  onward: string;
  /** Goes back; null at the first. */
  before: (() => void) | null;
  /** Goes on without an act, or ends at the last. */
  next: () => void;
  /** Something was done with a record; `goesOn` where the next is wanted at once. */
  acted: (id: string, goesOn: boolean) => void;
  /** The person changes the record otherwise. */
  owns: () => void;
  /** Leaves the queue where it is. */
  leave: () => void;
}

/** Records one after the other; at the end it says what was done and gives way to the list. */
export function useQueue(line: readonly Queued[], counter: string, onClose: () => void): QueueStep {
  const { message } = App.useApp();
  const [queue, setQueue] = useState(() => begin(line));
  // An act may be answered after the next record was gone to.
  const latest = useRef(queue);
  const set = (next: Queue) => {
    latest.current = next;
    setQueue(next);
  };
  const end = (isOver: boolean) => {
    onClose();
    const said = resultOf(latest.current, isOver, counter);
    if (said !== null) void message.info(said, 5);
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
