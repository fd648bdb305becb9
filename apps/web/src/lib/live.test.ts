import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenLive } from './live.ts';
import { renewWith } from './token-renewal.ts';
import { dropTokens, setTokens, type Tokens } from './tokens.ts';

const held = (access: string, expiresAt: number): Tokens => ({
  key: 'k',
  access,
  refresh: `${access}-refresh`,
  expiresAt,
  tenantId: '1',
  userId: 'u',
});

class Line extends EventTarget {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  static all: Line[] = [];
  readyState = Line.CONNECTING;
  sentTexts: string[] = [];
  constructor() {
    super();
    Line.all.push(this);
  }
  send(text: string) {
    this.sentTexts.push(text);
  }
  /** Simulates a server that accepts the connection, reads the credentials and refuses them. */
  refuse(code: number) {
    this.readyState = Line.OPEN;
    this.dispatchEvent(new Event('open'));
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  close() {
    this.readyState = 3;
  }
}
const tokenIn = (line: Line | undefined): unknown => JSON.parse(line?.sentTexts[0] ?? '{}').token;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  Line.all = [];
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('location', { protocol: 'https:', host: 'aq.example.gov.cn' });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  dropTokens({ all: true });
});

it('ST-10 reconnects with the renewed token after the server refused an expired token', async () => {
  setTokens(held('first', Date.now() - 1));
  const refresh = async () => setTokens(held('second', Date.now() + 3_600_000));
  renewWith({ refresh, fromOtherTabs: async () => {} });
  stop = listenLive();
  Line.all[0]?.refuse(4401);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(Line.all).toHaveLength(2);
  Line.all[1]?.refuse(4401);
  expect(Line.all.map(tokenIn)).toEqual(['first', 'second']);
  // The session is over, so the client makes no further connection attempt.
  await vi.advanceTimersByTimeAsync(600_000);
  expect(Line.all).toHaveLength(2);
});
