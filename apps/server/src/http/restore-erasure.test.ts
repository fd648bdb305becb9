// S84: data that was erased after a backup is erased again when that older backup is restored.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHashChain } from '#modules/audit/index.ts';
import { checkBackup, openBackups, restoreBackup } from '#platform/backup/index.ts';
import { openBackupStorage } from '#platform/backup/storage.ts';
import { withConnection } from '#platform/db/connection.ts';
import { migrate } from '#platform/db/migrate.ts';
import { startEmbedded, type Embedded } from '#platform/postgres/index.ts';
import { actorOf } from '../../testing/actors.ts';
import { dataOf, send, signIn, trySignIn } from '../../testing/client.ts';
import { fillPlatform } from '../../testing/cluster.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { makeTenant, phoneOfKind, type TestTenant } from '../../testing/tenants.ts';
import { examineAudit } from '../hash-chaining.ts';

const key = Buffer.alloc(32, 7);
const silent = () => {};
const undo: (() => Promise<void>)[] = [];
let folder = '';
let storageDir = '';
let first: Awaited<ReturnType<typeof install>>;
let one: TestApp;
let otherTenant: TestTenant;
let leaving: TestTenant;
let gone: TestTenant;
const urls: string[] = [];
let stamp = '';
let logThen: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-restored-'));
  chmodSync(folder, 0o711);
  storageDir = join(folder, 'shelf');
  first = await install('first');
  await fillPlatform(first.appUrl);
  one = await first.open();
  otherTenant = await makeTenant(one);
  leaving = await makeTenant(one);
  gone = await makeTenant(one);
  for (const tenant of [otherTenant, gone]) {
    const { access_token: token } = await signIn(one, tenant, 'admin');
    const file = { name: '执照.png', type: 'image/png', bytes: png };
    const sent = await send(one, 'POST', '/upms/file/upload', { token, file, query: { dir: 'licence' } });
    urls.push(dataOf<{ url: string }>(sent).url);
  }
}, 120_000);
afterAll(async () => {
  for (const step of undo.reverse()) await step();
  rmSync(folder, { recursive: true, force: true });
});

