import { wxMessage, type WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useCallback, useEffect, useRef, useState } from 'react';
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
/** So many that are shown are asked for again: of two that are written at once the younger may be told first. */
const overlap = 4;

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
  // Whether the newest page was read, and whether the line stood before it was: what came in between is asked for.
  const read = useRef(false);
  const owed = useRef(false);
  const asking = useRef(false);
  const tell = useRef(onLive);
  useEffect(() => {
    tell.current = onLive;
  });

  const add = useCallback((told: readonly WxMessage[], change: Partial<History> = {}) => {
    const now = merged(rows.current, told);
    rows.current = now;
    setHistory((held) => ({ ...held, ...change, rows: now }));
  }, []);
  const follow = useCallback(
    async (shown: readonly WxMessage[]) => {
      const known = new Set(rows.current.map(({ id }) => id));
      const first = shown.at(-overlap) ?? shown[0];
      if (first === undefined) return setRound((before) => before + 1);
      let afterId = first.id;
      // A long gap comes in several answers.
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop
        const missed = await readMissed(wxUserId, afterId).catch(() => []);
        const newest = missed.at(-1);
        if (newest === undefined || newest.id <= afterId) return;
        add(missed);
        for (const message of missed) if (!known.has(message.id)) tell.current(message);
        afterId = newest.id;
      }
    },
    [wxUserId, add],
  );

  useEffect(() => {
    const stop = new AbortController();
    // Up to here nothing is missing; what was heard meanwhile may have a gap before it.
    let sure: readonly WxMessage[] = [];
    const begin = async () => {
      const page = await readHistory(appId, wxUserId, startId, stop.signal);
      const older = hasMore(page) ? 'some' : 'none';
      sure = merged([], page);
      add(page, { error: null, older, ...(startId === undefined ? { state: 'there' } : {}) });
      if (startId === undefined) return;
      // Opened in the middle: what was said from there on follows, a good deal at a time.
      let next: readonly WxMessage[] = page.length > 0 ? page.slice(0, 1) : await readOldest(appId, wxUserId);
      add(next);
      for (let last = next.at(-1); last !== undefined && !stop.signal.aborted; last = next.at(-1)) {
        // oxlint-disable-next-line no-await-in-loop
        next = await readMissed(wxUserId, last.id);
        if (stop.signal.aborted) return;
        if (next.length > 0) sure = next;
        add(next, { state: 'there' });
      }
    };
    read.current = false;
    begin()
      .catch((error: unknown) => {
        if (!stop.signal.aborted && error instanceof Error) setHistory((held) => ({ ...held, state: 'failed', error }));
      })
      .finally(() => {
        if (stop.signal.aborted) return;
        read.current = true;
        if (owed.current) void follow(sure);
        owed.current = false;
      });
    return () => stop.abort();
  }, [appId, wxUserId, startId, round, add, follow]);

  useEffect(() => {
    const behind = () => {
      if (read.current) void follow(rows.current);
      else owed.current = true;
    };
    let stands = false;
    const stopLine = watchFollower(wxUserId, {
      hear: (text) => {
        const message = heard(text);
        add([message]);
        tell.current(message);
      },
      behind,
      standing: (now) => {
        stands = now;
        setStanding(now);
      },
    });
    const stopBack = onSignal('back', behind);
    // Where no socket gets through, what was missed is asked for now and then.
    const asking = setInterval(() => {
      if (!stands && document.visibilityState === 'visible') behind();
    }, askMs);
    return () => {
      clearInterval(asking);
      stopLine();
      stopBack();
    };
  }, [wxUserId, add, follow]);

  const older = async () => {
    const first = history.rows[0];
    if (first === undefined || asking.current) return;
    asking.current = true;
    setHistory((held) => ({ ...held, older: 'coming' }));
    try {
      const page = await readHistory(appId, wxUserId, first.id);
      add(page, { older: hasMore(page) ? 'some' : 'none' });
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
      rows.current = [];
      setHistory(begun);
      setRound(round + 1);
    },
    /** Puts a message among them: what was sent, or sent once more. */
    add,
  };
}
