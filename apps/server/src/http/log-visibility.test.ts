// Audit log for users with a limited data scope. The log names no person whom lists hide from these users.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { withConnection, type Connection } from '#platform/db/connection.ts';
import { dataOf, send, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { openOversight } from '../../testing/oversight.ts';
import { typesIn } from '../../testing/object-types.ts';

const app = await openTestApp();
const { tenant, setup, reach } = await openOversight(app);
afterAll(() => app.close());

interface Entry {
  call: string;
  createBy: string | null;
  objectId: string | null;
  objectType: string | null;
}
async function log(divisions: string[] | null, type = '0'): Promise<Entry[]> {
  if (divisions === null) await reach('ROLE_TENANT_ADMIN', '0');
  else await reach('ROLE_TENANT_ADMIN', '1', divisions);
  const answer = await send(app, 'GET', `/upms/log/page?size=100&type=${type}`, setup.as('admin'));
  await reach('ROLE_TENANT_ADMIN', '0');
  return dataOf<{ records: Entry[] }>(answer).records;
}
const [inside, outside] = [['330108'], ['330212']];

describe('S29 S96 audit rows about people for an overseer with a limited data scope', () => {
  const { entstaff, regulator } = tenant.people;
  const named: Record<string, string> = {};
  beforeAll(async () => {
    const rows = await app.sql<{ id: string; nick_name: string }>(
      'select id, nick_name from app_user where tenant_id = $1',
      [tenant.id],
    );
    for (const { id, nick_name } of rows) named[id] = nick_name;
    await app.sql('delete from audit where tenant_id = $1', [tenant.id]);
    // Creates audit rows: acts of other users on these two users, acts without a known enterprise, and failures with
    // names of people.
    for (const id of [entstaff, regulator])
      for (const lockFlag of ['9', '0'])
        dataOf(await send(app, 'POST', '/upms/user/lock', { ...setup.as('admin'), body: { id, lockFlag } }));
    await signIn(app, tenant, 'entstaff');
    await trySignIn(app, tenant.id, 'entstaff', { password: 'not this one' });
    const token = (await signIn(app, tenant, 'entstaff')).access_token;
    await app.sql('update session set enterprise_id = null where tenant_id = $1 and user_id = $2', [
      tenant.id,
      entstaff,
    ]);
    const errors: unknown = [{ type: 'js', message: 'broken', time: '2026-03-02 10:00:00' }];
    dataOf(await send(app, 'POST', '/upms/log/logs', { token, body: errors as Record<string, unknown> }));
  });

  test('are hidden when a person outside the data scope is the subject or the actor', async () => {
    for (const type of ['0', '9']) {
      const of = (entries: Entry[]) =>
        entries.filter(
          ({ objectId, createBy }) => objectId === entstaff || createBy === named[entstaff] || createBy === 'entstaff',
        ).length;
      const all = await log(null, type);
      expect(of(all)).toBeGreaterThan(0);
      expect(of(await log(outside, type))).toBe(0);
      expect(of(await log(inside, type))).toBe(of(all));
    }
  });

  test('are visible when the subject works for the authority', async () => {
    const of = (entries: Entry[]) => entries.filter(({ objectId }) => objectId === regulator).length;
    expect(of(await log(outside))).toBe(of(await log(null)));
    expect(of(await log(outside))).toBeGreaterThan(0);
  });
});

describe('S23 every audited object type', () => {
  const ask = <T>(work: (client: Connection) => Promise<T>) =>
    withConnection(app.database.appUrl, async (client) => {
      const settings = { tenant_id: tenant.id, region_from: '330212', region_to: '330212', region_until_1: '330212' };
      for (const [name, value] of Object.entries(settings))
        await client.query('select set_config($1, $2, false)', [`anlan.${name}`, value]);
      return work(client);
    });
  const seen = (client: Connection, type: string | null, id: string | null) =>
    client
      .query<{ seen: boolean }>('select in_sight($1, $2, null, null) as seen', [type, id])
      .then(({ rows }) => rows[0]?.seen);

  test('has its own visibility rule in the code', async () => {
    const types = typesIn(join(import.meta.dirname, '..'));
    for (const type of ['enterprise', 'user', 'station']) expect(types).toContain(type);
    expect(types.length).toBeGreaterThan(20);
    await ask(async (client) => {
      for (const type of types) expect(await seen(client, type, null), type).toBe(true);
      for (const id of [null, newId(), '1']) expect(await seen(client, 'unheardOf', id)).toBe(false);
    });
  });

  test('has audit rows that are visible exactly where the object is visible', async () => {
    await ask(async (client) => {
      for (const type of ['user', 'enterprise', 'station', 'file', 'todo']) {
        expect(await seen(client, type, newId()), type).toBe(false);
        expect(await seen(client, type, 'no id'), type).toBe(false);
      }
      expect(await seen(client, 'user', tenant.people.entstaff)).toBe(false);
      expect(await seen(client, 'user', tenant.people.regulator)).toBe(true);
    });
  });
});
