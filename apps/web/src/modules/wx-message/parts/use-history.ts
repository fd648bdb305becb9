import { wxMessage, type WxMessage } from '@anlan/contract/modules/wx-message/views';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { watchFollower } from '#lib/follower-socket.ts';
import { onSignal } from '#lib/app-events.ts';
import { readHistory, readMissed, readOldest } from '../calls.ts';
import { hasMore, mergeMessages } from '../history-rules.ts';

export interface History {
  rows: readonly WxMessage[];
  state: 'coming' | 'failed' | 'there';
  error: Error | null;
  older: 'some' | 'coming' | 'failed' | 'none';
}

/** Polling interval while the live connection is interrupted, in milliseconds. */
const askMs = 10_000;
/** Number of the latest messages to refetch, because concurrent messages may arrive out of order. */
const overlap = 4;

const begun: History = { rows: [], state: 'coming', error: null, older: 'none' };
const parseMessage = (text: string) => z.decode(wxMessage, JSON.parse(text));

/**
 * Loads the messages of a follower: pages of 14 (ST-12) and live messages (ST-11). After a connection loss, fetches the
 * missed messages without duplicates.
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
  // `read`: the newest page is loaded. `isFetchPending`: after this load, fetch the missed messages.
  const read = useRef(false);
  const isFetchPending = useRef(false);
  const asking = useRef(false);
  const liveListener = useRef(onLive);
  useEffect(() => {
    liveListener.current = onLive;
  });

  const add = useCallback((incoming: readonly WxMessage[], change: Partial<History> = {}) => {
    const now = mergeMessages(rows.current, incoming);
    rows.current = now;
    setHistory((held) => ({ ...held, ...change, rows: now }));
  }, []);
  const follow = useCallback(
    async (shown: readonly WxMessage[]) => {
      const loadedIds = new Set(rows.current.map(({ id }) => id));
      const first = shown.at(-overlap) ?? shown[0];
      if (first === undefined) return setRound((before) => before + 1);
      let afterId = first.id;
      // After a long interruption, several requests are needed.
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop
        const missed = await readMissed(wxUserId, afterId).catch(() => []);
        const newest = missed.at(-1);
        if (newest === undefined || newest.id <= afterId) return;
        add(missed);
        for (const message of missed) if (!loadedIds.has(message.id)) liveListener.current(message);
        afterId = newest.id;
      }
    },
    [wxUserId, add],
  );

  useEffect(() => {
    const stop = new AbortController();
    // No message before the last message in `sure` is missing. Live messages may come after a gap.
    let sure: readonly WxMessage[] = [];
    const begin = async () => {
      const page = await readHistory(appId, wxUserId, startId, stop.signal);
      const older = hasMore(page) ? 'some' : 'none';
      sure = mergeMessages([], page);
      add(page, { error: null, older, ...(startId === undefined ? { state: 'there' } : {}) });
      if (startId === undefined) return;
      // The chat was opened at an old message. Fetch all messages after it, in large pages.
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
        if (isFetchPending.current) void follow(sure);
        isFetchPending.current = false;
      });
    return () => stop.abort();
  }, [appId, wxUserId, startId, round, add, follow]);

  useEffect(() => {
    const behind = () => {
      if (read.current) void follow(rows.current);
      else isFetchPending.current = true;
    };
    let stands = false;
    const stopLine = watchFollower(wxUserId, {
      onMessage: (text) => {
        const message = parseMessage(text);
        add([message]);
        liveListener.current(message);
      },
      onReconnect: behind,
      onStatus: (now) => {
        stands = now;
        setStanding(now);
      },
    });
    const stopBack = onSignal('back', behind);
    // While the live connection is interrupted, poll for missed messages.
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
    /** Whether the live channel is connected. */
    standing,
    older: () => void older(),
    again: () => {
      rows.current = [];
      setHistory(begun);
      setRound(round + 1);
    },
    /** Adds or replaces a message after sending or retrying. */
    add,
  };
}
