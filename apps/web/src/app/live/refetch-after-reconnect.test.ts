import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signal } from '#lib/app-events.ts';
import { catchUp } from './refetch-after-reconnect.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let client: QueryClient;
let requestedNames: string[];
let open: (() => void)[];
let failing: ReadonlySet<string>;
let stops: (() => void)[];

function shown(name: string) {
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: async () => {
      requestedNames.push(name);
      await new Promise<void>((done) => open.push(done));
      if (failing.has(name)) throw new Error('gone');
      return name;
    },
  });
  const stop = observer.subscribe(() => {});
  stops.push(stop);
  return stop;
}
async function come() {
  do {
    open.splice(0).forEach((go) => go());
    await vi.advanceTimersByTimeAsync(1);
  } while (open.length > 0);
}
const look = (visible: boolean) => {
  page.visibilityState = visible ? 'visible' : 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnReconnect: false } },
  });
  [requestedNames, open, failing, stops] = [[], [], new Set(['d']), []];
  stops = ['a', 'b', 'c', 'd', 'e'].map(shown);
  await come();
  await vi.advanceTimersByTimeAsync(60_000);
  failing = new Set();
  requestedNames = [];
  stops.push(catchUp(client));
});
afterEach(() => {
  stops.forEach((stop) => stop());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('ST-10 refetches queries three at a time after a connection loss, failed queries first', async () => {
  signal('back', undefined);
  signal('behind', undefined);
  await vi.advanceTimersByTimeAsync(200);
  expect(requestedNames).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requestedNames).toEqual(['d', 'a', 'b']);
  await come();
  expect(requestedNames).toEqual(['d', 'a', 'b', 'c', 'e']);
  await vi.advanceTimersByTimeAsync(3_000);
  signal('behind', undefined);
  await vi.advanceTimersByTimeAsync(2_000);
  await come();
  expect(requestedNames).toHaveLength(5);
});

it('ST-10 refetches hidden pages and background tabs when they are shown', async () => {
  stops[0]?.();
  look(false);
  signal('back', undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestedNames).toEqual([]);
  look(true);
  await come();
  expect(requestedNames.toSorted()).toEqual(['b', 'c', 'd', 'e']);
  stops.push(shown('a'));
  await come();
  expect(requestedNames).toHaveLength(5);
  look(false);
  look(true);
  await come();
  expect(requestedNames).toHaveLength(5);
});

it('refetches queries again when the connection is lost during the refetch', async () => {
  failing = new Set(['b']);
  signal('back', undefined);
  await vi.advanceTimersByTimeAsync(1_100);
  signal('back', undefined);
  await vi.advanceTimersByTimeAsync(1_100);
  await come();
  expect(requestedNames).toHaveLength(5);
  failing = new Set();
  await vi.advanceTimersByTimeAsync(1_100);
  await come();
  expect(requestedNames).toEqual(['d', 'a', 'b', 'c', 'e', 'b']);
});
