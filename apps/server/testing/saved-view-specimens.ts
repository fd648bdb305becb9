// Inputs that go well for views of lists.
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall } from './client.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;
// Every kind of people that the suites act as opens one of these.
const listOf = ({ kind }: Actor) => (kind === 'shop' ? 'goods' : kind === 'platform' ? 'plan' : 'danger');
const fresh: Maker = (actor) => ({
  list: listOf(actor),
  name: `视图${crypto.randomUUID().slice(0, 8)}`,
  query: 'keyword=1',
  columns: { order: ['title', 'status'], hidden: [] },
  isShared: true,
});
async function made(actor: Actor): Promise<{ id: string; version: number }> {
  const { house, tokens } = actor;
  const sending = { token: tokens.access_token };
  return dataOf(await sendCall(house, callNamed(house, 'savedView.create'), await fresh(actor), sending));
}

/** By the name of the call. */
export const savedViewSpecimens: Record<string, Maker> = {
  'savedView.all': (actor) => ({ list: listOf(actor) }),
  'savedView.create': fresh,
  'savedView.update': async (actor) => {
    const { id, version } = await made(actor);
    return { id, version, name: `改名${crypto.randomUUID().slice(0, 8)}` };
  },
  'savedView.remove': async (actor) => ({ id: (await made(actor)).id }),
  'savedView.choose': async (actor) => ({ list: listOf(actor), id: (await made(actor)).id }),
};
