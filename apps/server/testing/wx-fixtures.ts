// Valid inputs for calls about public accounts; testing/wx-vendor.ts simulates WeChat.
import type { Actor } from './actors.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
let last = 0;

async function account({ app, tenant }: Pick<Actor, 'app' | 'tenant'>) {
  const id = crypto.randomUUID();
  const appId = `wxspec${process.pid}x${(last += 1)}`;
  await app.sql(
    `insert into wx_account (tenant_id, id, name, app_id, kind, mode, ready, created_at, updated_at)
     values ($1, $2, $3, $3, 'service', 'safe', true, now(), now())`,
    [tenant.id, id, appId],
  );
  return { id, appId };
}
async function talked(
  actor: Actor,
  columns: { repType?: string; mediaId?: string; type?: string; state?: string } = {},
) {
  const { app, tenant } = actor;
  const { id: accountId, appId } = await account(actor);
  const { repType = 'text', mediaId = null, type = '1', state = null } = columns;
  const wxUserId = crypto.randomUUID();
  const now = app.clock.now();
  await app.sql(
    `insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, subscribed_at, created_at, updated_at)
     values ($1, $2, $3, $4, '晨光', $5, $5, $5)`,
    [tenant.id, wxUserId, accountId, `o${(last += 1)}x${process.pid}`, now],
  );
  const [{ id = '' } = {}] = await app.sql<{ id: string }>(
    `insert into wx_message (tenant_id, id, account_id, follower_id, type, rep_type, rep_content, rep_media_id, read_flag,
       create_time, send_state)
     values ($1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7000'
       || '8' || substr(md5(gen_random_uuid()::text), 1, 15))::uuid, $2, $3, $4, $5, '通道堵了', $6, $7, $8, $9) returning id`,
    [tenant.id, accountId, wxUserId, type, repType, mediaId, type === '1' ? '1' : '0', now, state],
  );
  await app.sql(
    `insert into wx_conversation (tenant_id, follower_id, account_id, state, unread, window_ends_at, window_left, last_id,
       last_at, last_rep_type, last_said_id, last_user_id, waiting_since)
     values ($1, $2, $3, 'pending', $4, $5, 5, $6, $7, $8, $6, $6, $7)`,
    [tenant.id, wxUserId, accountId, type === '1' ? 1 : 0, new Date(now.getTime() + 86_400_000), id, now, repType],
  );
  return { appId, wxUserId, id };
}
const ofFollower: Maker = async (actor) => ({ wxUserId: (await talked(actor)).wxUserId });
const ofAccount: Maker = async (actor) => ({ appId: (await account(actor)).appId });
const article = { title: '安全生产月', content: '<p>主题活动</p>', thumbMediaId: 'media-of-tests' };

const buttons = [{ name: '办事', type: 'click', key: 'guide' }];
async function withMenu(actor: Actor) {
  const { id, appId } = await account(actor);
  await actor.app.sql(
    `insert into wx_menu (tenant_id, id, account_id, buttons, saved_at) values ($1, $2, $2, $3, now())`,
    [actor.tenant.id, id, JSON.stringify(buttons)],
  );
  return { appId };
}
async function publication(actor: Actor, state: 'underWay' | 'published') {
  const { id: accountId } = await account(actor);
  const id = crypto.randomUUID();
  await actor.app.sql(
    `insert into wx_publication (tenant_id, id, account_id, media_id, publish_id, title, state, article_id, submitted_at)
     values ($1, $2, $3, 'draft-of-tests', md5(random()::text), '安全生产月', $4, 'article-of-tests', now())`,
    [actor.tenant.id, id, accountId, state],
  );
  return id;
}

