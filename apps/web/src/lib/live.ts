import * as z from 'zod/mini';
import { signal } from './signals.ts';
import { tokens } from './tokens.ts';

const frame = z.object({ type: z.string(), data: z.optional(z.object({ msg: z.optional(z.string()) })) });
// Codes after which another try would be answered the same: ended, locked, opened in too many places.
const final = new Set([4401, 4423, 4429]);
const longestWaitMs = 60_000;
const pingMs = 30_000;

/** Listen on the personal socket while the page stands; the answer stops it. */
export function listenLive(): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed = 0;
  let over = false;

  const again = () => {
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
    let ping: ReturnType<typeof setInterval> | undefined;
    opened.addEventListener('open', () => {
      opened.send(JSON.stringify({ type: 'auth', token: tokens()?.access ?? '' }));
      ping = setInterval(() => opened.send('{"type":"ping"}'), pingMs);
    });
    opened.addEventListener('message', ({ data }) => hear(String(data)));
    opened.addEventListener('close', ({ code }) => {
      clearInterval(ping);
      if (!final.has(code)) again();
    });
  }

  function hear(text: string) {
    const { type, data } = z.parse(frame, JSON.parse(text));
    if (type === 'ready') {
      // What happened while nobody listened is told by the next answer (x-fresh).
      if (failed > 0) signal('rights', undefined);
      failed = 0;
    } else if (type === 'user') signal('rights', undefined);
    else if (type === 'auth') signal('dismissed', data?.msg ?? '登录过期');
  }

  // A page that wakes up, or is back on the network, does not wait.
  const wake = () => {
    if (document.visibilityState === 'hidden' || socket?.readyState === WebSocket.OPEN) return;
    if (socket?.readyState === WebSocket.CONNECTING) return;
    failed = 0;
    clearTimeout(timer);
    open();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  open();
  return () => {
    over = true;
    clearTimeout(timer);
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    socket?.close();
  };
}
