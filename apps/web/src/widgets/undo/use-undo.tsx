import { App } from 'antd';
import { Suspense, useCallback } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

const UndoNote = lazyPart(async () => (await import('./undo-note.tsx')).UndoNote);

let count = 0;

export interface Undoable {
  said: string;
  /**
   * Undoes the action. Sends the row version that the action created, so the server refuses the undo after later
   * changes. A returned text names the rows that could not be undone.
   */
  back: () => Promise<unknown>;
  undone?: string;
}

/** Shows a message with an undo button for ten seconds. */
export function useUndo(): (act: Undoable) => void {
  const { message } = App.useApp();
  return useCallback(
    (act: Undoable) => {
      count += 1;
      const key = `undo ${count}`;
      void message.success({
        key,
        // The note inside closes itself; its timer stops while it is hovered or focused.
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
