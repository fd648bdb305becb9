import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signal } from '#lib/signals.ts';
import { catchUp } from './catch-up.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let client: QueryClient;
let asked: string[];
let open: (() => void)[];
let failing: ReadonlySet<string>;
let stops: (() => void)[];

/** Something of the page that reads under this name; its answer comes when it is let come. */
function shown(name: string) {
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: async () => {
      asked.push(name);
      await new Promise<void>((done) => open.push(done));
      if (failing.has(name)) throw new Error('gone');
      return name;
    },
  });
  const stop = observer.subscribe(() => {});
  stops.push(stop);
  return stop;
}
/** Lets everything come that is under way, and what is asked for then. */
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
  [asked, open, failing, stops] = [[], [], new Set(['d']), []];
  stops = ['a', 'b', 'c', 'd', 'e'].map(shown);
  await come();
  await vi.advanceTimersByTimeAsync(60_000);
  failing = new Set();
  asked = [];
  stops.push(catchUp(client));
});
afterEach(() => {
  stops.forEach((stop) => stop());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('ST-10 after a loss the page is read anew three at a time, what failed first, and once for network and line', async () => {
  signal('back', undefined);
  signal('behind', undefined);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['d', 'a', 'b']);
  await come();
  expect(asked).toEqual(['d', 'a', 'b', 'c', 'e']);
  await vi.advanceTimersByTimeAsync(3_000);
  signal('behind', undefined);
  await vi.advanceTimersByTimeAsync(2_000);
  await come();
  expect(asked).toHaveLength(5);
});

it('ST-10 a page that nobody looks at waits, and what stands behind other tabs is read when somebody comes to it', async () => {
  stops[0]?.();
  look(false);
  signal('back', undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  look(true);
  await come();
  expect(asked.toSorted()).toEqual(['b', 'c', 'd', 'e']);
  stops.push(shown('a'));
  await come();
  expect(asked).toHaveLength(5);
  look(false);
  look(true);
  await come();
  expect(asked).toHaveLength(5);
});

it('what came to nothing while it was read, because all was lost once more, is read again', async () => {
  failing = new Set(['b']);
  signal('back', undefined);
  await vi.advanceTimersByTimeAsync(1_100);
  signal('back', undefined);
  await vi.advanceTimersByTimeAsync(1_100);
  await come();
  expect(asked).toHaveLength(5);
  failing = new Set();
  await vi.advanceTimersByTimeAsync(1_100);
  await come();
  expect(asked).toEqual(['d', 'a', 'b', 'c', 'e', 'b']);
});
