// How a person wants the shell follows them: kept by person, checked, small, and nobody else's (LY-14).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, send, signIn, type Tokens } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let me: Tokens;
beforeAll(async () => {
  tenant = await makeTenant(app);
  me = await signIn(app, tenant, 'regulator');
});
afterAll(() => app.close());

const path = '/upms/user/setting';
const read = async (token: string) => dataOf<object>(await send(app, 'GET', path, { token }));
const save = (token: string, body: object) => send(app, 'POST', path, { token, body });

test('a change is laid over what was said, the last one stands, and another sign-in of the person reads it', async () => {
  expect(await read(me.access_token)).toEqual({});
  dataOf(await save(me.access_token, { density: 'compact', tabs: false, accent: '#C71539' }));
  const there = await signIn(app, tenant, 'regulator');
  expect(dataOf(await save(there.access_token, { density: 'loose', autoLockMinutes: 10, lamp: 'green' }))).toEqual({
    density: 'loose',
    tabs: false,
    accent: '#C71539',
    autoLockMinutes: 10,
  });
  expect(await read(me.access_token)).toMatchObject({ density: 'loose', tabs: false });
  // Fields changed at the same time from two places are both kept.
  await Promise.all([save(me.access_token, { folded: true }), save(there.access_token, { motion: 'reduced' })]);
  expect(await read(there.access_token)).toMatchObject({ folded: true, motion: 'reduced', density: 'loose' });
});

test('it is one’s own: no colleague and no other tenant reads or changes it', async () => {
  dataOf(await save(me.access_token, { themeName: 'theme-star' }));
  const colleague = await signIn(app, tenant, 'admin');
  const stranger = await signIn(app, await makeTenant(app), 'regulator');
  for (const { access_token: token } of [colleague, stranger]) {
    expect(await read(token)).toEqual({});
    dataOf(await save(token, { themeName: 'theme-black', userId: me.user_id }));
  }
  expect(await read(me.access_token)).toMatchObject({ themeName: 'theme-star' });
});

test('looks leave no trace, however often they change; what locks the screen leaves one, and only of itself (S74)', async () => {
  const traces = () =>
    app.sql<{ changes: unknown }>(
      `select changes from audit where tenant_id = $1 and call = 'user.settingSave' and user_id = $2 order by id`,
      [tenant.id, me.user_id],
    );
  const before = await traces();
  for (const folded of [true, false, true]) dataOf(await save(me.access_token, { folded, themeName: 'theme-black' }));
  expect(await traces()).toEqual(before);
  dataOf(await save(me.access_token, { folded: false, autoLockMinutes: 30 }));
  dataOf(await save(me.access_token, { autoLockMinutes: 30 }));
  const after = (await traces()).slice(before.length).map(({ changes }) => changes);
  expect(after).toEqual([[{ field: 'autoLockMinutes', before: 10, after: 30 }]]);
});

test('what the server does not know, and more than 4 KB, is refused and changes nothing', async () => {
  const before = await read(me.access_token);
  for (const body of [
    { density: 'tiny' },
    { autoLockMinutes: 1 },
    { accent: 'red' },
    { accent: '#12345g' },
    { tabs: 'maybe' },
    { themeName: 'theme-white; }' },
  ])
    expect((await save(me.access_token, body)).status, JSON.stringify(body)).toBe(400);
  const big = await save(me.access_token, { density: 'compact', more: 'x'.repeat(5000) });
  expect(big.status).toBeGreaterThanOrEqual(400);
  expect(big.status).toBeLessThan(500);
  expect(await read(me.access_token)).toEqual(before);
});
