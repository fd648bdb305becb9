// Acts that cannot be undone after their call, because the call notifies people. The call waits, so that the person can
// take the act back (decision 0066).
import { App } from 'antd';
import { Suspense, useCallback, useSyncExternalStore } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

const UndoNote = lazyPart(async () => (await import('./undo-note.tsx')).UndoNote);

const waitMs = 5_000;

export interface Delayed {
  /** Identifies the act, such as the id of the record. */
  key: string;
  said: string;
  send: () => Promise<unknown>;
}

/** Ends the wait of an act: sends its call, or takes it back. */
type End = (isTakenBack: boolean) => void;
const waiting = new Map<string, End>();
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listen) => listen());

// A page that is about to close sends what waits.
const flush = () => [...waiting.values()].forEach((end) => end(false));
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flush();
});
addEventListener('pagehide', flush);

export function useDelayed(): (act: Delayed) => void {
  const { message } = App.useApp();
  return useCallback(
    ({ key, said, send }: Delayed) => {
      const note = `delayed ${key}`;
      const end: End = (isTakenBack) => {
        if (waiting.get(key) !== end) return;
        waiting.delete(key);
        tell();
        message.destroy(note);
        if (!isTakenBack) void send();
      };
      waiting.get(key)?.(true);
      waiting.set(key, end);
      tell();
      const back = () => Promise.resolve(end(true));
      void message.success({
        key: note,
        duration: 0,
        content: (
          <Suspense fallback={said}>
            <UndoNote
              {...{ said, back, message }}
              verb="撤回"
              undone="已撤回"
              shownMs={waitMs}
              onClose={() => end(false)}
            />
          </Suspense>
        ),
      });
    },
    [message],
  );
}

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};
/** Whether the call of this act waits, and how to take it back. */
export function useWaiting(key: string): (() => void) | null {
  const end = useSyncExternalStore(subscribe, () => waiting.get(key) ?? null);
  return end && (() => end(true));
}
