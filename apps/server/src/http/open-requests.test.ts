// The end of a server: requests that have begun are answered, and a request that never ends does not prevent the end.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';

const body = '{"token":"unknown"}';
const head = `POST /auth/link HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;

/** Begins a request on a started server, and stops the server in the middle of the request. */
async function stopDuringRequest(closeMs: number) {
  const app = await openTestApp({ patience: { closeMs } });
  const port = await listen(app);
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += String(data)));
  const ended = once(socket, 'close');
  const received = once(app.app.server, 'request');
  socket.write(head + body.slice(0, 5));
  await received;
  const closed = app.close();
  const isRefused = () =>
    new Promise<boolean>((done) => {
      const other = connect(port, '127.0.0.1', () => (other.destroy(), done(false)));
      other.on('error', () => done(true));
    });
  await expect.poll(isRefused).toBe(true);
  return { socket, closed, ended, text: () => text };
}

test('a server that ends takes no new connections and answers the open request', async () => {
  const { socket, closed, ended, text } = await stopDuringRequest(20_000);
  socket.write(body.slice(5));
  await ended;
  expect(text()).toMatch(/^HTTP\/1\.1 404 [^]+connection: close[^]+链接已失效/i);
  await closed;
});

test('a request that does not end delays the end only for the limit', async () => {
  const { closed, ended, text } = await stopDuringRequest(300);
  await closed;
  await ended;
  expect(text()).toBe('');
});
