import * as z from 'zod/mini';
import { lastFrameId, takeFrame } from './frames.ts';
import { stays } from './leaving.ts';
import { missed } from './connectivity.ts';
import { freshTokens } from './renewal.ts';
import { prefix } from './storage.ts';
import { tokens } from './tokens.ts';

export { onFrame } from './frames.ts';

// Codes after which another try would be answered the same: ended, locked, opened in too many places.
const refused = 4401;
const final = new Set([refused, 4423, 4429]);
const lost = 1006;
const longestWaitMs = 60_000;
const pingMs = 30_000;

/** The socket itself, opened again after every loss; `hear` gets each text and whether it comes after a loss. */
function openLine(hear: (text: string, again: boolean) => void) {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed = 0;
  let again = false;
  let over = false;

  const later = () => {
    clearTimeout(timer);
    if (over || tokens() === null) return;
    const wait = Math.min(longestWaitMs, 1_000 * 2 ** failed) * (0.5 + Math.random() / 2);
    failed += 1;
    timer = setTimeout(open, wait);
  };

  function open() {
    const held = tokens();
    if (over || held === null) return;
    const { protocol, host } = location;
    const opened = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bus/ws/auth/${held.userId}`);
    socket = opened;
    let shown = '';
    let ping: ReturnType<typeof setInterval> | undefined;
    // It may be closing by the time that its own event or a clock comes round.
    const tell = (text: string) => opened.readyState === WebSocket.OPEN && opened.send(text);
    opened.addEventListener('open', () => {
      shown = tokens()?.access ?? '';
      tell(JSON.stringify({ type: 'auth', token: shown, lastId: lastFrameId() }));
      ping = setInterval(() => tell('{"type":"ping"}'), pingMs);
    });
    opened.addEventListener('message', ({ data }) => {
      const text = String(data);
      hear(text, again);
      if (!text.startsWith('{"type":"ready"')) return;
      failed = 0;
      again = false;
    });
    opened.addEventListener('close', ({ code }) => {
      clearInterval(ping);
      if (over) return;
      again = true;
      if (code === lost) void stays().then(missed);
      if (!final.has(code)) later();
      // The token had ended, or was renewed on the way: the session may go on under another.
      else if (code === refused) void freshTokens().then((held) => held && held.access !== shown && later());
    });
  }

  open();
  return {
    /** Does not wait for the next try. */
    wake() {
      if (over || socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) return;
      failed = 0;
      clearTimeout(timer);
      open();
    },
    close() {
      over = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}

const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('frame'), key: z.string(), text: z.string(), again: z.boolean() }),
  z.object({ kind: z.literal('wake'), key: z.string() }),
]);
type Said = z.output<typeof said>;

/**
 * Listen on the personal socket while the page stands; the answer stops it. Browser tabs of one session share a socket:
 * one of them holds it and tells the others, and when it goes the next one takes over where it stood (S64).
 */
export function listenLive(): () => void {
  const key = tokens()?.key ?? '';
  const shared = typeof BroadcastChannel !== 'undefined' && 'locks' in navigator;
  const channel = shared ? new BroadcastChannel(`${prefix}live`) : undefined;
  const asking = new AbortController();
  let line: ReturnType<typeof openLine> | undefined;
  let release: (() => void) | undefined;

  const tell = (message: Said) => channel?.postMessage(message);
  const take = () => {
    line = openLine((text, again) => {
      takeFrame(text, again);
      tell({ kind: 'frame', key, text, again });
    });
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(said, data);
    if (!read.success || read.data.key !== key) return;
    if (read.data.kind === 'wake') line?.wake();
    else takeFrame(read.data.text, read.data.again);
  });
  if (channel)
    void navigator.locks
      .request(`${prefix}live-${key}`, { signal: asking.signal }, async () => {
        take();
        await new Promise<void>((done) => (release = done));
      })
      .catch(() => {});
  else take();

  // A page that wakes up, or is back on the network, does not wait.
  const wake = () => {
    if (document.visibilityState === 'hidden') return;
    line?.wake();
    tell({ kind: 'wake', key });
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    asking.abort();
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    line?.close();
    release?.();
    channel?.close();
  };
}
