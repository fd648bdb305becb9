// S12, S35: a running download stops when the session, account or right ends.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { dataOf, listen, send, signIn, type Tokens } from '../../testing/client.ts';
import { openProxiedApp } from '../../testing/app.ts';
import { lockWord, passwordInput } from '../../testing/session-fixtures.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openProxiedApp();
let port: number;
let tenant: TestTenant;
let person: Tokens;
let admin: Tokens;
beforeAll(async () => {
  port = await listen(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app, { enterprises: 600 });
  person = await signIn(app, tenant, 'regulator');
  admin = await signIn(app, tenant, 'admin');
});

const asAdmin = async (method: string, path: string, body?: object) =>
  dataOf(await send(app, method, path, { token: admin.access_token, ...(body === undefined ? {} : { body }) }));

/**
 * Exports a list and runs `happens` when the second batch (with row `ordinal`) is read. Returns the received bytes, or
 * null when the download was cut.
 */
async function exported(list: string, ordinal: number, { access_token: token }: Tokens, happens: () => unknown) {
  const query = { size: 100, current: ordinal / 100 };
  const { records } = dataOf<{ records: { id: string }[] }>(await send(app, 'GET', `${list}/page`, { token, query }));
  const held = app.way.holdQueries(records.at(-1)?.id ?? 'nothing');
  const headers = { authorization: `Bearer ${token}` };
  const whole = fetch(`http://127.0.0.1:${port}${list}/export`, { headers })
    .then(async (answer) => (answer.ok ? (await answer.arrayBuffer()).byteLength : null))
    .catch(() => null);
  expect(await Promise.race([held.seen.then(() => 'asked for'), whole])).toBe('asked for');
  await happens();
  held.release();
  return whole;
}

describe('S12 the export of enterprises', () => {
  const during = (happens: () => unknown) => exported('/bus/enterprise', 600, person, happens);

  test.each<[string, () => unknown]>([
    ['stays signed in', () => {}],
    [
      'locks the screen during the export',
      async () => {
        const { access_token: token } = person;
        dataOf(await send(app, 'POST', '/auth/session/lock', { token, body: passwordInput({ app }, lockWord) }));
      },
    ],
    [
      'loses only other rights',
      async () => {
        const gone = await app.sql(
          `delete from role_permit where tenant_id = $1 and permit <> 'bus:enterprise:export'
             and permit not like 'sys:reveal:%' returning permit`,
          [tenant.id],
        );
        expect(gone.length).toBeGreaterThan(0);
        app.bus.publish(systemScope('test', tenant.id), 'standing', { userId: person.user_id });
      },
    ],
  ])('completes for a user who %s', async (_, happens) => {
    expect(await during(happens)).toBeGreaterThan(20_000);
  });

  test.each<[string, () => unknown]>([
    ['who signs out', () => send(app, 'GET', '/auth/token/logout', { token: person.access_token })],
    [
      'whose session an administrator ends',
      async () => {
        const [row] = await app.sql<{ id: string }>('select id from session where user_id = $1', [person.user_id]);
        await asAdmin('GET', `/upms/token/del/${row?.id}`);
      },
    ],
    ['whose account is frozen', () => asAdmin('POST', '/upms/user/lock', { id: person.user_id, lockFlag: '9' })],
    [
      'whose right is withdrawn',
      async () => {
        await app.sql('delete from user_role where user_id = $1', [person.user_id]);
        app.bus.publish(systemScope('test', tenant.id), 'standing', { userId: person.user_id });
      },
    ],
  ])('never completes for a user %s', async (_, happens) => {
    expect(await during(happens)).toBeNull();
  });
});

test('S12 never completes the log export after the session ends', async () => {
  await app.sql(
    `insert into audit (tenant_id, id, call, object_type, outcome, user_name, address, user_agent, request_id)
     select $1, uuidv7(), 'enterprise.update', 'enterprise', 'done', '某人', '', '', '' from generate_series(1, 700)`,
    [tenant.id],
  );
  const leave = () => send(app, 'GET', '/auth/token/logout', { token: admin.access_token });
  expect(await exported('/upms/log', 500, admin, leave)).toBeNull();
});
