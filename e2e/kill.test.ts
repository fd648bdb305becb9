import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodRow, textSheetOf } from '../apps/server/testing/import-file.ts';
import { copyDemo, sql } from './app.ts';
import { front, openBrowser, type TestBrowser } from './people.ts';
import { freePort, killServer, startServer } from './server.ts';

let ownerUrl: string;
let folder: string;
let port: number;
let server: ChildProcess;
let browser: TestBrowser;

beforeAll(async () => {
  ({ ownerUrl } = await copyDemo());
  folder = mkdtempSync(join(tmpdir(), 'anlan-e2e-kill-'));
  port = await freePort();
  server = await startServer(ownerUrl, folder, port);
  browser = await openBrowser(`http://127.0.0.1:${port}`);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await browser?.close();
  if (server) await killServer(server);
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

describe('a server killed during an import', () => {
  it.each([
    ['valid rows only', '只导入正确的行', 10_000, async () => (await written(10_000)) > 0],
    ['all rows or none', '全部正确才导入', 20_000, running],
  ])(
    'ends the import correctly after the restart: %s',
    async (_name, mode, from, under) => {
      const person = await browser.enter('regulator1', '/bus/enterprise/index');
      // While the server restarts, requests of the page fail with 503.
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
      await killServer(server);
      const left = await written(from);
      if (mode === '全部正确才导入') expect([0, rows]).toContain(left);
      server = await startServer(ownerUrl, folder, port);
      await wizard.getByText(/^导入完成/).waitFor({ timeout: 120_000 });
      expect(await written(from)).toBe(rows);
    },
    240_000,
  );
});
