// A valid input of each call for the actor, so that a suite changes exactly one thing.
import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import type { Declared } from '@anlan/contract/kit/module';
import { declaredResources } from '@anlan/contract/modules';
import type { Call } from '@anlan/contract/http/call-table';
import type { Actor } from './actors.ts';
import {
  callNamed,
  cipher,
  clientOf,
  dataOf,
  send,
  sendCall,
  signIn,
  trySignIn,
  type Answer,
  type Sending,
  type Tokens,
} from './client.ts';
import { accessFixtures } from './access-fixtures.ts';
import { moveInputFor, keeperOf, valuesFor } from './resource-test-data.ts';
import { siteFixtures } from './delivery-fixtures.ts';
import { adminFixtures } from './admin-fixtures.ts';
import { freshFile } from './enterprises.ts';
import { fieldsOf, guess } from './fields.ts';
import { videoHead } from './upload-fixtures.ts';
import { endedImport, waitingJob } from './job-fixtures.ts';
import { moduleFixtures } from './module-fixtures.ts';
import { noticeFixtures } from './notice-fixtures.ts';
import { ownFixtures } from './own-fixtures.ts';
import { riskFixtures } from './risk-fixtures.ts';
import { fileOf } from './resource-import.ts';
import { csv, pdf, png } from './sample-files.ts';
import { inBrowser, oauthFixtures } from './oauth-fixtures.ts';
import { peopleFile, userFixtures, workOver } from './user-fixtures.ts';
import { loginMethodFixtures } from './login-method-fixtures.ts';
import { sessionMakers, withoutFactors } from './session-fixtures.ts';
import { smsIndexOf } from './phones.ts';
import { freshCreditCode, password } from './tenants.ts';

export interface Fixture {
  input: Record<string, unknown>;
  sending: Sending;
}

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const file = (mark: string) => ({ ...freshFile(mark), name: `${mark}演示企业` });

let lastPhone = 0;
/** Returns a phone without earlier messages, because messages to a phone are limited. */
export const freshPhone = () => `1350002${String((lastPhone += 1)).padStart(4, '0')}`;

export async function codeFor({ app, tenant }: Actor, phone: string, type = '5'): Promise<string> {
  const before = app.inbox.messages.length;
  // Clears the counter, because a phone gets at most one SMS code a minute.
  await app.sql('delete from public_attempt where phone_index = $1', [smsIndexOf(app, phone)]);
  await send(app, 'POST', '/bus/sms/code', { query: { phone, type, tenantId: tenant.id } });
  for (let tries = 0; tries < 600; tries += 1) {
    // Searches for the right message, because other messages to the phone may arrive late.
    const message = app.inbox.messages.slice(before).find((one) => one.phone === phone && one.params['code']);
    if (message) return message.params['code'] ?? '';
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('no code arrived');
}

async function provenPhone(actor: Actor, phone = freshPhone()) {
  const body = { tenantId: actor.tenant.id, phone, code: await codeFor(actor, phone) };
  const { proof } = dataOf<{ proof: string }>(
    await send(actor.app, 'POST', '/bus/enterprise/entApply/proof', { body }),
  );
  return { tenantId: actor.tenant.id, phone, proof };
}

async function newApplication(actor: Actor) {
  const proven = await provenPhone(actor);
  const body = { ...file(actor.tenant.mark), ...proven };
  const { number } = dataOf<{ number: string }>(await send(actor.app, 'POST', '/bus/enterprise/entApply', { body }));
  return { number, phone: proven.phone };
}

async function heldApplication(actor: Actor) {
  const { number, phone } = await newApplication(actor);
  return { number, phone, proof: (await provenPhone(actor, phone)).proof };
}

const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<{ id: string; version: number }>(
    await sendCall(actor.app, callNamed(actor.app, name), input, { token: actor.tokens.access_token }),
  );

const newDraft: Maker = (actor) => does(actor, 'enterprise.create', file(actor.tenant.mark));

/** Creates the input for a call of a declared resource. State changes are supported only from the first state. */
function ofDeclared(name: string): Maker | undefined {
  const [resource, verb = ''] = name.split('.');
  const one = declaredResources.find((each) => each.resource.name === resource);
  if (!one) return undefined;
  const create = `${resource}.create`;
  const owned = one.resource.class === 'enterprise';
  const values: Maker = async ({ app, tenant, tokens, kind }) => ({
    ...(await valuesFor(app, tenant, one, kind === 'platform' ? 'regulator' : kind)),
    ...(owned ? { enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0] } : {}),
  });
  // For an actor who may only read, another user creates the row.
  const made = async (actor: Actor) => {
    const { app, tenant, tokens } = actor;
    const answer = await sendCall(app, callNamed(app, create), await values(actor), { token: tokens.access_token });
    const keeper = keeperOf(one);
    if (answer.status !== 403 || keeper === actor.kind) return dataOf<{ id: string; version: number }>(answer);
    return does({ ...actor, tokens: await signIn(app, tenant, keeper) }, create, await values(actor));
  };
  if (verb === 'create') return values;
  if (verb === 'update')
    return async (actor) => ({
      ...(await made(actor)),
      [one.resource.title]: `改名${crypto.randomUUID().slice(0, 8)}`,
    });
  // Creates a new row, because background work on an old one could change the list in the meantime.
  const looked = async (actor: Actor) => {
    const row = await values(actor);
    await does(actor, create, row);
    const file = await importFile(actor, one, row);
    const call = callNamed(actor.app, `${resource}.import`);
    const answer = await sendCall(actor.app, call, {}, { token: actor.tokens.access_token, file });
    return workOver(actor, dataOf<{ jobId: string }>(answer).jobId);
  };
  if (verb === 'importConfirm') return async (actor) => ({ jobId: await looked(actor) });
  if (verb === 'importErrors') return async (actor) => ({ id: await looked(actor) });
  if (verb === 'get' || verb === 'remove' || verb === 'history')
    return async (actor) => ({ id: (await made(actor)).id });
  const move = one.resource.states?.moves[verb];
  return (
    move &&
    (async (actor) => {
      const kind = actor.kind === 'platform' ? 'regulator' : actor.kind;
      return { ...(await made(actor)), ...(await moveInputFor(actor.app, actor.tenant, move, kind)) };
    })
  );
}

