// Valid inputs for tenants and dictionaries.
import { callNamed, cipher, dataOf, send, sendCall, signIn } from './client.ts';
import { png } from './sample-files.ts';
import type { Actor } from './actors.ts';
import { givePassword, password } from './tenants.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<{ id: string; version: number }>(
    await sendCall(actor.app, callNamed(actor.app, name), input, { token: actor.tokens.access_token }),
  );
const placeOf = ({ kind, tenant }: Actor) => (kind === 'platform' ? '0' : tenant.id);

async function openDictionary({ app }: Actor, type = 'enterpriseLabel') {
  const [row] = await app.sql<{ id: string }>(`select id from dictionary where tenant_id = '0' and type = $1`, [type]);
  return row?.id ?? '';
}
const word = () => `w${Math.random().toString(36).slice(2, 10)}`;
const itemOf: Maker = async (actor) => ({ dictId: await openDictionary(actor), label: word(), value: word() });
const newItem = async (actor: Actor) => does(actor, 'dictionary.itemCreate', await itemOf(actor));
const dictionaryOf = () => ({ type: word(), label: word(), edit: 'tenant' });
const newDictionary = (actor: Actor) => does(actor, 'dictionary.create', dictionaryOf());

const newTenantOf = () => ({ name: `单位${word()}`, username: 'first', nickName: '首任管理员' });
const tenantMade = async (actor: Actor) => {
  const { id, version } = await does(actor, 'tenant.create', newTenantOf());
  return { id, version };
};
const tenantAfter = async (actor: Actor, step: string, more: object = {}) =>
  does(actor, step, { ...(await tenantMade(actor)), ...more });

const confirmed = async ({ app, tokens }: Actor) =>
  dataOf(
    await send(app, 'POST', '/auth/session/confirm', {
      token: tokens.access_token,
      body: { password: cipher(app, password) },
    }),
  );

const siteOf = () => ({ host: `${word()}.example.gov.cn`, name: '地理信息' });
async function framedHost({ app, tenant, kind }: Actor): Promise<string> {
  const { host, name } = siteOf();
  const add =
    'insert into frame_host (tenant_id, id, host, name, created_at) values ($1, gen_random_uuid(), $2, $3, now())';
  await app.sql(add, [kind === 'platform' ? '0' : tenant.id, host, name]);
  return host;
}
async function framedDocument(actor: Actor) {
  const src = `https://${await framedHost(actor)}/`;
  const answer = await send(actor.app, 'GET', '/upms/frame/address', {
    token: actor.tokens.access_token,
    query: { src },
  });
  const { document } = dataOf<{ document: string }>(answer);
  return Object.fromEntries(new URL(document, 'http://own').searchParams);
}

const streetName = () => `街${Math.random().toString(36).slice(2, 10)}`;
const street: Maker = () => ({ parent: '330108', name: streetName() });
const newStreet: Maker = async (actor) => ({ ...(await does(actor, 'dictionary.regionCreate', await street(actor))) });

export const adminFixtures: Record<string, Maker> = {
  'dictionary.byType': () => ({ type: 'enterpriseStatus' }),
  'dictionary.regionSearch': () => ({ q: 'hz' }),
  'dictionary.regionNext': () => ({ parent: '330108' }),
  'tenant.outside': ({ tenant }: Actor) => ({ id: tenant.id }),
  'tenant.trouble': () => Promise.resolve({ kind: 'errors' }),
  'tenant.one': ({ tenant }: Actor) => ({ id: tenant.id }),
  'dictionary.regionCreate': street,
  'dictionary.regionUpdate': async (actor) => ({ ...(await newStreet(actor)), name: streetName() }),
  'dictionary.regionRemove': async (actor) => ({ code: (await newStreet(actor))['code'] }),
  'tenant.enter': async (actor) => {
    await confirmed(actor);
    return { id: actor.tenant.id, reason: '协助处理数据问题' };
  },
  'tenant.allowEntry': () => ({ hours: 2 }),
  'tenant.frameHostAdd': siteOf,
  'tenant.frameHostRemove': async (actor) => {
    // Deletes the old rows, because a tenant may have at most fifty.
    await actor.app.sql('delete from frame_host where tenant_id = $1', [actor.tenant.id]);
    return does(actor, 'tenant.frameHostAdd', siteOf());
  },
  'access.frameAddress': async (actor) => ({ src: `https://${await framedHost(actor)}/map` }),
  'access.frameDocument': framedDocument,
  'tenant.create': newTenantOf,
  'tenant.update': async (actor) => ({ ...(await tenantMade(actor)), copy: word() }),
  'tenant.freeze': async (actor) => ({ ...(await tenantMade(actor)), reason: '欠费' }),
  'tenant.thaw': (actor) => tenantAfter(actor, 'tenant.freeze', { reason: '欠费' }),
  'tenant.remove': async (actor) => ({ id: (await tenantMade(actor)).id }),
  'tenant.restore': (actor) => tenantAfter(actor, 'tenant.remove'),
  'tenant.logo': async (actor) => {
    await givePassword(actor.app);
    const answer = await send(actor.app, 'POST', '/upms/tenant/logo', {
      token: (await signIn(actor.app, { id: '0' }, 'platform')).access_token,
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
    const own = await actor.app.sql<{ id: string }>(
      'select id from dictionary_item where tenant_id = $1 and dict_id = $2 order by id',
      [placeOf(actor), dictId],
    );
    return { dictId, ids: own.map(({ id }) => id) };
  },
};
