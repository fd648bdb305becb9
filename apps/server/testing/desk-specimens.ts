// Inputs that go well for tenants and dictionaries.
import { callNamed, cipher, dataOf, send, sendCall, signIn } from './client.ts';
import { png } from './sample-files.ts';
import type { Actor } from './specimens.ts';
import { givePassword, password } from './tenants.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<{ id: string; version: number }>(
    await sendCall(actor.house, callNamed(actor.house, name), input, { token: actor.tokens.access_token }),
  );
/** The tenant that an actor works in. */
const placeOf = ({ kind, tenant }: Actor) => (kind === 'platform' ? '0' : tenant.id);

/** A dictionary that tenants add to. */
async function openDictionary({ house }: Actor, type = 'enterpriseLabel') {
  const [row] = await house.sql<{ id: string }>(`select id from dictionary where tenant_id = '0' and type = $1`, [
    type,
  ]);
  return row?.id ?? '';
}
const word = () => `w${Math.random().toString(36).slice(2, 10)}`;
const itemOf: Maker = async (actor) => ({ dictId: await openDictionary(actor), label: word(), value: word() });
/** A new item of the actor's unit. */
const newItem = async (actor: Actor) => does(actor, 'dictionary.itemCreate', await itemOf(actor));
const dictionaryOf = () => ({ type: word(), label: word(), edit: 'tenant' });
/** A new dictionary of the platform's. */
const newDictionary = (actor: Actor) => does(actor, 'dictionary.create', dictionaryOf());

const newTenantOf = () => ({ name: `单位${word()}`, username: 'first', nickName: '首任管理员' });
/** A new tenant, seen at its first version. */
const tenantMade = async (actor: Actor) => {
  const { id, version } = await does(actor, 'tenant.create', newTenantOf());
  return { id, version };
};
const tenantAfter = async (actor: Actor, step: string, more: object = {}) =>
  does(actor, step, { ...(await tenantMade(actor)), ...more });

/** Says the platform's person's password, as entering a tenant demands. */
const confirmed = async ({ house, tokens }: Actor) =>
  dataOf(
    await send(house, 'POST', '/auth/session/confirm', {
      token: tokens.access_token,
      body: { password: cipher(house, password) },
    }),
  );

/** Makers of tenants' and dictionaries' inputs. */
export const deskSpecimens: Record<string, Maker> = {
  'tenant.enter': async (actor) => {
    await confirmed(actor);
    return { id: actor.tenant.id, reason: '协助处理数据问题' };
  },
  'tenant.allowEntry': () => ({ hours: 2 }),
  'tenant.create': newTenantOf,
  'tenant.update': async (actor) => ({ ...(await tenantMade(actor)), copy: word() }),
  'tenant.freeze': async (actor) => ({ ...(await tenantMade(actor)), reason: '欠费' }),
  'tenant.thaw': (actor) => tenantAfter(actor, 'tenant.freeze', { reason: '欠费' }),
  'tenant.remove': async (actor) => ({ id: (await tenantMade(actor)).id }),
  'tenant.restore': (actor) => tenantAfter(actor, 'tenant.remove'),
  'tenant.logo': async (actor) => {
    await givePassword(actor.house);
    const answer = await send(actor.house, 'POST', '/upms/tenant/logo', {
      token: (await signIn(actor.house, { id: '0' }, 'platform')).access_token,
      file: { name: 'a.png', type: 'image/png', bytes: png },
    });
    return { id: dataOf<{ url: string }>(answer).url.split('/').at(-1) };
  },
  'dictionary.create': dictionaryOf,
  'dictionary.update': async (actor) => ({ ...(await newDictionary(actor)), label: word() }),
  'dictionary.remove': async (actor) => ({ id: (await newDictionary(actor)).id }),
  'dictionary.itemCreate': itemOf,
  'dictionary.itemUpdate': async (actor) => ({ ...(await newItem(actor)), label: word() }),
  'dictionary.itemRemove': async (actor) => ({ id: (await newItem(actor)).id }),
  'dictionary.itemSort': async (actor) => {
    await newItem(actor);
    const dictId = await openDictionary(actor);
    const own = await actor.house.sql<{ id: string }>(
      'select id from dictionary_item where tenant_id = $1 and dict_id = $2 order by id',
      [placeOf(actor), dictId],
    );
    return { dictId, ids: own.map(({ id }) => id) };
  },
};
