// Valid inputs for announcements and platform notices.
import { newId } from '#kernel/ids.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import type { Actor } from './actors.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;
type Made = { id: string; version: number };

async function waiting({ app, tenant, kind, tokens }: Actor): Promise<string> {
  const id = newId();
  await app.sql(
    `insert into own_todo (tenant_id, id, user_id, kind, subject_type, subject_id, title, path, since)
     values ($1, $2, $3, 'confirm', 'job', $2, '确认导入', '/bus/enterprise/index', now())`,
    [kind === 'platform' ? '0' : tenant.id, id, tokens.user_id],
  );
  return id;
}

const word = () => Math.random().toString(36).slice(2, 10);
/**
 * Fields of an announcement. A regulator with one district sends it to that district; other users send it to everybody.
 */
const fieldsOf = ({ kind }: Actor) => ({
  title: `关于开展检查的通知${word()}`,
  kind: 'deployment',
  content: '<p>请各企业<strong>按时</strong>自查。</p>',
  ...(kind === 'regulator' ? { audience: 'regions', targets: ['330108'] } : { audience: 'all', targets: [] }),
});

const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await sendCall(actor.app, callNamed(actor.app, name), input, { token: actor.tokens.access_token }));

const draft = async (actor: Actor, name: string): Promise<Made> => {
  const { id, version } = await does(actor, name, fieldsOf(actor));
  return { id, version };
};
const publishedBy = async (by: Actor, more: Record<string, unknown> = {}): Promise<Made> =>
  does(by, 'notice.publish', { ...(await does(by, 'notice.create', { ...fieldsOf(by), ...more })) });

/** A published announcement of the actor. When the actor may not publish, the administrator does. */
const published = async (actor: Actor): Promise<Made> =>
  ['admin', 'regulator'].includes(actor.kind) ? publishedBy(actor) : forEverybody(actor);

async function forEverybody(actor: Actor, more: Record<string, unknown> = {}): Promise<Made> {
  const admin: Actor =
    actor.kind === 'admin'
      ? actor
      : { ...actor, kind: 'admin', tokens: await signIn(actor.app, actor.tenant, 'admin') };
  return publishedBy(admin, more);
}

/**
 * A published platform notice with its notification; inserted by SQL, because not every test signs the platform's user
 * in.
 */
async function systemOut({ app }: Actor): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into announcement (tenant_id, id, channel, title, kind, content, audience, readers, state, publish_at, told_at, created_at, updated_at)
     values ('0', gen_random_uuid(), 'system', '系统升级通知', 'other', '<p>今晚升级。</p>', 'all', '{*}', 'published', $1, $1, $1, $1) returning id`,
    [app.clock.now()],
  );
  return row?.id ?? '';
}
const withReason = async (made: Promise<Made>) => ({ ...(await made), reason: '内容有误，修改后重发' });
const outOf = async (actor: Actor) =>
  does(actor, 'notice.systemPublish', { ...(await draft(actor, 'notice.systemCreate')) });

export const noticeFixtures: Record<string, Maker> = {
  'notice.todoSnooze': async (actor) => ({ id: await waiting(actor), snoozedTo: '2026-03-05' }),
  'notice.create': fieldsOf,
  'notice.get': async (actor) => ({ id: (await draft(actor, 'notice.create')).id }),
  'notice.update': async (actor) => ({ ...(await draft(actor, 'notice.create')), title: `改后的标题${word()}` }),
  'notice.remove': async (actor) => ({ id: (await draft(actor, 'notice.create')).id }),
  'notice.publish': async (actor) => ({ ...(await draft(actor, 'notice.create')) }),
  'notice.withdraw': (actor) => withReason(published(actor)),
  'notice.pin': async (actor) => ({ ...(await published(actor)), pinned: true }),
  'notice.remind': async (actor) => ({ id: (await published(actor)).id }),
  'notice.readers': async (actor) => ({ id: (await published(actor)).id, state: 'unread' }),
  'notice.reach': ({ kind }) =>
    kind === 'regulator' ? { audience: 'regions', targets: ['330108'] } : { audience: 'all' },
  'notice.article': async (actor) => ({ id: (await forEverybody(actor)).id }),
  'notice.file': async (actor) => {
    const made = await forEverybody(actor);
    const fileId = crypto.randomUUID();
    const file = `insert into file (tenant_id, id, owner_id, purpose, name, type, size_bytes, key, sha256)
      values ($1, $2, $3, 'document', '附件.pdf', 'application/pdf', 1, 'none', 'none')`;
    await actor.app.sql(file, [actor.tenant.id, fileId, actor.tenant.people.regulator]);
    await actor.app.sql('update announcement set files = $2 where id = $1', [
      made.id,
      JSON.stringify([{ id: fileId, name: '附件.pdf' }]),
    ]);
    return { id: made.id, fileId };
  },
  'notice.read': async (actor) => ({ id: (await forEverybody(actor)).id }),
  'notice.receipt': async (actor) => ({ id: (await forEverybody(actor, { needReceipt: true })).id }),
  'notice.systemCreate': fieldsOf,
  'notice.systemGet': async (actor) => ({ id: (await draft(actor, 'notice.systemCreate')).id }),
  'notice.systemUpdate': async (actor) => ({
    ...(await draft(actor, 'notice.systemCreate')),
    title: `改后的标题${word()}`,
  }),
  'notice.systemRemove': async (actor) => ({ id: (await draft(actor, 'notice.systemCreate')).id }),
  'notice.systemPublish': async (actor) => ({ ...(await draft(actor, 'notice.systemCreate')) }),
  'notice.systemWithdraw': (actor) => withReason(outOf(actor)),
  'notice.systemPin': async (actor) => ({ ...(await outOf(actor)), pinned: true }),
  'notice.systemArticle': async (actor) => ({ id: await systemOut(actor) }),
  'notice.systemRead': async (actor) => ({ id: await systemOut(actor) }),
};
