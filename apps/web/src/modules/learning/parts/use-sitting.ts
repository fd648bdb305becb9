import { crediting } from '@anlan/contract/modules/learning/crediting';
import { useQueryClient } from '@tanstack/react-query';
import type { SittingFace } from '@anlan/contract/modules/learning/face';
import { useCallback, useEffect, useRef, useState } from 'react';
import { learning, learningKey } from '../calls.ts';
import { Sitting, type SittingView } from './sitting.ts';

/** How a lesson is watched: begun by the person, reported while it plays, and credited by the server. */
export function useSitting(taskId: string, key: string) {
  const client = useQueryClient();
  const sitting = useRef<Sitting | null>(null);
  const sittingId = useRef('');
  /** Where the stretch began that has not been taken yet; null while nothing plays. */
  const since = useRef<number | null>(null);
  /** What the task was when it was last said. */
  const known = useRef<string | null>(null);
  const [view, setView] = useState<SittingView | null>(null);
  const [url, setUrl] = useState<{ url: string; type: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBeginning, setBeginning] = useState(false);

  const begin = useCallback(async () => {
    setBeginning(true);
    setProblem(null);
    try {
      const device = /Mobi|Android|iPhone/i.test(navigator.userAgent) ? '手机' : '电脑';
      const { id, ...state } = await learning.begin({ id: taskId, key, device }, { quiet: true });
      sittingId.current = id;
      sitting.current = new Sitting(id, state, setView);
      known.current = state.status;
      setView(sitting.current.view);
      setUrl(await learning.media({ id }, { quiet: true }));
      return true;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '没有打开，请重试');
      return false;
    } finally {
      setBeginning(false);
    }
  }, [taskId, key]);
  /** The address of what is shown has an end; a new one goes on at the same place. */
  const renew = useCallback(async () => {
    setUrl(await learning.media({ id: sittingId.current }, { quiet: true }));
  }, []);
  const flush = useCallback(
    async (at: number, goesOn: boolean) => {
      const from = since.current;
      since.current = goesOn ? at : null;
      if (sitting.current === null) return;
      await (from === null ? sitting.current.send() : sitting.current.take(from, at));
      const { status, lessonDone } = sitting.current.view.state;
      const moved = known.current !== null && known.current !== status;
      known.current = status;
      if (moved || lessonDone || !goesOn) void client.invalidateQueries({ queryKey: learningKey });
    },
    [client],
  );
  // What waits goes as soon as there is a network again.
  useEffect(() => {
    const send = () => void sitting.current?.send();
    const timer = setInterval(() => {
      if (sitting.current?.view.mode === 'full' || sitting.current?.view.mode === 'offline') send();
    }, crediting.beatMs / 3);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, []);
  return {
    view,
    url,
    problem,
    isBeginning,
    begin,
    renew,
    /** Something begins to play at a place, in milliseconds. */
    started: useCallback((at: number) => {
      since.current = at;
    }, []),
    /** What was played up to a place is taken; it plays on or not. */
    flush,
    /** The sitting. */
    id: useCallback(() => sittingId.current, []),
    /** A check was answered; what is known of the task may be another. */
    answered: useCallback(
      (face: SittingFace | null) => {
        sitting.current?.answered(face);
        void client.invalidateQueries({ queryKey: learningKey });
      },
      [client],
    ),
    reach: useCallback(() => sitting.current?.reach ?? 0, []),
    goesOn: useCallback(() => sitting.current?.goesOn ?? false, []),
    isBegun: view !== null,
  };
}
/** How a lesson is watched. */
export type UsedSitting = ReturnType<typeof useSitting>;
