// How learners reach a server as a process of its own.
import { request, type Agent } from 'node:http';
import type { Answer, Send } from './player.ts';

/** Sends calls of learners over HTTP; `told` hears of each answer. */
export const sendTo =
  (url: string, agent: Agent, told: (status: number, call: string, ms: number) => void): Send =>
  (token, call, body) =>
    new Promise<Answer>((done) => {
      const began = performance.now();
      const text = JSON.stringify(body);
      const end = (status: number, said: string) => {
        told(status, call, performance.now() - began);
        done({ status, data: status === 200 ? JSON.parse(said).data : null });
      };
      const { hostname, port } = new URL(url);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sending = request(
        {
          hostname,
          port,
          agent,
          method: 'POST',
          path: `/bus/alearning/${call}`,
          headers: { ...headers, 'content-length': Buffer.byteLength(text) },
        },
        (reply) => {
          const parts: Buffer[] = [];
          reply.on('data', (part: Buffer) => parts.push(part));
          reply.on('end', () => end(reply.statusCode ?? 0, Buffer.concat(parts).toString()));
          reply.on('error', () => end(0, ''));
        },
      );
      sending.on('error', () => end(0, ''));
      sending.end(text);
    });