async function current(actor: Actor) {
  const own = actor.tokens.shop_id ?? actor.tenant.enterpriseIds[0] ?? '';
  const answer = await send(actor.app, 'GET', `/bus/enterprise/${own}`, { token: actor.tokens.access_token });
  const { id, version } = dataOf<{ id: string; version: number }>(answer);
  return { id, version };
}

async function enterpriseInStatus(actor: Actor, status: string) {
  const { app, kind, tenant } = actor;
  const { id, version } = kind.startsWith('ent')
    ? await current(actor)
    : await does(actor, 'enterprise.create', file(tenant.mark));
  await app.sql(`update enterprise set status = $2, licence = coalesce(licence, $3) where id = $1`, [
    id,
    status,
    `/upms/file/${id}`,
  ]);
  return { id, version };
}

const uploaded = async ({ app, tokens }: Actor) =>
  dataOf<{ url: string }>(
    await send(app, 'POST', '/upms/file/upload', {
      token: tokens.access_token,
      file: { name: 'a.png', type: 'image/png', bytes: png },
    }),
  ).url;

// For an actor who may not upload, returns an id without a file.
const ownFile = async (actor: Actor) =>
  (await uploaded(actor).catch(() => crypto.randomUUID())).split('/').at(-1) ?? '';

/** Waits until the user's exports have ended, because a user may have only two running. */
async function exportsOver({ app, tenant }: Actor) {
  const open = `select from job where tenant_id = $1 and kind = 'enterprise.export' and state in ('waiting', 'running')`;
  while ((await app.sql(open, [tenant.id])).length > 0) await new Promise((done) => setTimeout(done, 20));
}

async function importJob(actor: Actor, name = 'enterprise.import') {
  const { input, sending } = await fixtureOf(actor, name, callNamed(actor.app, name));
  const answer = await sendCall(actor.app, callNamed(actor.app, name), input, sending);
  const { jobId } = dataOf<{ jobId: string }>(answer);
  return workOver(actor, jobId);
}