async function install(name: string) {
  const dataDir = join(folder, name);
  const server: Embedded = await startEmbedded({ dataDir, log: silent });
  undo.push(() => server.stop());
  const { ownerUrl, superuserUrl } = server;
  await withConnection(superuserUrl, async (client) => {
    for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = off`);
    await client.query('select pg_reload_conf()');
  });
  const { appUrl } = await migrate(ownerUrl);
  const database = { name, ownerUrl, appUrl, superuserUrl: () => superuserUrl, drop: async () => {} };
  return { dataDir, server, appUrl, open: () => openTestApp({ database, env: { DATA_DIR: dataDir } }) };
}
const backUp = ({ dataDir, server: { place, superuserUrl } }: Awaited<ReturnType<typeof install>>) =>
  openBackups({ dataDir, place, superuserUrl, folder: storageDir, copyTo: null, key }).full(false);

const logKept = async () =>
  (await openBackupStorage(storageDir, key).list()).map(({ name }) => name).filter((name) => name.includes('/wal/'));

const rowsOf = async (app: TestApp, table: string, { id }: TestTenant) =>
  (await app.sql<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [id]))[0]?.n ?? 0;
const account = async (app: TestApp, userId: string) =>
  (
    await app.sql<{ name: string; phone: string | null; gone: boolean; roles: number; firms: number }>(
      `select nick_name as name, phone_sealed as phone, deleted_at is not null as gone,
         (select count(*)::int from user_role r where r.user_id = u.id) as roles,
         (select count(*)::int from user_enterprise e where e.user_id = u.id) as firms
       from app_user u where id = $1`,
      [userId],
    )
  )[0];

const remove = async ({ id }: TestTenant) => {
  const { tokens } = await actorOf(one, otherTenant, 'platform');
  const query = { version: 1 };
  dataOf(await send(one, 'GET', `/upms/tenant/del/${id}`, { token: tokens.access_token, query }));
  await one.sql(`update brand set removed_at = '2025-01-01' where id = $1`, [id]);
};

test('S84 reports audit rows that fail verification in a restore check', async () => {
  const seals = createHashChain({ db: one.db, tenantIds: async () => [otherTenant.id] });
  const covered = async () => {
    await seals.linkAll();
    const [row] = await one.sql<{ id: string }>('select unnest(ids) as id from audit_seal where tenant_id = $1', [
      otherTenant.id,
    ]);
    return row?.id;
  };
  await expect.poll(covered, { timeout: 20_000 }).toBeDefined();
  const id = await covered();
  await one.sql(`update audit set note = 'x' where id = $1`, [id]);
  // The backup contains the removal of `leaving`, but not the later removal of the other tenant.
  await remove(leaving);
  ({ stamp } = await backUp(first));
  logThen = await logKept();
  expect(await checkBackup(openBackupStorage(storageDir, key), first.dataDir, silent, examineAudit)).toMatchObject({
    compared: true,
    problems: [
      expect.stringMatching(new RegExp(`^租户 ${otherTenant.id}：审计已被改动（记录被修改），封条 \\d+，记录 ${id}$`)),
    ],
  });
}, 240_000);

test('S84 removes erased people again before service when an older backup was restored', async () => {
  const person = otherTenant.people.entstaff;
  const { access_token: token } = await signIn(one, otherTenant, 'admin');
  dataOf(await send(one, 'GET', `/upms/user/del/${person}`, { token }));
  await remove(gone);
  await one.doNow('tenant.purge');
  for (const tenant of [leaving, gone]) expect(await rowsOf(one, 'enterprise', tenant)).toBe(0);
  const erased = await account(one, person);
  expect(erased).toMatchObject({ phone: null, gone: true, roles: 0, firms: 0 });
  expect(erased?.name).toMatch(/^已删除用户/);
  const enterprises = await rowsOf(one, 'enterprise', otherTenant);
  await backUp(first);
  const storage = openBackupStorage(storageDir, key);
  const lists = (await storage.list()).filter(({ name }) => name.includes('/erased/'));
  expect(lists).toHaveLength(1);
  const removedAt = expect.stringMatching(/^2025-01-01/);
  expect(await storage.take(lists[0]?.name ?? '', json)).toEqual({
    people: [{ tenantId: otherTenant.id, id: person }],
    tenants: [leaving, gone].map(({ id }) => ({ id, removedAt })),
  });
  await one.close();
  await first.server.stop();
  // Removes log files. With a gap in the log the restore ends at the state of the backup.
  for (const name of await logKept()) if (!logThen.includes(name)) await storage.remove(name);

  const to = join(folder, 'second');
  const lines: string[] = [];
  await restoreBackup(storage, { dataDir: to, stamp, replace: false }, (line) => lines.push(line));
  expect(lines.join('\n')).toContain('早于 1 个账号的删除');
  expect(JSON.parse(readFileSync(join(to, 'erase-again.json'), 'utf8'))).toEqual([
    { tenantId: otherTenant.id, id: person },
  ]);

  const second = await install('second');
  const two = await second.open();
  undo.push(() => two.close());
  expect(existsSync(join(to, 'erase-again.json'))).toBe(false);
  expect(await account(two, person)).toEqual(erased);
  expect((await trySignIn(two, otherTenant.id, 'entstaff')).status).toBe(426);
  const query = { keyword: phoneOfKind(otherTenant.id, 'entstaff') };
  const again = await signIn(two, otherTenant, 'admin');
  const userPage = dataOf<{ total: number }>(
    await send(two, 'GET', '/upms/user/page', { token: again.access_token, query }),
  );
  expect(userPage.total).toBe(0);
  const traces = await two.sql<{ note: string }>(
    `select note from audit where call = 'user.remove' and object_id = $1`,
    [person],
  );
  expect(traces).toEqual([{ note: '恢复了早于删除的备份，再次清除' }]);

  // Both tenants return, but users cannot sign in, and the nightly purge removes them again.
  for (const tenant of [leaving, gone]) {
    expect(await rowsOf(two, 'enterprise', tenant)).toBeGreaterThan(0);
    expect((await trySignIn(two, tenant.id, 'admin')).status).toBe(426);
  }
  await two.doNow('tenant.purge');
  for (const tenant of [leaving, gone])
    for (const table of ['enterprise', 'app_user', 'file', 'data_key'])
      expect(await rowsOf(two, table, tenant), table).toBe(0);
  const filesOf = ({ id }: TestTenant) =>
    readdirSync(join(to, 'files', id), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect([filesOf(gone).length, filesOf(otherTenant).length]).toEqual([0, 1]);
  expect(await rowsOf(two, 'enterprise', otherTenant)).toBe(enterprises);
  expect((await send(two, 'GET', urls[0] ?? '', { token: again.access_token })).status).toBe(200);
}, 240_000);
