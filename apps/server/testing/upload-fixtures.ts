// Valid inputs for videos uploaded in parts.
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall } from './client.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

export const videoHead = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2', 'latin1'),
  Buffer.alloc(40),
]);
const begin = () => ({ name: `${crypto.randomUUID()}.mp4`, sizeBytes: videoHead.length, mark: '1' });

async function begun({ app, tokens }: Actor): Promise<{ id: string }> {
  const sending = { token: tokens.access_token };
  return dataOf<{ id: string }>(await sendCall(app, callNamed(app, 'upload.begin'), begin(), sending));
}
async function sent(actor: Actor): Promise<{ id: string }> {
  const { id } = await begun(actor);
  const { app, tokens } = actor;
  const sending = { token: tokens.access_token, file: { name: 'a.mp4', type: 'video/mp4', bytes: videoHead } };
  dataOf(await sendCall(app, callNamed(app, 'upload.part'), { id, at: '0' }, sending));
  return { id };
}

async function written({ app, tenant, tokens }: Actor): Promise<string> {
  const id = crypto.randomUUID();
  const now = app.clock.now();
  await app.sql(
    `insert into upload (tenant_id, id, owner_id, name, size_bytes, mark, created_at, expires_at)
     values ($1, $2, $3, 'a.mp4', 100, '1', $4::timestamptz, $4::timestamptz + interval '1 day')`,
    [tenant.id, id, tokens.user_id, now],
  );
  return id;
}

export const uploadFixtures: Record<string, Maker> = {
  'upload.begin': begin,
  'upload.state': async (actor) => ({ id: await written(actor) }),
  'upload.part': async (actor) => ({ id: (await begun(actor)).id, at: '0' }),
  'upload.finish': async (actor) => ({ id: (await sent(actor)).id }),
  'upload.cancel': async (actor) => ({ id: (await begun(actor)).id }),
};
