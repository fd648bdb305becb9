import * as z from 'zod/mini';
import { lastFrameId, handleFrame } from './server-messages.ts';
import { waitWhileLeaving } from './page-unload.ts';
import { reportNoAnswer } from './connectivity.ts';
import { freshTokens } from './token-renewal.ts';
import { prefix } from './storage.ts';
import { tokens } from './tokens.ts';

export { onFrame } from './server-messages.ts';

// Close codes after which the client does not reconnect: session ended, screen locked, too many connections.
const refused = 4401;
const final = new Set([refused, 4423, 4429]);
const lost = 1006;
const longestWaitMs = 60_000;
const pingMs = 30_000;

/** Opens a WebSocket that reconnects. The callback gets each message; `again` is true after a reconnect. */
function openSocket(hear: (text: string, again: boolean) => void) {
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
    // Sends only while the socket is open: it may already be closing when an event or a timer fires.
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
      if (code === lost) void waitWhileLeaving().then(reportNoAnswer);
      if (!final.has(code)) later();
      // The refused token had expired or was renewed meanwhile. With another token the session continues, so reconnect.
      else if (code === refused) void freshTokens().then((held) => held && held.access !== shown && later());
    });
  }

  open();
  return {
    /** Reconnects at once, unless the socket is open or connecting. */
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

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('frame'), key: z.string(), text: z.string(), again: z.boolean() }),
  z.object({ kind: z.literal('wake'), key: z.string() }),
]);
type Said = z.output<typeof messageSchema>;

/**
 * Listens on the personal socket of the user. Returns a stop function. The browser tabs of a session share one socket.
 * The tab with the socket broadcasts each message. When this tab closes, another tab opens the socket (S64).
 */
export function listenLive(): () => void {
  const key = tokens()?.key ?? '';
  const shared = typeof BroadcastChannel !== 'undefined' && 'locks' in navigator;
  const channel = shared ? new BroadcastChannel(`${prefix}live`) : undefined;
  const asking = new AbortController();
  let line: ReturnType<typeof openSocket> | undefined;
  let release: (() => void) | undefined;

  const tell = (message: Said) => channel?.postMessage(message);
  const take = () => {
    line = openSocket((text, again) => {
      handleFrame(text, again);
      tell({ kind: 'frame', key, text, again });
    });
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(messageSchema, data);
    if (!read.success || read.data.key !== key) return;
    if (read.data.kind === 'wake') line?.wake();
    else handleFrame(read.data.text, read.data.again);
  });
  if (channel)
    void navigator.locks
      .request(`${prefix}live-${key}`, { signal: asking.signal }, async () => {
        take();
        await new Promise<void>((done) => (release = done));
      })
      .catch(() => {});
  else take();

  // When the page becomes visible or the network is back, reconnects at once.
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
