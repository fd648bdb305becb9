// S51: a write that comes again under its Idempotency-Key has one effect and one answer, on one node and on two.
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
/** As our client does: what is under way is asked again. */
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

test('S51 the same key fifty times on two nodes: one effect, one trace, fifty equal answers', async () => {
  const [key, body] = [newKey(), draft()];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => patient(() => create(index % 2 ? second : app, key, body))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const { id } = dataOf<{ id: string }>(answers[0]!);
  expect(await rowsNamed(body.name)).toHaveLength(1);
  expect(await app.sql('select from audit where object_id = $1', [id])).toHaveLength(1);
});

test('S51 another body under the key is 400, and so is a key of another form', async () => {
  const [key, body] = [newKey(), draft()];
  expect((await create(app, key, body)).status).toBe(200);
  const other = await create(second, key, { ...body, name: `${body.name}二` });
  expect([other.status, other.json]).toMatchObject([400, { msg: '同一个 Idempotency-Key 不能用于不同的内容' }]);
  for (const bad of ['', 'short', 'x'.repeat(65), 'sixteen chars ok', '一'.repeat(20)])
    expect((await create(app, bad, draft())).status, bad).toBe(400);
});

test('S51 a key belongs to one person and one call', async () => {
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

test('S51 a final failure comes again as it was, with its rows; a passing one lets the key go', async () => {
  const taken = draft();
  const first = dataOf<{ id: string }>(await create(app, newKey(), taken));
  const [key, body] = [newKey(), { ...draft(), creditCode: taken.creditCode }];
  const refused = await create(app, key, body);
  expect(refused.status).toBe(409);
  await send(app, 'GET', `/bus/enterprise/del/${first.id}`, { token });
  const again = await create(second, key, body);
  expect([again.status, again.text]).toEqual([409, refused.text]);

  const [later, calm] = [newKey(), draft()];
  const other = await connect(app.database.superuserUrl());
  await other.query('begin; lock table enterprise in exclusive mode');
  // The database waits three seconds for a lock; then too many want the same.
  expect((await create(app, later, calm)).status).toBe(429);
  await other.query('rollback');
  await other.end();
  expect((await create(app, later, calm)).status).toBe(200);
});

test('S51 killed before the effect: settled once by whoever comes first', async () => {
  const [key, body] = [newKey(), draft()];
  await create(app, key, body);
  // As kill -9 leaves it: the row is there, the effect is not.
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

test('S51 killed after the effect: never again', async () => {
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

test('S51 a node taken for dead that comes to again cannot commit beside its successor', async () => {
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

test('S51 an upload counts once: the same bytes answer the same file, others are refused', async () => {
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

test('S51 a day later the key is free and its row is gone', async () => {
  const [key, body] = [newKey(), draft()];
  await create(app, key, body);
  app.clock.pass(limits.idempotency.keptSeconds + 1);
  token = (await signIn(app, tenant, 'regulator')).access_token;
  expect((await create(app, key, draft())).status).toBe(200);
  await app.sweep();
  expect(await app.sql('select from idempotency where key <> $1', [key])).toHaveLength(0);
});

test('S51 answers of the HTTP layer are never kept: they hold secrets', async () => {
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
  'S90 %s under the same key tells once more that it took effect, without the password, which no row holds',
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
    const kept = await app.sql('select * from idempotency where key = $1', [key]);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(password);
  },
);