const makers: Record<string, Maker> = {
  ...accessFixtures,
  ...adminFixtures,
  ...siteFixtures,
  ...moduleFixtures,
  ...noticeFixtures,
  ...ownFixtures,
  ...riskFixtures,
  ...sessionMakers,
  ...oauthFixtures,
  ...userFixtures,
  ...loginMethodFixtures,
  'session.signIn': ({ app, tenant, kind }) => ({
    username: kind,
    password: cipher(app, password),
    tenantId: tenant.id,
    grant_type: 'password',
  }),
  'session.refresh': async ({ app, tenant, kind }) => {
    await withoutFactors({ app, tenant });
    const fresh = (await trySignIn(app, tenant.id, kind)).json as Tokens;
    return { refresh_token: fresh.refresh_token, grant_type: 'refresh_token' };
  },
  'session.ticket': () => ({ purpose: 'file', target: '/upms/file/01a00000-0000-7000-8000-000000000000' }),
  'sms.send': ({ tenant }) => ({ phone: freshPhone(), type: '5', tenantId: tenant.id }),
  'sms.check': ({ tenant }) => ({ phone: freshPhone(), type: '5', tenantId: tenant.id, code: '123456' }),
  'enterprise.apply': async (actor) => ({ ...file(actor.tenant.mark), ...(await provenPhone(actor)) }),
  'enterprise.applyProof': async (actor) => {
    const phone = freshPhone();
    return { tenantId: actor.tenant.id, phone, code: await codeFor(actor, phone) };
  },
  'enterprise.applyUpload': async (actor) => provenPhone(actor),
  'enterprise.applyChoices': ({ tenant }) => ({ tenantId: tenant.id }),
  'enterprise.applyCheck': ({ tenant }) => ({ tenantId: tenant.id, creditCode: freshCreditCode() }),
  'enterprise.applyState': newApplication,
  'enterprise.applyForm': async (actor) => heldApplication(actor),
  'enterprise.applyWithdraw': async (actor) => heldApplication(actor),
  'enterprise.applyAgain': async (actor) => {
    const held = await heldApplication(actor);
    await send(actor.app, 'POST', '/bus/enterprise/entApply/withdraw', { body: held });
    const { number, phone } = held;
    const { tenantId, proof } = await provenPhone(actor, phone);
    const form = await send(actor.app, 'POST', '/bus/enterprise/entApply/form', { body: { number, proof } });
    const { version } = dataOf<{ version: number }>(form);
    const { url } = dataOf<{ url: string }>(
      await send(actor.app, 'POST', '/bus/enterprise/entApply/upload', {
        file: { name: 'a.png', type: 'image/png', bytes: png },
        fields: { tenantId, proof },
      }),
    );
    return { ...file(actor.tenant.mark), licence: url, version, number, proof };
  },
  'file.link': async (actor) => ({ id: await ownFile(actor) }),
  'file.view': async (actor) => ({ fileId: await ownFile(actor), url: undefined }),
  'file.signed': async (actor) => {
    const link = await sendCall(
      actor.app,
      callNamed(actor.app, 'file.link'),
      { id: await ownFile(actor) },
      { token: actor.tokens.access_token },
    );
    // For an actor who may not upload, returns an invalid link of the right form.
    const { url } =
      link.status === 200
        ? dataOf<{ url: string }>(link)
        : { url: `/x/${crypto.randomUUID()}?tenant=1&user=${crypto.randomUUID()}&ends=1&sign=${'x'.repeat(43)}` };
    const { pathname, searchParams } = new URL(url, 'http://house');
    return { id: pathname.split('/').at(-1), ...Object.fromEntries(searchParams) };
  },
  'file.open': async (actor) => ({ id: await ownFile(actor) }),
  'audit.hide': async ({ app, tenant }) => {
    const [row] = await app.sql<{ id: string }>(`select id from audit where tenant_id = $1 order by id limit 1`, [
      tenant.id,
    ]);
    return { id: row?.id ?? crypto.randomUUID() };
  },
  'audit.confirmAlarm': async ({ app, tenant }) => {
    const id = crypto.randomUUID();
    await app.sql(
      `insert into alarm (tenant_id, id, cause, hour, note, at, subject) values ($1, $2, 'tookMuch', 0, '导出很多', $3, $4)`,
      [tenant.id, id, app.clock.now(), id],
    );
    return { id };
  },
  'audit.report': () => ({ logs: [{ type: 'js', message: 'x is not a function', url: '/wel/index?a=1' }] }),
  'job.get': async (actor) => ({ id: await waitingJob(actor) }),
  'job.cancel': async (actor) => ({ id: await waitingJob(actor) }),
  'job.undo': async (actor) => ({ id: await endedImport(actor) }),
  'enterprise.get': async (actor) => ({ id: (await current(actor)).id }),
  'enterprise.history': async (actor) => ({ id: (await current(actor)).id }),
  'enterprise.map': () => ({ bbox: '119,29,121,31', zoom: 12 }),
  'enterprise.check': ({ tenant }) => ({ name: `${tenant.mark}没有的企业` }),
  'enterprise.create': ({ tenant }) => file(tenant.mark),
  'enterprise.update': async (actor) => ({
    ...(await current(actor)),
    town: `镇${Math.random().toString(36).slice(2, 8)}`,
  }),
  'enterprise.activate': newDraft,
  'enterprise.remove': async (actor) => ({ id: (await newDraft(actor))['id'] }),
  'enterprise.restore': async (actor) => {
    const { id } = await newDraft(actor);
    return does(actor, 'enterprise.remove', { id });
  },
  'station.byEnterpriseCode': ({ tenant }) => ({ code: tenant.creditCodes[0] }),
  'enterprise.updateLogo': () => ({ aliasName: '简称', logoUrl: null }),
  'enterprise.bulk': async (actor) => ({
    action: 'addLabels',
    labels: ['model'],
    ids: [(await current(actor)).id],
  }),
  'enterprise.bulkRefused': async (actor) => ({ id: await waitingJob(actor, 'enterprise.bulk') }),
  'enterprise.bulkRefusedFile': async (actor) => ({ id: await waitingJob(actor, 'enterprise.bulk') }),
  'enterprise.exportStart': async (actor) => {
    await exportsOver(actor);
    return { ids: [(await current(actor)).id] };
  },
  'enterprise.submit': (actor) => enterpriseInStatus(actor, 'draft'),
  'enterprise.withdraw': (actor) => enterpriseInStatus(actor, 'underReview'),
  'enterprise.approve': (actor) => enterpriseInStatus(actor, 'underReview'),
  'enterprise.reject': async (actor) => ({
    ...(await enterpriseInStatus(actor, 'underReview')),
    reason: '营业执照不清晰',
  }),
  'enterprise.suspend': async (actor) => ({
    ...(await enterpriseInStatus(actor, 'active')),
    kind: 'production',
    fromOn: '2026-03-01',
    reason: '设备检修停产一个月',
  }),
  'enterprise.resume': async (actor) => ({
    ...(await enterpriseInStatus(actor, 'suspended')),
    checklist: Object.keys(resumeChecks),
  }),
  'enterprise.close': async (actor) => ({
    ...(await enterpriseInStatus(actor, 'suspended')),
    reason: 'shutDown',
    closedOn: '2026-03-01',
  }),
  'enterprise.applied': async (actor) => ({ id: (await current(actor)).id }),
  'enterprise.timeline': async (actor) => ({ id: (await current(actor)).id }),
  'enterprise.merge': async (actor) => {
    const keep = await enterpriseInStatus(actor, 'active');
    const drop = await enterpriseInStatus(actor, 'active');
    return { keepId: keep.id, keepVersion: keep.version, dropId: drop.id, dropVersion: drop.version };
  },
  'enterprise.transfer': async (actor) => ({
    ...(await enterpriseInStatus(actor, 'active')),
    regionCode: '330106',
    reason: '注册地址迁入西湖区',
  }),
  'enterprise.importConfirm': async (actor) => ({ jobId: await importJob(actor), mode: 'rows', onDuplicate: 'skip' }),
  'enterprise.importErrors': async (actor) => ({ id: await importJob(actor) }),
  'user.importConfirm': async (actor) => ({ jobId: await importJob(actor, 'user.import'), mode: 'rows' }),
  'user.importErrors': async (actor) => ({ id: await importJob(actor, 'user.import') }),
};

