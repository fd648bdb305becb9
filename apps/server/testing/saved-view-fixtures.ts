// Valid inputs for saved list views.
import type { Actor } from './actors.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;
// A list that this kind of user can open.
const listOf = ({ kind }: Pick<Actor, 'kind'>) => (kind === 'shop' ? 'goods' : kind === 'platform' ? 'plan' : 'danger');
const fresh: Maker = (actor) => ({
  list: listOf(actor),
  name: `视图${crypto.randomUUID().slice(0, 8)}`,
  query: 'keyword=1',
  columns: { order: ['title', 'status'], hidden: [] },
  isShared: true,
});
async function made({ app, tenant, tokens, kind }: Actor): Promise<{ id: string; version: number }> {
  const id = crypto.randomUUID();
  await app.sql(
    `insert into saved_view (tenant_id, id, owner_id, audience, list, name, query, is_shared, created_at, updated_at)
     values ($1, $2::uuid, $3, '', $4, $2::text, '', false, now(), now())`,
    [kind === 'platform' ? '0' : tenant.id, id, tokens.user_id, listOf({ kind })],
  );
  return { id, version: 1 };
}

export const savedViewFixtures: Record<string, Maker> = {
  'savedView.all': (actor) => ({ list: listOf(actor) }),
  'savedView.create': fresh,
  'savedView.update': async (actor) => {
    const { id, version } = await made(actor);
    return { id, version, name: `改名${crypto.randomUUID().slice(0, 8)}` };
  },
  'savedView.remove': async (actor) => ({ id: (await made(actor)).id }),
  'savedView.choose': async (actor) => ({ list: listOf(actor), id: (await made(actor)).id }),
};