export const wxFixtures: Record<string, Maker> = {
  'wxAccount.list': () => Promise.resolve({}),
  'wxAccount.check': async (actor) => ({ id: (await account(actor)).id }),
  'wxFollower.page': () => Promise.resolve({}),
  'wxFollower.tags': () => Promise.resolve({}),
  'wxFollower.get': async (actor) => ({ id: (await talked(actor)).wxUserId }),
  'wxFollower.facts': async (actor) => ({ id: (await talked(actor)).wxUserId }),
  'wxFollower.update': async (actor) => ({
    id: (await talked(actor)).wxUserId,
    version: 1,
    remark: '王师傅',
    tags: ['仓库'],
  }),
  'wxQuickReply.filled': ofFollower,
  'wxMaterial.page': async (actor) => ({ ...(await ofAccount(actor)), type: 'image' }),
  'wxMaterial.news': async (actor) => ({ ...(await ofAccount(actor)), articles: [article] }),
  'wxMaterial.newsUpdate': async (actor) => ({
    ...(await ofAccount(actor)),
    mediaId: 'draft-of-tests',
    articles: [article],
  }),
  'wxMaterial.other': async (actor) => ({ ...(await ofAccount(actor)), mediaId: 'media-of-tests' }),
  'wxMaterial.tempOther': async (actor) => {
    const { appId } = await talked(actor, { repType: 'image', mediaId: 'temp-of-tests' });
    return { appId, mediaId: 'temp-of-tests' };
  },
  'wxMaterial.video': async (actor) => ({ ...(await ofAccount(actor)), mediaId: 'media-of-tests' }),
  'wxMaterial.upload': async (actor) => ({ ...(await ofAccount(actor)), mediaType: 'image' }),
  'wxMaterial.remove': async (actor) => ({ ...(await ofAccount(actor)), mediaId: 'media-of-tests' }),
  'wxMessage.page': () => Promise.resolve({}),
  'wxMessage.missed': async (actor) => {
    const { wxUserId, id } = await talked(actor);
    return { wxUserId, afterId: id };
  },
  'wxMessage.search': () => Promise.resolve({ keyword: '通道' }),
  'wxMessage.unread': () => Promise.resolve({}),
  'wxMessage.send': async (actor) => {
    const { appId, wxUserId } = await talked(actor);
    return { appId, wxUserId, repType: 'text', repContent: '收到' };
  },
  'wxMessage.retry': async (actor) => ({ id: (await talked(actor, { type: '2', state: 'failed' })).id }),
  'wxMessage.readFlag': async (actor) => ({ id: (await talked(actor)).id, readFlag: '0' }),
  'wxMessage.note': async (actor) => ({ ...(await ofFollower(actor)), text: '已电话联系' }),
  'wxMessage.photo': async (actor) => ({
    id: (await talked(actor, { repType: 'image', mediaId: 'photo-of-tests' })).id,
  }),
  'wxMessage.dangers': ofFollower,
  'wxMessage.conversationPage': () => Promise.resolve({}),
  'wxMessage.conversation': async (actor) => ({ id: (await talked(actor)).wxUserId }),
  'wxMessage.presence': async (actor) => ({ ...(await ofFollower(actor)), typing: true }),
  'wxMessage.take': ofFollower,
  'wxMessage.handOver': async (actor) => {
    const [{ id = '' } = {}] = await actor.app.sql<{ id: string }>(
      `select id from app_user where tenant_id = $1 and exists (select from user_role r
         join role_permit p on p.tenant_id = r.tenant_id and p.role_id = r.role_id
         where r.user_id = app_user.id and p.permit = 'wxmp:wxmsg:edit') order by id limit 1`,
      [actor.tenant.id],
    );
    return { ...(await ofFollower(actor)), userId: id };
  },
  'wxMessage.end': ofFollower,
  'wxMessage.clerks': () => Promise.resolve({}),
  'wxMaterial.quota': ofAccount,
  'wxMaterial.uses': async (actor) => ({ ...(await ofAccount(actor)), mediaId: 'media-of-tests' }),
  'wxMaterial.publish': async (actor) => ({ ...(await ofAccount(actor)), mediaId: 'draft-of-tests' }),
  'wxMaterial.publicationPage': ofAccount,
  'wxMaterial.publicationCheck': async (actor) => ({ id: await publication(actor, 'underWay') }),
  'wxMaterial.withdraw': async (actor) => ({ id: await publication(actor, 'published') }),
  'wxMenu.get': ofAccount,
  'wxMenu.live': ofAccount,
  'wxMenu.save': async (actor) => ({ ...(await ofAccount(actor)), version: 0, buttons }),
  'wxMenu.publish': async (actor) => ({ ...(await withMenu(actor)), version: 1 }),
  'wxMenu.remove': withMenu,
  'wxStat.days': () => Promise.resolve({ from: '2026-02-01', to: '2026-02-28' }),
  'wxStat.rows': () => Promise.resolve({ day: '2026-02-20', kind: 'received' }),
};
