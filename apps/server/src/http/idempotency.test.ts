// S51: a write that is sent again with the same Idempotency-Key has one effect and one answer, on one node and on two.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { connect } from '#platform/db/connection.ts';
import { actorOf } from '../../testing/actors.ts';
import { callNamed, dataOf, send, sendCall, signIn, type Answer, type Sending } from '../../testing/client.ts';
import { freshFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { fixtureOf } from '../../testing/fixtures.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
const second = await openTestApp({ database: app.database });
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, tenant, 'regulator')).access_token;
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const draft = () => ({ ...freshFile(''), name: `${tenant.mark}${randomUUID().slice(0, 8)}企业` });
const newKey = () => randomUUID();
const create = (at: TestApp, key: string, body: object, more: Sending = {}) =>
  send(at, 'POST', '/bus/enterprise', { token, body, headers: { 'idempotency-key': key }, ...more });
async function patient(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await work();
    if (answer.status !== 429 || tries > 400) return answer;
    expect(answer.headers['retry-after']).toBe('1');
    await new Promise((done) => setTimeout(done, 20));
  }
}
const rowsNamed = (name: string) =>
  app.sql('select from enterprise where tenant_id = $1 and name = $2', [tenant.id, name]);
const dies = (key: string) =>
  app.sql(`update idempotency set lease_ends_at = now() - interval '1 second' where key = $1`, [key]);

test('S51 applies a write once when two nodes get its idempotency key fifty times', async () => {
  const [key, body] = [newKey(), draft()];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => patient(() => create(index % 2 ? second : app, key, body))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const { id } = dataOf<{ id: string }>(answers[0]!);
  expect(await rowsNamed(body.name)).toHaveLength(1);
  expect(await app.sql('select from audit where object_id = $1', [id])).toHaveLength(1);
});

test('S51 answers 400 to another body under the same idempotency key', async () => {
  const [key, body] = [newKey(), draft()];
  expect((await create(app, key, body)).status).toBe(200);
  const other = await create(second, key, { ...body, name: `${body.name}二` });
  expect([other.status, other.json]).toMatchObject([400, { msg: '同一个 Idempotency-Key 不能用于不同的内容' }]);
  for (const bad of ['', 'short', 'x'.repeat(65), 'sixteen chars ok', '一'.repeat(20)])
    expect((await create(app, bad, draft())).status, bad).toBe(400);
});

test('S51 binds an idempotency key to one person and one call', async () => {
  const [key, body] = [newKey(), draft()];
  const { id } = dataOf<{ id: string }>(await create(app, key, body));
  const admin = (await signIn(app, tenant, 'admin')).access_token;
  const another = draft();
  const theirs = dataOf<{ id: string }>(await create(app, key, another, { token: admin }));
  expect(theirs.id).not.toBe(id);
  const headers = { 'idempotency-key': key };
  const removed = await send(app, 'GET', `/bus/enterprise/del/${id}`, { token, headers });
  expect(removed.status).toBe(200);
  expect((await send(app, 'GET', `/bus/enterprise/del/${id}`, { token, headers })).text).toBe(removed.text);
  expect((await send(app, 'GET', `/bus/enterprise/del/${id}`, { token })).status).toBe(404);
});

test('S51 repeats a final failure, but releases the idempotency key after a temporary failure', async () => {
  const firstDraft = draft();
  const first = dataOf<{ id: string }>(await create(app, newKey(), firstDraft));
  const [key, body] = [newKey(), { ...draft(), creditCode: firstDraft.creditCode }];
  const refused = await create(app, key, body);
  expect(refused.status).toBe(409);
  await send(app, 'GET', `/bus/enterprise/del/${first.id}`, { token });
  const again = await create(second, key, body);
  expect([again.status, again.text]).toEqual([409, refused.text]);

  const [later, calm] = [newKey(), draft()];
  const other = await connect(app.database.superuserUrl());
  await other.query('begin; lock table enterprise in exclusive mode');
  // The database waits three seconds for the lock, then the server answers 429.
  expect((await create(app, later, calm)).status).toBe(429);
  await other.query('rollback');
  await other.end();
  expect((await create(app, later, calm)).status).toBe(200);
});

