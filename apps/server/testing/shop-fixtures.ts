// Valid inputs for shops and goods: a pending application, a closed shop, listed goods.
import type { Actor } from './actors.ts';
import { callNamed, dataOf, send, sendCall, signIn } from './client.ts';
import { declaredNamed, valuesFor } from './resource-test-data.ts';
import { png } from './sample-files.ts';
import { codeFor, freshPhone } from './fixtures.ts';
import { freshCreditCode } from './tenants.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}

async function applying(actor: Actor) {
  const phone = freshPhone();
  return {
    tenantId: actor.tenant.id,
    phone,
    code: await codeFor(actor, phone, '6'),
    name: `劳保店${crypto.randomUUID().slice(0, 8)}`,
    creditCode: freshCreditCode(),
    company: '临江劳保用品有限公司',
    contactName: '陈佳宁',
    serviceLine: '0571-86001000',
    address: '桐溪路 18 号',
    openHours: null,
    intro: null,
    agreed: [],
  };
}
async function applied(actor: Actor) {
  const body = await applying(actor);
  const { number } = dataOf<{ number: string }>(await send(actor.app, 'POST', '/mall/shop/shopapply', { body }));
  const [row] = await actor.app.sql<Made>('select id, version from shop where tenant_id = $1 and application_no = $2', [
    actor.tenant.id,
    number,
  ]);
  return { number, phone: body.phone, id: row?.id, version: row?.version };
}

const regulator = async ({ app, tenant, kind, tokens }: Actor) =>
  kind === 'regulator' ? tokens.access_token : (await signIn(app, tenant, 'regulator')).access_token;
const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await sendCall(actor.app, callNamed(actor.app, name), input, { token: await regulator(actor) }));

async function opened(actor: Actor): Promise<Made> {
  const { app, tenant } = actor;
  const shop = await does(actor, 'shop.create', await valuesFor(app, tenant, declaredNamed('shop')));
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await app.sql('select 1 from app_user where shop_id = $1', [shop.id])).length > 0) return shop;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('no account was made');
}

async function shown(actor: Actor) {
  const { app, tenant } = actor;
  const shop = await opened(actor);
  const values = await valuesFor(app, tenant, declaredNamed('goods'));
  const file = { name: '安全帽.png', type: 'image/png', bytes: png };
  const sent = { token: await regulator(actor), fields: { dir: 'photo' }, file };
  const { url, name } = dataOf<{ url: string; name: string }>(await send(app, 'POST', '/upms/file/upload', sent));
  const id = url.split('/').at(-1);
  const goods = await does(actor, 'goods.create', {
    ...values,
    shopId: shop.id,
    shelf: '1',
    pictures: [{ id, name }],
  });
  return { tenantId: tenant.id, id: goods.id, version: goods.version, file: id };
}

async function begun(actor: Actor) {
  const { app } = actor;
  const page = await does(actor, 'pageDesign.create', { name: `页面${crypto.randomUUID().slice(0, 8)}` });
  const file = { name: '横幅.png', type: 'image/png', bytes: png };
  const sent = { token: await regulator(actor), fields: { dir: 'photo' }, file };
  const { url, name } = dataOf<{ url: string; name: string }>(await send(app, 'POST', '/upms/file/upload', sent));
  const fileId = url.split('/').at(-1);
  const picture = { file: fileId, name, alt: '劳保用品' };
  const design = JSON.stringify({ format: 2, parts: [{ id: 'a', type: 'image', v: 1, props: { picture } }] });
  return { id: page.id, version: 1, design, file: fileId };
}
async function designed(actor: Actor) {
  const { id, version, design, file } = await begun(actor);
  const saved = await does(actor, 'pageDesign.saveDraft', { id, version, design });
  return { id, version: saved.version, design, file };
}
async function published(actor: Actor) {
  const { id, version, design, file } = await designed(actor);
  await does(actor, 'pageDesign.publish', { id, version });
  return { tenantId: actor.tenant.id, id, version, design, file };
}

export const shopFixtures: Record<string, Maker> = {
  'shop.apply': applying,
  'shop.applyState': async (actor) => {
    const { number, phone } = await applied(actor);
    return { number, phone };
  },
  'shop.update': async (actor) => ({ ...(await opened(actor)), name: `改名${crypto.randomUUID().slice(0, 8)}` }),
  'shop.remove': opened,
  'shop.close': async (actor) => ({ ...(await opened(actor)), reason: '店主申请停业' }),
  'shop.approve': applied,
  'shop.reject': async (actor) => ({ ...(await applied(actor)), reason: '营业执照不清晰' }),
  'shop.reopen': async (actor) => {
    const shop = await opened(actor);
    return does(actor, 'shop.close', { id: shop.id, version: shop.version, reason: '店主申请停业' });
  },
  // An actor without a shop gets goods of another shop in the tenant.
  'goods.get': shown,
  'goods.history': shown,
  'goods.update': async (actor) => ({ ...(await shown(actor)), name: `改名${crypto.randomUUID().slice(0, 8)}` }),
  'goods.remove': shown,
  'goods.open': shown,
  'goods.picture': shown,
  ...Object.fromEntries(
    ['get', 'update', 'remove'].map((verb): [string, Maker] => [
      `pageDesign.${verb}`,
      async (actor) => {
        const { id } = await designed(actor);
        return { id, version: 1, ...(verb === 'update' ? { name: `改名${crypto.randomUUID().slice(0, 8)}` } : {}) };
      },
    ]),
  ),
  ...Object.fromEntries(
    ['draft', 'look', 'preview', 'history'].map((verb): [string, Maker] => [
      `pageDesign.${verb}`,
      async (actor) => ({ id: (await designed(actor)).id }),
    ]),
  ),
  'pageDesign.saveDraft': async (actor) => {
    const { id, version, design } = await begun(actor);
    return { id, version, design };
  },
  'pageDesign.data': async (actor) => {
    const { id, design } = await designed(actor);
    return { id, design };
  },
  'pageDesign.publish': async (actor) => {
    const { id, version } = await designed(actor);
    return { id, version };
  },
  'pageDesign.unschedule': async (actor) => {
    const { id, version } = await designed(actor);
    await does(actor, 'pageDesign.publish', { id, version, goesAt: '2026-12-01 08:00:00' });
    return { id };
  },
  'pageDesign.editions': async (actor) => ({ id: (await published(actor)).id }),
  'pageDesign.rollBack': async (actor) => ({ id: (await published(actor)).id, edition: 1 }),
  'pageDesign.show': async (actor) => {
    const { tenantId, id } = await published(actor);
    return { tenantId, id };
  },
  'pageDesign.found': ({ tenant }) => ({ tenantId: tenant.id, q: '安全帽' }),
  'pageDesign.file': async (actor) => {
    const { tenantId, id, file } = await published(actor);
    return { tenantId, id, file };
  },
};
