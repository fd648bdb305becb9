// LY-14: the settings of the page frame belong to the user. The server validates them, limits their size, and shows
// them only to this user.
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

test('merges a change into the shell settings of a user', async () => {
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
  // Two devices change different fields at the same time. Both changes are stored.
  await Promise.all([save(me.access_token, { folded: true }), save(there.access_token, { motion: 'reduced' })]);
  expect(await read(there.access_token)).toMatchObject({ folded: true, motion: 'reduced', density: 'loose' });
});

test('lets no other user read or change the shell settings', async () => {
  dataOf(await save(me.access_token, { themeName: 'theme-star' }));
  const colleague = await signIn(app, tenant, 'admin');
  const stranger = await signIn(app, await makeTenant(app), 'regulator');
  for (const { access_token: token } of [colleague, stranger]) {
    expect(await read(token)).toEqual({});
    dataOf(await save(token, { themeName: 'theme-black', userId: me.user_id }));
  }
  expect(await read(me.access_token)).toMatchObject({ themeName: 'theme-star' });
});

test('audits changes of auto-lock, but not of appearance (S74)', async () => {
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

test('refuses unknown shell settings and more than 4 KB', async () => {
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
