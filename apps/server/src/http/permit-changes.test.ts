// Rights that change during a session: the server applies them at once, and every answer informs the browser.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, send, type Answer } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { actorOf, type Actor } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let admin: Actor;
let regulator: Actor;
beforeAll(async () => {
  tenant = await makeTenant(app);
  admin = await actorOf(app, tenant, 'admin');
  regulator = await actorOf(app, tenant, 'regulator');
});
afterAll(() => app.close());

const markOf = ({ headers }: Answer) => String(headers['x-fresh'] ?? '').split('.');
const ask = ({ tokens }: Actor, path = '/bus/enterprise/page') =>
  send(app, 'GET', path, { token: tokens.access_token });

async function equip(code: string, without: string) {
  const [role] = await app.sql<{ id: string }>('select id from role where tenant_id = $1 and code = $2', [
    tenant.id,
    code,
  ]);
  const held = await app.sql<{ id: string; permission: string }>(
    `select menu.id, permission from menu join role_permit on permit = permission where role_id = $1 and type = '1'`,
    [role?.id],
  );
  const body = {
    roleId: role?.id,
    menuIds: held.filter(({ permission }) => permission !== without).map(({ id }) => id),
  };
  return send(app, 'POST', '/upms/role/menu', { token: admin.tokens.access_token, body });
}

test('RP-01 RP-03 applies a permit removed from a role at the next call', async () => {
  const before = await ask(regulator);
  expect(before.status).toBe(200);
  expect(markOf(before)[0]).toMatch(/^[\w-]{10}$/);
  expect(markOf(await ask(regulator))).toEqual(markOf(before));
  const own = markOf(await ask(admin));
  dataOf(await equip('ROLE_REGULATOR', 'bus:enterprise:index'));
  const after = await ask(regulator);
  expect(after.status).toBe(403);
  expect(markOf(after)[0]).not.toBe(markOf(before)[0]);
  const { permissions } = dataOf<{ permissions: string[] }>(await ask(regulator, '/upms/user/info'));
  expect(permissions).not.toContain('bus:enterprise:index');
  expect((await ask(regulator, '/upms/menu')).text).not.toContain('/bus/enterprise/index');
  // For users without the role the header does not change.
  expect(markOf(await ask(admin))).toEqual(own);
});

test('RP-04 changes the version mark of permits once after a menu or dictionary change', async () => {
  const other = await actorOf(app, await makeTenant(app), 'regulator');
  const platform = await actorOf(app, tenant, 'platform');
  const [rights, dictionary] = markOf(await ask(other));
  const made = await send(app, 'POST', '/upms/menu', {
    token: platform.tokens.access_token,
    body: { name: '临时分组' },
  });
  const { id } = dataOf<{ id: string }>(made);
  // In another tenant a cached principal is at most two seconds old.
  app.clock.pass(3);
  const [moved, same] = markOf(await ask(other));
  expect(moved).not.toBe(rights);
  expect(same).toBe(dictionary);
  await send(app, 'GET', `/upms/menu/del/${id}`, { token: platform.tokens.access_token });
  await app.sql(
    `insert into fresh (tenant_id, topic, number) values ('0', 'dictionary', 1)
     on conflict (tenant_id, topic) do update set number = fresh.number + 1`,
  );
  app.clock.pass(3);
  expect(markOf(await ask(other))[1]).not.toBe(dictionary);
});

test('sends no version mark of permits in anonymous and public answers', async () => {
  for (const path of ['/config.json', '/upms/tenant/list', '/bus/enterprise/page'])
    expect((await send(app, 'GET', path)).headers['x-fresh']).toBeUndefined();
});
