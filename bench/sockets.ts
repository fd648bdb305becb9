// Notices to 5,000 open sockets: frames that arrive per second. The reference is a bare `ws` server.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../apps/server/src/kernel/ids.ts';
import { hashOf } from '../apps/server/src/modules/session/rules.ts';
import { WebSocket } from '../apps/server/testing/websockets.ts';
import type { Figure } from './measured-results.ts';
import { forEachOf, interleaved, median, roundsOr } from './measure.ts';
import { makePeople, removePeople } from './people.ts';
import { scaled, type Place } from './database.ts';
import { serve, withServer, type Server } from './servers.ts';

const socketsEach = 5;
const people = scaled(1_000);
const total = people * socketsEach;
const notices = 20;
const tenantId = '3';

/** Inserts one ticket for each socket into the database. Returns the tickets. */
async function makeTickets(place: Place) {
  const tickets = (await makePeople(place, tenantId, people)).flatMap((person) =>
    Array.from({ length: socketsEach }, () => ({ ...person, ticket: newId() })),
  );
  await place.sql(
    `insert into ticket (tenant_id, hash, session_id, purpose, ends_at)
     select $1, h, s, 'ws', now() + interval '1 hour' from unnest($2::text[], $3::uuid[]) as t (h, s)`,
    [tenantId, tickets.map(({ ticket }) => hashOf(ticket)), tickets.map(({ sessionId }) => sessionId)],
  );
  return tickets;
}

/** Opens the sockets; counts the frames that arrive after `firstEvent`. */
async function connect(addresses: readonly string[], origin: string, firstEvent: 'open' | 'message') {
  let frames = 0;
  const sockets: WebSocket[] = [];
  await forEachOf(addresses, 50, async (address) => {
    const socket = new WebSocket(address, { origin, perMessageDeflate: false });
    sockets.push(socket);
    await once(socket, firstEvent);
    socket.on('message', () => (frames += 1));
  });
  return { frames: () => frames, close: () => sockets.forEach((socket) => socket.terminate()) };
}
type Crowd = Awaited<ReturnType<typeof connect>>;

async function rate(server: Server, { frames }: Crowd) {
  const end = frames() + total * notices;
  const began = performance.now();
  server.process.send({ notices, tenantId });
  while (frames() < end) await pause(2);
  return (total * notices * 1000) / (performance.now() - began);
}

export const sockets = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_sockets', enterprises: { 1: 200, 2: 200, 3: 200 } }, async (place, app) => {
    const bare = await serve('serve-ws.ts');
    const address = ({ url }: Server) => url.replace('http', 'ws');
    try {
      const tickets = await makeTickets(place);
      const own = tickets.map(({ userId, ticket }) => `${address(app)}/bus/ws/auth/${userId}?access_token=${ticket}`);
      const ours = await connect(own, app.url, 'message');
      const theirs = await connect(
        tickets.map(() => address(bare)),
        bare.url,
        'open',
      );
      const rates = await interleaved(roundsOr(5), { ours: () => rate(app, ours), bare: () => rate(bare, theirs) });
      ours.close();
      theirs.close();
      const value = median(rates('ours')) / median(rates('bare'));
      return [{ what: 'push to 5,000 sockets, frames per second beside bare ws', value, target: '>= 0.8' }];
    } finally {
      await bare.stop();
      await removePeople(place, tenantId);
    }
  });
