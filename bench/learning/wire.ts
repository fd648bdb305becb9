// How learners reach a server as a process of its own, and what processor that takes.
import { existsSync, readFileSync } from 'node:fs';
import { request, type Agent } from 'node:http';
import { familyOf, postmasterOf } from '../faults/installation.ts';
import type { Answer, Send } from './player.ts';

/** Seconds of processor of a process, and of what it started and has seen the end of. */
function cpuOf(pid: number, withEnded: boolean): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  // The name of a program may hold spaces; what follows it does not.
  const words = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const ticks = withEnded ? words.slice(11, 15) : words.slice(11, 13);
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}
/** Seconds of processor of the server, of its database, and of both. */
export function cpuSpent(serverPid: number, folder: string): { server: number; database: number; all: number } {
  const postmaster = postmasterOf(folder);
  const sum = (pids: Iterable<number>, root: number | null) =>
    [...pids].reduce((all, pid) => all + cpuOf(pid, pid === root), 0);
  const ofDatabase = new Set(postmaster === null ? [] : familyOf(postmaster));
  const database = sum(ofDatabase, postmaster);
  const server = sum(new Set(familyOf(serverPid).filter((pid) => !ofDatabase.has(pid))), serverPid);
  return { server, database, all: server + database };
}

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