function sampleFor(call: Call, mark: string): Sending['file'] {
  const kinds = call.file?.kinds ?? [];
  if (kinds.includes('png')) return { name: 'a.png', type: 'image/png', bytes: png };
  if (kinds.includes('csv')) return { name: 'a.csv', type: 'text/csv', bytes: csv(mark, freshCreditCode()) };
  if (kinds.includes('mp4')) return { name: 'a.mp4', type: 'video/mp4', bytes: videoHead };
  return { name: 'a.pdf', type: 'application/pdf', bytes: pdf };
}

async function sampleOf(actor: Actor, name: string, call: Call): Promise<Sending['file']> {
  if (name === 'user.import') return peopleFile(actor.kind);
  const one = declaredResources.find(({ resource }) => `${resource.name}.import` === name);
  if (!one) return sampleFor(call, actor.tenant.mark);
  const values = await valuesFor(actor.app, actor.tenant, one);
  const enterpriseId = actor.tokens.shop_id ?? actor.tenant.enterpriseIds[0];
  return importFile(actor, one, one.resource.class === 'enterprise' ? { ...values, enterpriseId } : values);
}

const importFile = async ({ app, tenant }: Actor, one: Declared, row: Record<string, unknown>) => ({
  name: 'a.csv',
  type: 'text/csv',
  bytes: await fileOf(app, tenant, one, [row]),
});

export async function fixtureOf(actor: Actor, name: string, call: Call): Promise<Fixture> {
  // Removes the second factor, which the previous call may have set and which would block the sign-in.
  await withoutFactors(actor);
  const made = (await (makers[name] ?? ofDeclared(name))?.(actor)) ?? {};
  const input: Record<string, unknown> = {};
  for (const field of fieldsOf(call)) {
    const value = field.key in made ? made[field.key] : guess(field);
    if (value !== undefined) input[field.key] = value;
  }
  const cookies: Record<string, string> = call.browser === null ? {} : inBrowser;
  const sending: Sending =
    call.client === null
      ? { token: call.permit === 'public' ? null : actor.tokens.access_token, headers: cookies }
      : { headers: { authorization: clientOf(actor.app), ...cookies } };
  return {
    input,
    sending: call.file ? { ...sending, file: (await sampleOf(actor, name, call))! } : sending,
  };
}

export async function sendFixture(actor: Actor, name: string, call: Call): Promise<Answer> {
  const { input, sending } = await fixtureOf(actor, name, call);
  return sendCall(actor.app, call, input, sending);
}
