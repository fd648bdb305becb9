import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseProxy } from '../apps/server/testing/database-proxy.ts';
import { field } from './forms.ts';
import { copyDemo, sql } from './app.ts';
import { front, openBrowser, type TestBrowser } from './people.ts';
import { freePort, killServer, startServer } from './server.ts';

let ownerUrl: string;
let way: Awaited<ReturnType<typeof openDatabaseProxy>>;
let folder: string;
let server: ChildProcess;
let browser: TestBrowser;

beforeAll(async () => {
  ({ ownerUrl } = await copyDemo());
  way = await openDatabaseProxy(new URL(ownerUrl).searchParams.get('host') ?? '');
  folder = mkdtempSync(join(tmpdir(), 'anlan-e2e-outage-'));
  const port = await freePort();
  server = await startServer(way.through(ownerUrl), folder, port);
  browser = await openBrowser(`http://127.0.0.1:${port}`);
}, 240_000);
afterEach(() => browser.closeAll());
afterAll(async () => {
  await browser?.close();
  if (server) await killServer(server);
  way?.close();
  rmSync(folder, { recursive: true, force: true });
});

const unavailable = '服务器异常，可能在发布，请稍后再试';

describe('while the database is unavailable', () => {
  it('preserves the input of a form until the recovery (ER-01)', async () => {
    const [one] = await sql<{ id: string }>(
      ownerUrl,
      `select id from enterprise where tenant_id = '1' and status = 'active' order by id limit 1`,
    );
    const { page, expectStatus } = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one?.id}`);
    expectStatus(503);
    await front(page).getByRole('button', { name: '编辑', exact: true }).click({ timeout: 60_000 });
    await field(page, '注册地址').fill('长河街道江南大道 99 号');
    way.hangUp();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText(unavailable).first().waitFor();
    expect(await field(page, '注册地址').inputValue()).toBe('长河街道江南大道 99 号');
    way.open = true;
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const saved = await sql<{ n: number }>(
      ownerUrl,
      `select count(*)::int as n from enterprise where tenant_id = '1' and registered_address = '长河街道江南大道 99 号'`,
    );
    expect(saved).toEqual([{ n: 1 }]);
    expect(server.exitCode).toBeNull();
  }, 180_000);

  it('shows the rows of a failed list at the next retry @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1', '/bus/enterprise/index');
    expectStatus(503);
    await front(page).getByRole('row').nth(2).waitFor({ timeout: 60_000 });
    way.hangUp();
    await front(page).getByRole('searchbox').or(front(page).getByPlaceholder(/名称/)).first().fill('化工');
    await front(page).getByText('列表没有加载成功').waitFor({ timeout: 60_000 });
    await front(page).getByText(unavailable).first().waitFor();
    way.open = true;
    await front(page).getByRole('button', { name: '重试' }).first().click();
    await front(page).getByText('列表没有加载成功').waitFor({ state: 'detached', timeout: 60_000 });
    await front(page).getByRole('row').nth(1).waitFor();
  }, 180_000);
});
