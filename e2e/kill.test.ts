import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodRow, textSheetOf } from '../apps/server/testing/import-file.ts';
import { testMasterKey } from '../apps/server/testing/cluster.ts';
import { copyDemo, sql } from './house.ts';
import { front, openBrowser, type TestBrowser } from './people.ts';

let ownerUrl: string;
let folder: string;
let port: number;
let server: ChildProcess;
let browser: TestBrowser;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function start() {
  server = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../apps/server'),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: ownerUrl,
      DATA_DIR: folder,
      VAULT_MASTER_KEY: testMasterKey,
      PORT: String(port),
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!server.stdout) throw new Error('the server says nothing');
  for await (const line of createInterface(server.stdout)) if (line.startsWith('ready ')) return;
  throw new Error('the server did not get ready');
}

async function kill() {
  server.kill('SIGKILL');
  await once(server, 'exit');
}

beforeAll(async () => {
  ownerUrl = await copyDemo();
  folder = mkdtempSync(join(tmpdir(), 'anlan-e2e-kill-'));
  port = await freePort();
  await start();
  browser = await openBrowser(`http://127.0.0.1:${port}`);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await browser?.close();
  if (server) await kill();
  rmSync(folder, { recursive: true, force: true });
});

const rows = 5_000;
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const written = async (from: number) => {
  const [row] = await sql<{ n: number }>(
    ownerUrl,
    `select count(*)::int as n from enterprise where tenant_id = '1'
       and name ~ '^测试企业第[0-9]+号' and substring(name from '[0-9]+')::int between $1 and $1 + 9999`,
    [from],
  );
  return row?.n ?? 0;
};
const running = async () => {
  const [row] = await sql<{ n: number }>(ownerUrl, "select count(*)::int as n from job where state = 'running'");
  return (row?.n ?? 0) > 0;
};

describe('a server that is killed in the middle of an import', () => {
  it.each([
    ['rows: goes on where it was', '只导入正确的行', 10_000, async () => (await written(10_000)) > 0],
    ['all: leaves nothing half', '全部正确才导入', 20_000, running],
  ])(
    'of %s (decision 31)',
    async (_name, mode, from, under) => {
      const person = await browser.enter('regulator1', '/bus/enterprise/index');
      // What the page asks in the moment of the next start.
      person.expectStatus(503);
      const { page } = person;
      await front(page).getByRole('button', { name: '导入' }).first().click();
      const wizard = page.getByRole('dialog', { name: '导入企业' });
      const made = Array.from({ length: rows }, (_, at) => goodRow(from + at));
      const buffer = await textSheetOf(made);
      await wizard.locator('input[type=file]').setInputFiles({ name: '企业.xlsx', mimeType, buffer });
      await wizard.getByText(mode).click({ timeout: 60_000 });
      await wizard.getByRole('button', { name: '开始导入' }).click();
      await expect.poll(under, { timeout: 30_000, interval: 5 }).toBe(true);
      await kill();
      const left = await written(from);
      if (mode === '全部正确才导入') expect([0, rows]).toContain(left);
      await start();
      await wizard.getByText(/^导入完成/).waitFor({ timeout: 120_000 });
      expect(await written(from)).toBe(rows);
    },
    240_000,
  );
});
