// Demo users look at everything and move nothing; DEMO_MODE=on makes everybody one of them (S38, RP-07).
import { afterAll, expect, test } from 'vitest';
import type { Call } from '@anlan/contract/http/dialect';
import { send, sendCall, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { rowsOf } from '../../testing/snapshots.ts';
import { kindFor, peopleOf, readPermits } from '../../testing/actors.ts';
import { isDrawn } from '../../testing/seeds.ts';
import { fixtureOf, type Fixture } from '../../testing/fixtures.ts';
import { makeTenant } from '../../testing/tenants.ts';
import { queuesOver, workOver } from '../../testing/work.ts';

const app = await openTestApp();
const strict = await openTestApp({ env: { DEMO_MODE: 'on' } });
afterAll(async () => {
  await strict.close();
  await app.close();
});

const refusal = { code: 1, msg: '演示账号，不能操作。', data: '演示环境' };
// What a demo user may do all the same, by the written list: ways in and out, tickets, registering, the lock, errors.
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

// Always among the calls that are tried.
const named = [
  'enterprise.create',
  'enterprise.remove',
  'enterprise.export',
  'station.export',
  'sms.send',
  'audit.reveal',
];

test('what a demo user may do although it writes is the written list', () => {
  const writing = app.mounted.filter(({ call }) => call.effect === 'write' || call.method !== 'GET');
  expect(
    writing
      .filter(({ call }) => call.demo)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(spared);
});

test('S38 the demo user over the table of calls: no row changes, no message leaves, nothing is exported or revealed', async () => {
  const tenant = await makeTenant(app);
  // The demo user holds what an administrator holds, so that only the demonstration stands in the way.
  await app.sql(
    `update user_role set role_id = (select id from role where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN')
     where tenant_id = $1 and user_id = $2`,
    [tenant.id, tenant.people.demo],
  );
  const { access_token: token } = await signIn(app, tenant, 'demo');
  const permits = await readPermits(app, tenant);
  // Inputs that go well for somebody who may, sent by somebody who may only look.
  const moving = app.mounted.filter(
    // The header of a client program names no person.
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
  // What the makers began goes on by itself: tables looked through, with a word to whoever sent them.
  await workOver(app, tenant.id);
  // A changed rule brings to-dos up to date some time later; then there is nothing left to bring.
  await queuesOver(app, tenant.id);
  await app.repairTodos(tenant.id);
  const before = await rowsOf(app, tenant.id);
  const messages = app.inbox.messages.length;
  const blocked: string[] = [];
  for (const { name, call, fixture } of ready) {
    const answer = await sendCall(app, call, fixture.input, { ...fixture.sending, token });
    expect(answer.status, `${name} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    // A file of one's own may be looked at; nothing else goes well.
    if (answer.status === 200) expect(call.effect, name).toBe('read');
    if (JSON.stringify(answer.json) === JSON.stringify(refusal)) blocked.push(name);
  }
  const after = await rowsOf(app, tenant.id);
  for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows);
  expect(app.inbox.messages.length).toBe(messages);
  for (const name of named) expect(blocked, name).toContain(name);
  expect(blocked.length).toBeGreaterThan(ready.length / 3);
}, 300_000);

test('DEMO_MODE=on refuses everybody’s writes and exports, strangers’ messages too; people still come in and look', async () => {
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
