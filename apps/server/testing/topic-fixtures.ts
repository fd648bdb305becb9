// Valid inputs for quick entries and campaigns.
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import type { TestApp } from './app.ts';
import type { TestTenant } from './tenants.ts';

async function makeTopic(
  { app, tenant }: { app: TestApp; tenant: TestTenant },
  type: 'motif' | 'campaign',
  items: readonly Record<string, unknown>[],
  more: { title?: string; startOn?: string; endOn?: string; sort?: number } = {},
) {
  const id = crypto.randomUUID();
  const stored = items.map((item) => ({ id: crypto.randomUUID(), ...item }));
  const { title = '专题', startOn = '2026-01-01', endOn = '2026-12-31', sort = 0 } = more;
  await app.sql(
    `insert into topic (tenant_id, id, type, title, start_on, end_on, items, sort, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now())`,
    [tenant.id, id, type, title, startOn, endOn, JSON.stringify(stored), sort],
  );
  return { id, itemIds: stored.map((item) => item.id) };
}

const entry = { name: '场站管理', path: '/bus/station/index' };
const task = { name: '制定方案', dueOn: '2026-06-30', evidence: false };
const campaign = async (actor: Actor) => {
  const { id, itemIds } = await makeTopic(actor, 'campaign', [task]);
  return { topicId: id, itemId: itemIds[0] };
};

export const topicFixtures: Record<
  string,
  (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>
> = {
  'topic.byType': () => ({ type: '1' }),
  'topic.updateEntItem': async (actor) => ({
    id: (await makeTopic(actor, 'motif', [entry])).itemIds[0],
    name: '我的站点',
    value: '/bus/station/index',
  }),
  'topic.delEntItem': async (actor) => ({ id: (await makeTopic(actor, 'motif', [entry])).itemIds[0] }),
  'topic.campaign': async (actor) => ({ id: (await makeTopic(actor, 'campaign', [task])).id }),
  'topic.progress': async (actor) => ({ topicId: (await makeTopic(actor, 'campaign', [task])).id }),
  'topic.finish': campaign,
  'topic.reopen': async (actor) => {
    const campaignRow = await campaign(actor);
    const call = callNamed(actor.app, 'topic.finish');
    dataOf(await sendCall(actor.app, call, campaignRow, { token: actor.tokens.access_token }));
    return campaignRow;
  },
};
