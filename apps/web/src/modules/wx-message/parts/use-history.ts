import { wxMessage, type WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { watchFollower } from '#lib/follower-line.ts';
import { onSignal } from '#lib/signals.ts';
import { readHistory, readMissed, readOldest } from '../calls.ts';
import { hasMore, merged } from '../history-rules.ts';

/** How the history of a follower stands. */
export interface History {
  rows: readonly WxMessage[];
  /** Whether the newest page is there. */
  state: 'coming' | 'failed' | 'there';
  error: Error | null;
  older: 'some' | 'coming' | 'failed' | 'none';
}

/** So often messages are asked for while the line is down. */
const askMs = 10_000;

const begun: History = { rows: [], state: 'coming', error: null, older: 'none' };
const heard = (text: string) => z.decode(wxMessage, JSON.parse(text));

/**
 * What was said with a follower: pages of 14, older ones on demand (ST-12), live ones as they come (ST-11). After a loss
 * of the line what was missed is fetched, none twice.
 */
export function useHistory(
  appId: string,
  wxUserId: string,
  startId: string | undefined,
  onLive: (message: WxMessage) => void,
) {
  const [history, setHistory] = useState(begun);
  const [standing, setStanding] = useState(true);
  const [round, setRound] = useState(0);
  const rows = useRef<readonly WxMessage[]>([]);
  const asking = useRef(false);
  const tell = useRef(onLive);
  useEffect(() => {
    tell.current = onLive;
    rows.current = history.rows;
  });

  const add = (told: readonly WxMessage[]) => setHistory((held) => ({ ...held, rows: merged(held.rows, told) }));

  useEffect(() => {
    const stop = new AbortController();
    const begin = async () => {
      const page = await readHistory(appId, wxUserId, startId, stop.signal);
      setHistory((held) => ({
        rows: merged(held.rows, page),
        state: startId === undefined ? 'there' : held.state,
        error: null,
        older: hasMore(page) ? 'some' : 'none',
      }));
      if (startId === undefined) return;
      // Opened in the middle: what was said from there on follows, a good deal at a time.
      let next: readonly WxMessage[] = page.length > 0 ? page.slice(0, 1) : await readOldest(appId, wxUserId);
      add(next);
      for (let last = next.at(-1); last !== undefined && !stop.signal.aborted; last = next.at(-1)) {
        // oxlint-disable-next-line no-await-in-loop
        next = await readMissed(wxUserId, last.id);
        if (stop.signal.aborted) return;
        setHistory((held) => ({ ...held, state: 'there', rows: merged(held.rows, next) }));
      }
    };
    begin().catch((error: unknown) => {
      if (!stop.signal.aborted && error instanceof Error) setHistory((held) => ({ ...held, state: 'failed', error }));
    });
    return () => stop.abort();
  }, [appId, wxUserId, startId, round]);

  useEffect(() => {
    const behind = async () => {
      const last = rows.current.at(-1);
      if (last === undefined) return setRound((before) => before + 1);
      // A long gap comes in several answers.
      let afterId = last.id;
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop
        const missed = await readMissed(wxUserId, afterId).catch(() => []);
        const newest = missed.at(-1);
        if (newest === undefined || newest.id <= afterId) return;
        add(missed);
        for (const message of missed) tell.current(message);
        afterId = newest.id;
      }
    };
    let stands = false;
    const stopLine = watchFollower(wxUserId, {
      hear: (text) => {
        const message = heard(text);
        add([message]);
        tell.current(message);
      },
      behind: () => void behind(),
      standing: (now) => {
        stands = now;
        setStanding(now);
      },
    });
    const stopBack = onSignal('back', () => void behind());
    // Where no socket gets through, what was missed is asked for now and then.
    const asking = setInterval(() => {
      if (!stands && document.visibilityState === 'visible') void behind();
    }, askMs);
    return () => {
      clearInterval(asking);
      stopLine();
      stopBack();
    };
  }, [wxUserId]);

  const older = async () => {
    const first = history.rows[0];
    if (first === undefined || asking.current) return;
    asking.current = true;
    setHistory((held) => ({ ...held, older: 'coming' }));
    try {
      const page = await readHistory(appId, wxUserId, first.id);
      setHistory((held) => ({
        ...held,
        rows: merged(held.rows, page),
        older: hasMore(page) ? 'some' : 'none',
      }));
    } catch {
      setHistory((held) => ({ ...held, older: 'failed' }));
    } finally {
      asking.current = false;
    }
  };
  return {
    history,
    /** Whether live messages arrive. */
    standing,
    older: () => void older(),
    again: () => {
      setHistory(begun);
      setRound(round + 1);
    },
    /** Puts a message among them: what was sent, or sent once more. */
    add,
  };
}
