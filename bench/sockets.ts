// Pushing to 5,000 open sockets beside a bare `ws` broadcast: frames that arrived in a second.
import { once } from 'node:events';
import { newId } from '../apps/server/src/kernel/ids.ts';
import { hashOf } from '../apps/server/src/modules/session/rules.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { WebSocket } from '../apps/server/testing/bare-sockets.ts';
import { figureOf, interleaved, median, print } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { serve, serveApp, type Server } from './servers.ts';

const people = 1_000;
const socketsEach = 5;
const frames = 20;
const rounds = 5;
const tenantId = '3';

/** People with a session and tickets for their sockets, put there by hand. */
async function tickets(place: Place): Promise<{ userId: string; ticket: string }[]> {
  const all = Array.from({ length: people }, () => ({ userId: newId(), sessionId: newId() })).flatMap((one) =>
    Array.from({ length: socketsEach }, () => ({ ...one, ticket: `bench-${newId()}` })),
  );
  await withConnection(place.superuserUrl, async (client) => {
    const users = all.filter((_, index) => index % socketsEach === 0);
    await client.query(
      `insert into app_user (tenant_id, id, username, nick_name, type)
       select $1, u, 'bench' || u, '推送' || n, 'regulator' from unnest($2::uuid[]) with ordinality as t (u, n)`,
      [tenantId, users.map(({ userId }) => userId)],
    );
    await client.query(
      `insert into session (tenant_id, id, user_id, client_id, started_at, ends_at, last_seen_at, address, network, user_agent)
       select $1, s, u, '', now(), now() + interval '1 day', now(), '127.0.0.1', '127.0.0.1', 'bench'
       from unnest($2::uuid[], $3::uuid[]) as t (s, u)`,
      [tenantId, users.map(({ sessionId }) => sessionId), users.map(({ userId }) => userId)],
    );
    await client.query(
      `insert into ticket (tenant_id, hash, session_id, purpose, ends_at)
       select $1, h, s, 'ws', now() + interval '1 hour' from unnest($2::text[], $3::uuid[]) as t (h, s)`,
      [tenantId, all.map(({ ticket }) => hashOf(ticket)), all.map(({ sessionId }) => sessionId)],
    );
  });
  return all;
}

/** Opens sockets a few at a time; answers how many frames have come in. */
async function connect(addresses: readonly string[], origin: string, ready: boolean) {
  let heard = 0;
  const sockets: WebSocket[] = [];
  for (let from = 0; from < addresses.length; from += 50)
    await Promise.all(
      addresses.slice(from, from + 50).map(async (address) => {
        const socket = new WebSocket(address, { origin, perMessageDeflate: false });
        sockets.push(socket);
        const opened = once(socket, ready ? 'message' : 'open');
        await opened;
        socket.on('message', () => (heard += 1));
      }),
    );
  return { heard: () => heard, close: () => sockets.forEach((socket) => socket.terminate()) };
}

export async function sockets() {
  const place = await openPlace('anlan_sockets', { '1': 200, '2': 200, '3': 200 });
  const app = await serveApp(place);
  const bare = await serve('serve-ws.ts', []);
  const total = people * socketsEach;
  const toSocket = (server: Server) => server.url.replace('http', 'ws');
  try {
    const known = await tickets(place);
    const ours = await connect(
      known.map(({ userId, ticket }) => `${toSocket(app)}/bus/ws/auth/${userId}?access_token=${ticket}`),
      app.url,
      true,
    );
    const theirs = await connect(
      Array.from({ length: total }, () => toSocket(bare)),
      bare.url,
      false,
    );
    const rate = async (server: Server, line: typeof ours) => {
      const until = line.heard() + total * frames;
      const began = performance.now();
      server.process.send({ tell: frames, tenantId });
      while (line.heard() < until) await new Promise((done) => setTimeout(done, 2));
      return (total * frames * 1000) / (performance.now() - began);
    };
    const result = await interleaved(rounds, { ours: () => rate(app, ours), reference: () => rate(bare, theirs) });
    const figure = figureOf(
      `${frames} notices to ${total} open sockets`,
      'frames/s',
      median(result['ours'] ?? []),
      median(result['reference'] ?? []),
      '>= 0.5',
    );
    ours.close();
    theirs.close();
    print('Pushing to open sockets', [figure]);
  } finally {
    await withConnection(place.superuserUrl, async (client) => {
      for (const [table, column] of [
        ['session', 'user_id'],
        ['app_user', 'id'],
      ])
        await client.query(
          `delete from ${table} where tenant_id = $1 and ${column} in
             (select id from app_user where tenant_id = $1 and username like 'bench%')`,
          [tenantId],
        );
    }).catch(() => {});
    await app.stop();
    await bare.stop();
    await place.stop();
  }
}
