// Tests `npm run backup` and `npm run restore`. These tests start no embedded database.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, signIn } from '../testing/client.ts';
import { openTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant } from '../testing/tenants.ts';

const phone = '13600030001';
let folder = '';
let app: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-commands-'));
  app = await openTestApp();
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (words: string[], env: Record<string, string>) =>
  new Promise<{ code: unknown; output: string }>((done) => {
    const program = join(import.meta.dirname, 'backup.ts');
    const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } };
    execFile(process.execPath, [program, ...words], options, (error, out, err) =>
      done({ code: error?.code ?? 0, output: `${out}${err}`.trim() }),
    );
  });

test('creates no encryption key or folder when a backup finds no database', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  for (const dataDir of [join(folder, 'absent'), empty]) {
    const { code, output } = await run(['backup'], { DATA_DIR: dataDir });
    expect(output).toBe(`${dataDir} 里没有数据库：用 DATA_DIR 指定数据目录。`);
    expect(code).toBe(1);
  }
  expect(existsSync(join(folder, 'absent'))).toBe(false);
  expect(readdirSync(empty)).toEqual([]);
});

test('S84 sends nothing after a restore of an external database until the operator allows it', async () => {
  const tenant = await makeTenant(app);
  const { access_token: token } = await signIn(app, tenant, 'admin');
  const info = async () => (await send(app, 'GET', '/upms/user/info', { token })).status;
  expect(await info()).toBe(200);
  await app.sql(
    `insert into ticket (tenant_id, hash, session_id, purpose, ends_at)
     select tenant_id, 'left', id, 'download', now() + interval '1 day' from session where tenant_id = $1`,
    [tenant.id],
  );
  await app.sql(
    `insert into captcha (random_str, answer_hash, ends_at) values ('left', 'x', now() + interval '1 day')`,
  );
  // The owner role as in production: it is no superuser, and row security applies to it.
  const outside = { DATABASE_URL: app.database.ownerUrl };
  const held = await run(['restore', '--hold'], outside);
  expect(held).toMatchObject({ code: 0, output: expect.stringContaining('已结束全部会话') });
  const reasons = await app.sql('select distinct revoked_reason as why from session where tenant_id = $1', [tenant.id]);
  expect(reasons).toEqual([{ why: 'restored' }]);
  for (const table of ['ticket', 'captcha']) expect(await app.sql(`select from ${table}`), table).toEqual([]);
  expect(await app.sql(`select from audit where tenant_id = '0' and call = 'backup.restore'`)).toHaveLength(1);
  app.clock.pass(60);
  expect(await info()).toBe(401);

  const query = { phone, type: '5', tenantId: tenant.id };
  expect((await send(app, 'POST', '/bus/sms/code', { query })).status).toBe(200);
  const waiting = `select isfinite(start_after) as soon from pgboss.job where name = 'sms' and state = 'retry'`;
  await expect.poll(() => app.sql(waiting)).toEqual([{ soon: false }]);
  expect(app.inbox.newest(phone)).toBeUndefined();
  for (const expectedOutput of ['已放行恢复后暂停的短信等对外发送。', '没有暂停中的对外发送。'])
    expect(await run(['restore', '--release'], outside)).toEqual({ code: 0, output: expectedOutput });
  await expect.poll(() => app.inbox.newest(phone)).toBeDefined();
});

test('holds outgoing messages only on an external database that has data', async () => {
  const embedded = await run(['restore', '--hold'], {});
  expect(embedded).toMatchObject({ code: 1, output: expect.stringMatching(/^--hold 用于外部的 PostgreSQL[^\n]+$/) });
  const absent = await run(['restore', '--hold'], { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' });
  expect(absent).toMatchObject({ code: 1, output: expect.stringMatching(/^连不上 DATABASE_URL [^\n]+$/) });
  const empty = await run(['restore', '--hold'], { DATABASE_URL: app.database.superuserUrl('postgres') });
  expect(empty).toMatchObject({ code: 1, output: expect.stringMatching(/^DATABASE_URL .*没有安澜的数据[^\n]+$/) });
});

test('names the start parameter that a database or pooler refuses', async () => {
  const line = (name: string) =>
    new RegExp(`^数据库 \\S+ 拒绝启动参数 ${name}：去掉 DATABASE_URL 里多余的参数[^\\n]+$`);
  const url = new URL(app.database.ownerUrl);
  url.searchParams.set('options', '-c shared_memory=1');
  const database = await run(['restore', '--release'], { DATABASE_URL: url.href });
  expect(database).toMatchObject({ code: 1, output: expect.stringMatching(line('shared_memory')) });

  // The error that Pgbouncer sends for a startup parameter, before version 1.20 or when Pgbouncer is not configured
  // to ignore the parameter.
  const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
  const answer = Buffer.alloc(5 + fields.length);
  answer.write('E', 0);
  answer.writeUInt32BE(4 + fields.length, 1);
  answer.write(fields, 5);
  const pooler = createServer((socket) => void socket.once('data', () => socket.end(answer)));
  await new Promise<void>((done) => pooler.listen(0, '127.0.0.1', done));
  const address = pooler.address();
  const port = typeof address === 'object' ? address?.port : null;
  const refused = await run(['restore', '--release'], { DATABASE_URL: `postgresql://a:b@127.0.0.1:${port}/c` });
  pooler.close();
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(line('options')) });
});
