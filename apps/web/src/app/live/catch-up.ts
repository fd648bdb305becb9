import type { Query, QueryClient } from '@tanstack/react-query';
import { onSignal } from '#lib/signals.ts';

/** So many are asked for at the same time; the others wait for their turn. */
const atOnce = 3;
/** What was read so lately is not read again: network and line come back one after the other. */
const freshMs = 15_000;
const settleMs = 300;
// Everybody of a unit comes back in the same moment.
const spreadMs = 700;

const isFailed = ({ state }: Query) => state.status === 'error';
const isBehind = (query: Query) => isFailed(query) || query.state.dataUpdatedAt < Date.now() - freshMs;

/**
 * Reads what stands on the page anew after the network, or the line over which the server tells, was lost: a few at a
 * time and what failed first. What is behind other tabs, and a page that nobody looks at, is read when somebody does.
 * The answer stops it.
 */
export function catchUp(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  let asked = false;
  let over = false;

  async function read() {
    asked = reading;
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
    // Lost once more meanwhile: what came to nothing is read again.
    if (asked) ask();
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
