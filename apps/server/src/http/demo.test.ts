// Demo users read everything and change nothing; DEMO_MODE=on makes every user a demo user (S38, RP-07).
import { afterAll, expect, test } from 'vitest';
import type { Call } from '@anlan/contract/http/call-table';
import { send, sendCall, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { rowsOf } from '../../testing/snapshots.ts';
import { kindFor, peopleOf, readPermits } from '../../testing/actors.ts';
import { isDrawn } from '../../testing/seeds.ts';
import { fixtureOf, type Fixture } from '../../testing/fixtures.ts';
import { makeTenant } from '../../testing/tenants.ts';
import { queuesOver, workOver } from '../../testing/wait-for-jobs.ts';

const app = await openTestApp();
const strict = await openTestApp({ env: { DEMO_MODE: 'on' } });
afterAll(async () => {
  await strict.close();
  await app.close();
});

const refusal = { code: 1, msg: '演示账号，不能操作。', data: '演示环境' };
// Calls that a demo user may make although they change state: sign-in and sign-out, tickets, registration, lock, error
// reports.
const spared = [
  'audit.report',
  'session.directoryDoor',
  'session.directoryProve',
  'session.directorySignIn',
  'session.firstLockWord',
  'session.lock',
  'session.phoneSignIn',
  'session.refresh',
  'session.secondStep',
  'session.signIn',
  'session.signOut',
  'session.switchTo',
  'session.thirdSignIn',
  'session.thirdStart',
  'session.ticket',
  'session.unlock',
  'user.linkSet',
  'user.register',
];

// Every test run tries these calls; the others are drawn at random.
const named = [
  'enterprise.create',
  'enterprise.remove',
  'enterprise.export',
  'station.export',
  'sms.send',
  'audit.reveal',
];

test('allows a demo user exactly the write calls on the fixed list', () => {
  const writing = app.mounted.filter(({ call }) => call.effect === 'write' || call.method !== 'GET');
  expect(
    writing
      .filter(({ call }) => call.demo)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(spared);
});

test('S38 changes no row and sends no message in any call of a demo user', async () => {
  const tenant = await makeTenant(app);
  // Gives the demo user an administrator's permits, so that only the demo restriction can refuse the calls.
  await app.sql(
    `update user_role set role_id = (select id from role where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN')
     where tenant_id = $1 and user_id = $2`,
    [tenant.id, tenant.people.demo],
  );
  const { access_token: token } = await signIn(app, tenant, 'demo');
  const permits = await readPermits(app, tenant);
  // A demo user sends inputs that are valid for a permitted user.
  const moving = app.mounted.filter(
    // Excludes calls of client programs, whose header names no user.
    ({ name, call }) =>
      !call.demo &&
      call.client === null &&
      (call.effect === 'write' || call.method !== 'GET' || call.answer.kind === 'file') &&
      (named.includes(name) || isDrawn(name, 'DEMO_SEED')),
  );
  const makers = peopleOf(app, tenant);
  const ready: { name: string; call: Call; fixture: Fixture }[] = [];
  for (const { name, call } of moving) {
    const maker = await makers.now(kindFor(call, permits));
    const fixture = await fixtureOf(maker, name, call).catch(() => ({ input: {}, sending: {} }));
    ready.push({ name, call, fixture });
  }
  // Dry runs that the fixtures started finish by themselves and notify their senders.
  await workOver(app, tenant.id);
  // A changed rule updates to-dos later; this runs the remaining updates.
  await queuesOver(app, tenant.id);
  await app.repairTodos(tenant.id);
  const before = await rowsOf(app, tenant.id);
  const messages = app.inbox.messages.length;
  const blocked: string[] = [];
  for (const { name, call, fixture } of ready) {
    const answer = await sendCall(app, call, fixture.input, { ...fixture.sending, token });
    expect(answer.status, `${name} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    // Only a read of the user's own file may succeed.
    if (answer.status === 200) expect(call.effect, name).toBe('read');
    if (JSON.stringify(answer.json) === JSON.stringify(refusal)) blocked.push(name);
  }
  const after = await rowsOf(app, tenant.id);
  for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows);
  expect(app.inbox.messages.length).toBe(messages);
  for (const name of named) expect(blocked, name).toContain(name);
  expect(blocked.length).toBeGreaterThan(ready.length / 3);
}, 300_000);

test('refuses all writes, exports and messages with DEMO_MODE=on', async () => {
  const tenant = await makeTenant(strict);
  expect((await trySignIn(strict, tenant.id, 'admin')).status).toBe(200);
  const { access_token: token } = await signIn(strict, tenant, 'admin');
  expect((await send(strict, 'GET', '/bus/enterprise/page', { token })).status).toBe(200);
  for (const { name, call } of strict.mounted.filter(
    ({ call: { demo, method, effect, file } }) => !demo && !file && (method !== 'GET' || effect === 'write'),
  )) {
    const answer = await sendCall(strict, call, { id: crypto.randomUUID() }, { token });
    if (answer.status !== 404) expect([answer.status, answer.json], name).toEqual([403, answer.json]);
  }
  const sent = await send(strict, 'POST', '/bus/sms/code', {
    query: { phone: '13500000001', type: '1', tenantId: tenant.id },
  });
  expect([sent.status, sent.json]).toEqual([403, refusal]);
  expect(strict.inbox.messages).toHaveLength(0);
});
