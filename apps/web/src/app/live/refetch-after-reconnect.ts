import type { Query, QueryClient } from '@tanstack/react-query';
import { onSignal } from '#lib/app-events.ts';

const atOnce = 3;
/**
 * Queries fetched within this time (milliseconds) are not refetched. After an outage, the network and the event stream
 * both trigger a refetch.
 */
const freshMs = 15_000;
const settleMs = 300;
// Upper limit of a random delay in milliseconds: all users of a tenant reconnect at the same moment.
const spreadMs = 700;

const isFailed = ({ state }: Query) => state.status === 'error';
const isBehind = (query: Query) => isFailed(query) || query.state.dataUpdatedAt < Date.now() - freshMs;

/**
 * Refetches the visible queries after an outage of the network or event stream: a few at a time, failed queries first.
 * Background tabs and hidden pages refetch when they are shown. Returns a stop function.
 */
export function catchUp(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  let isRequested = false;
  let over = false;

  async function read() {
    isRequested = reading;
    if (reading || over) return;
    reading = true;
    await client.invalidateQueries({ predicate: isBehind, refetchType: 'none' });
    const shown = client.getQueryCache().findAll({ type: 'active', predicate: isBehind });
    const line = shown.toSorted((one, other) => Number(isFailed(other)) - Number(isFailed(one)));
    const turn = async () => {
      for (let query = line.shift(); query && !over; query = line.shift())
        await client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' });
    };
    await Promise.all(Array.from({ length: atOnce }, turn));
    reading = false;
    // The connection was lost again during this refetch, so refetch the failed queries.
    if (isRequested) ask();
  }
  const seen = () => {
    if (document.visibilityState === 'hidden') return;
    document.removeEventListener('visibilitychange', seen);
    void read();
  };
  function ask() {
    if (over) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        document.addEventListener('visibilitychange', seen);
        seen();
      },
      settleMs + Math.random() * spreadMs,
    );
  }
  const stops = [onSignal('back', ask), onSignal('behind', ask)];
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
    for (const stop of stops) stop();
  };
}
