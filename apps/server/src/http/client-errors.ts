import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { errors } from '@anlan/contract/errors';
import { commonHeaders } from './headers.ts';

export const brokenText = '请求格式有误，请检查后重新发送';

/** Milliseconds in which the client can read the answer and close the connection. */
const lingerMs = 2_000;

function refusal({ code }: ConnectionError): { status: number; msg: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, msg: '网址或请求头过长，请缩短后重新发送' };
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { status: 413, msg: errors.tooLarge.text };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, msg: '请求超时，请检查网络后重试' };
  return { status: 400, msg: brokenText };
}

function answerOf(error: ConnectionError): string {
  const { status, msg } = refusal(error);
  const body = JSON.stringify({ code: 1, msg, data: null });
  const headers = {
    ...commonHeaders,
    'referrer-policy': 'same-origin',
    'x-request-id': randomUUID(),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Answers HTTP parse errors in our envelope, after earlier answers, and closes the connection. Reads on briefly,
 * because closing with unread bytes resets the connection and may lose the answer.
 */
export function clientErrors() {
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const refused = new WeakSet<Socket>();

  function watch(server: Server) {
    server.on('request', ({ socket }, response) => {
      const answers = open.get(socket) ?? new Set();
      open.set(socket, answers.add(response));
      response.once('close', () => answers.delete(response));
    });
  }

  function answer(error: ConnectionError, socket: Socket) {
    // Node raises the error again for each further chunk of a broken request.
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const close = () => {
      const last = [...(open.get(socket) ?? [])].at(-1);
      // Earlier complete requests get their answers first. The answer to a broken request may already have begun.
      if (last?.req.complete) {
        last.once('close', close);
        return;
      }
      socket.end(last?.headersSent ? '' : answerOf(error));
      const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
      socket.once('close', () => clearTimeout(timer));
    };
    close();
  }
  return { watch, answer };
}
