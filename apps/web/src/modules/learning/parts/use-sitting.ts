import { crediting } from '@anlan/contract/modules/learning/time-credit';
import { useQueryClient } from '@tanstack/react-query';
import type { SittingFace } from '@anlan/contract/modules/learning/face';
import { useCallback, useEffect, useRef, useState } from 'react';
import { learning, learningKey } from '../calls.ts';
import { Sitting, type SittingView } from './sitting.ts';

export function useSitting(taskId: string, key: string) {
  const client = useQueryClient();
  const sitting = useRef<Sitting | null>(null);
  const sittingId = useRef('');
  /** Position where the current interval started, which is not yet in the queue. null: not playing. */
  const playStart = useRef<number | null>(null);
  const lastStatus = useRef<string | null>(null);
  const [view, setView] = useState<SittingView | null>(null);
  const [url, setUrl] = useState<{ url: string; type: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBeginning, setIsBeginning] = useState(false);

  const begin = useCallback(async () => {
    setIsBeginning(true);
    setProblem(null);
    try {
      const device = /Mobi|Android|iPhone/i.test(navigator.userAgent) ? '手机' : '电脑';
      const { id, ...state } = await learning.begin({ id: taskId, key, device }, { quiet: true });
      sittingId.current = id;
      sitting.current = new Sitting(id, state, setView);
      lastStatus.current = state.status;
      setView(sitting.current.view);
      setUrl(await learning.media({ id }, { quiet: true }));
      return true;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '没有打开，请重试');
      return false;
    } finally {
      setIsBeginning(false);
    }
  }, [taskId, key]);
  /** The address of a video or document expires. Playback continues at the same position with a new address. */
  const renew = useCallback(async () => {
    setUrl(await learning.media({ id: sittingId.current }, { quiet: true }));
  }, []);
  const flush = useCallback(
    async (at: number, goesOn: boolean) => {
      const from = playStart.current;
      playStart.current = goesOn ? at : null;
      if (sitting.current === null) return;
      await (from === null ? sitting.current.send() : sitting.current.addInterval(from, at));
      const { status, lessonDone } = sitting.current.view.state;
      const moved = lastStatus.current !== null && lastStatus.current !== status;
      lastStatus.current = status;
      if (moved || lessonDone || !goesOn) void client.invalidateQueries({ queryKey: learningKey });
    },
    [client],
  );
  // Send queued progress when the network is available again.
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
    /** Called when playback starts at a position, in milliseconds. */
    started: useCallback((at: number) => {
      playStart.current = at;
    }, []),
    /** Adds the interval up to a position to the queue. */
    flush,
    id: useCallback(() => sittingId.current, []),
    answered: useCallback(
      (face: SittingFace | null) => {
        sitting.current?.setFace(face);
        void client.invalidateQueries({ queryKey: learningKey });
      },
      [client],
    ),
    reach: useCallback(() => sitting.current?.reach ?? 0, []),
    goesOn: useCallback(() => sitting.current?.goesOn ?? false, []),
    isBegun: view !== null,
  };
}
export type UsedSitting = ReturnType<typeof useSitting>;