test('S51 executes a write once at the first retry when the node was killed before the effect', async () => {
  const [key, body] = [newKey(), draft()];
  await create(app, key, body);
  // Creates the state after kill -9: the key row exists, but the write had no effect.
  await app.sql('update idempotency set outcome = null, effect_at = null, claim = gen_random_uuid() where key = $1', [
    key,
  ]);
  await app.sql('delete from enterprise_tag where enterprise_id in (select id from enterprise where name = $1)', [
    body.name,
  ]);
  await app.sql('delete from enterprise where name = $1', [body.name]);
  expect((await create(app, key, body)).status).toBe(429);
  await dies(key);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => patient(() => create(index % 2 ? second : app, key, body))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await rowsNamed(body.name)).toHaveLength(1);
});

test('S51 never executes a write again when the node was killed after the effect', async () => {
  const [key, body] = [newKey(), draft()];
  await create(app, key, body);
  await app.sql('update idempotency set outcome = null where key = $1', [key]);
  await dies(key);
  for (const at of [app, second]) {
    const answer = await create(at, key, body);
    expect([answer.status, answer.json]).toMatchObject([409, { msg: expect.stringContaining('已经生效') }]);
  }
  expect(await rowsNamed(body.name)).toHaveLength(1);
});

test('S51 prevents the commit of a paused node after another node took over the idempotency key', async () => {
  const [key, body] = [newKey(), draft()];
  const other = await connect(app.database.superuserUrl());
  await other.query('begin; lock table enterprise in exclusive mode');
  const slow = create(app, key, body);
  await expect.poll(async () => (await app.sql('select from idempotency where key = $1', [key])).length).toBe(1);
  await dies(key);
  const successor = create(second, key, body);
  await expect
    .poll(async () => (await app.sql('select from idempotency where key = $1 and lease_ends_at > now()', [key])).length)
    .toBe(1);
  await other.query('rollback');
  await other.end();
  const answers = [await slow, await successor];
  expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
  expect(await rowsNamed(body.name)).toHaveLength(1);
  expect((await patient(() => create(app, key, body))).status).toBe(200);
});

test('S51 returns the same file for a repeated upload', async () => {
  const key = newKey();
  const upload = (at: TestApp, bytes: Uint8Array) =>
    send(at, 'POST', '/upms/file/upload', {
      token,
      file: { name: 'a.png', type: 'image/png', bytes },
      headers: { 'idempotency-key': key },
    });
  const first = await upload(app, png);
  expect(first.status).toBe(200);
  expect((await upload(app, png)).text).toBe(first.text);
  expect((await upload(app, Buffer.concat([png, Buffer.from('x')]))).status).toBe(400);
});

test('S51 deletes the row of an idempotency key after a day, so that the key can be used again', async () => {
  const [key, body] = [newKey(), draft()];
  await create(app, key, body);
  app.clock.pass(limits.idempotency.keptSeconds + 1);
  token = (await signIn(app, tenant, 'regulator')).access_token;
  expect((await create(app, key, draft())).status).toBe(200);
  await app.sweep();
  expect(await app.sql('select from idempotency where key <> $1', [key])).toHaveLength(0);
});

test('S51 never stores answers of the HTTP layer', async () => {
  const headers = { 'idempotency-key': newKey() };
  const ask = () =>
    send(app, 'POST', '/auth/ticket', {
      token,
      headers,
      body: { purpose: 'file', target: '/upms/file/01a00000-0000-7000-8000-000000000000' },
    });
  expect((await ask()).text).not.toBe((await ask()).text);
  expect(await app.sql('select from idempotency where key = $1', [headers['idempotency-key']])).toHaveLength(0);
});

test.each(['user.create', 'user.password', 'tenant.create'])(
  'S90 reports the success of %s again under the same idempotency key, without the password',
  async (name) => {
    const call = callNamed(app, name);
    const actor = await actorOf(app, tenant, name === 'tenant.create' ? 'platform' : 'admin');
    const { input } = await fixtureOf(actor, name, call);
    const key = newKey();
    const ask = (at: TestApp) =>
      sendCall(at, call, input, { token: actor.tokens.access_token, headers: { 'idempotency-key': key } });
    const { password } = dataOf<{ password: string }>(await ask(app));
    expect(password).toHaveLength(16);
    for (const at of [app, second]) {
      const again = await ask(at);
      expect([again.status, again.json]).toMatchObject([409, { msg: expect.stringContaining('只显示一次') }]);
      expect(again.text).not.toContain(password);
    }
    const keyRows = await app.sql('select * from idempotency where key = $1', [key]);
    expect(keyRows).toHaveLength(1);
    expect(JSON.stringify(keyRows)).not.toContain(password);
  },
);
