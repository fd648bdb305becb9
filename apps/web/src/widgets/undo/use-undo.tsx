import { App } from 'antd';
import { Suspense, useCallback } from 'react';
import { later } from '#ui/later.tsx';

const UndoNote = later(async () => (await import('./undo-note.tsx')).UndoNote);

let count = 0;

/** An act that can be taken back. */
export interface Undoable {
  /** What was done: 已停用. */
  said: string;
  /**
   * Takes it back by an ordinary call with the version that the act had left: what changed since is refused. Words that
   * it answers say what could not be taken back of several.
   */
  back: () => Promise<unknown>;
  /** What is said then; 已撤销 where left out. */
  undone?: string;
}

/** Says that something was done, and offers for ten seconds to take it back. */
export function useUndo(): (act: Undoable) => void {
  const { message } = App.useApp();
  return useCallback(
    (act: Undoable) => {
      count += 1;
      const key = `undo ${count}`;
      void message.success({
        key,
        // It goes by itself, unless pointer or keyboard rest on it.
        duration: 0,
        content: (
          <Suspense fallback={act.said}>
            <UndoNote {...act} message={message} onClose={() => message.destroy(key)} />
          </Suspense>
        ),
      });
    },
    [message],
  );
}
