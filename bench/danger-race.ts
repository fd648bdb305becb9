// `node tools/run.mjs bench/danger-race.ts`, by hand: fifty people accept one danger at once (one does, the others are told
// what is so now), and how long a change takes to reach an open page. On the database of bench/score.ts.
import { once } from 'node:events';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { WebSocket } from '../apps/server/testing/bare-sockets.ts';
import { median, say } from './measure.ts';
import { openPlace } from './place.ts';
import { send, serveApp, signIn } from './servers.ts';

const people = 50;
const rounds = 12;
const tenant = '1';

const place = await openPlace('anlan_score', { 1: 12_000 });
/** Dangers that wait for a regulator, one a round. */
const waiting = await withConnection(place.superuserUrl, async (client) => {
  const { rows } = await client.query<{ id: string; version: number }>(
    `update danger set turn = 'regulator', origin = 'regulator', level = 'general', submitted_at = now(),
       status = 'submitted', version = version + 1
     where tenant_id = $1 and id in (select id from danger where tenant_id = $1 and status = 'submitted'
       and removed_at is null limit $2) returning id, version`,
    [tenant, rounds],
  );
  return rows;
});
const app = await serveApp(place);
try {
  const tokens = await Promise.all(['regulator1', 'admin1'].map((name) => signIn(app, place, tenant, name)));
  const [own = ''] = tokens;
  const { sysUser } = await (
    await fetch(`${app.url}/upms/user/info`, { headers: { authorization: `Bearer ${own}` } })
  )
    .json()
    .then(({ data }) => data);
  const { ticket } = await send(`${app.url}/auth/ticket`, own, { purpose: 'ws' });
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/bus/ws/auth/${sysUser.id}?access_token=${ticket}`, {
    origin: app.url,
    perMessageDeflate: false,
  });
  await once(socket, 'message');
  let heardAt = 0;
  socket.on('message', (bytes: Buffer) => {
    if (heardAt === 0 && bytes.toString().includes('pcRedDot')) heardAt = performance.now();
  });
  const times: number[] = [];
  const pushes: number[] = [];
  const told = new Map<string, number>();
  for (const [round, { id, version }] of waiting.entries()) {
    heardAt = 0;
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: people }, async (_, at) => {
        const from = performance.now();
        const answer = await fetch(`${app.url}/bus/enterpriseexpinfo/accept`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens[at % tokens.length] ?? ''}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id, version, opinion: `第 ${at} 位` }),
        });
        const body = await answer.json();
        // The first round is unmeasured.
        if (round > 0) times.push(performance.now() - from);
        return `${answer.status} ${String(body.msg)}`;
      }),
    );
    for (const answer of answers) told.set(answer, (told.get(answer) ?? 0) + 1);
    const until = performance.now() + 5_000;
    while (heardAt === 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 5));
    if (round > 0) pushes.push(heardAt === 0 ? Number.NaN : heardAt - began);
    await new Promise((done) => setTimeout(done, 300));
  }
  times.sort((one, other) => one - other);
  for (const [answer, count] of told) say(`${count} of ${people * waiting.length}: ${answer}`);
  say(
    `${people} people on one danger, ${waiting.length - 1} rounds: median ${median(times).toFixed(0)} ms, ` +
      `p95 ${(times[Math.floor(times.length * 0.95)] ?? 0).toFixed(0)} ms`,
  );
  say(
    `from the press to the red dot of an open page: median ${median(pushes).toFixed(0)} ms, longest ${Math.max(...pushes).toFixed(0)} ms`,
  );
  socket.terminate();
} finally {
  await app.stop();
  await place.stop();
}
