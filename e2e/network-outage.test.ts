import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog, field } from './forms.ts';
import { follow, front, goTo, signIn, signOut, type Person } from './people.ts';
import { openStage } from './app-and-browser.ts';
import { tokenOf } from './upload-file.ts';

const { app, browser } = await openStage();

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, '../apps/web/dist/.vite/manifest.json'), 'utf8'),
) as Record<string, { file: string } | undefined>;
const fileOf = (module: string) => `/${manifest[module]?.file ?? 'none'}`;
const offline = '网络连接不可用，请检查网络后重试';
const cut = (page: Page) => page.context().setOffline(true);
const restore = (page: Page) => page.context().setOffline(false);
/** Removes expected faults: React also logs errors that an error boundary has caught. Other messages remain. */
const forgive = ({ faults }: Person, words: RegExp) => {
  const rest = faults.filter((fault) => !words.test(fault));
  faults.splice(0, faults.length, ...rest);
};
const missing = /dynamically imported module|ChunkLoadError|PartGone|网络连接不可用|页面资源加载失败|新版本/;

/** Search box of the front list; some pages have a second search box. */
const search = (page: Page) => front(page).locator('.list').getByRole('searchbox').first();

const lists: Record<string, readonly string[]> = {
  regulator1: ['/bus/enterprise/index', '/bus/station/index'],
  admin1: ['/upms/user/index', '/upms/user/entuser', '/upms/role/index'],
  platform: ['/upms/tenant/index'],
};
const others: Record<string, readonly string[]> = {
  regulator1: ['/bus/enterprise/duplicates', '/bus/enterprise/map'],
  admin1: ['/upms/organ/index', '/upms/region/index', '/upms/log/index', '/upms/token/index', '/info/index'],
  platform: ['/upms/dict/index', '/upms/menu/index'],
};

describe('while the network is cut (ER-02)', () => {
  it.each(Object.keys(lists))(
    'shows the outage on every page of %s and recovers by itself @deep',
    async (who) => {
      const person = await browser.enter(who);
      const { page } = person;
      for (const path of lists[who] ?? []) {
        await follow(page, path);
        await front(page)
          .getByText(/^共 \d+/)
          .first()
          .waitFor({ timeout: 60_000 });
        // Waits until no request is running, because a response would reset the field.
        await front(page).locator('.list-stale').waitFor({ state: 'detached' });
        // Waits for the filters, which appear a moment after the rows.
        await search(page).waitFor();
        await cut(page);
        await search(page).fill('林');
        await front(page).getByText('列表没有加载成功').waitFor({ timeout: 60_000 });
        await front(page).getByText(offline).first().waitFor();
        await front(page).getByRole('button', { name: '重试' }).first().waitFor();
        await restore(page);
        await front(page).getByText('列表没有加载成功').waitFor({ state: 'detached', timeout: 60_000 });
        expect(await search(page).inputValue()).toBe('林');
        expect(new URL(page.url()).search).toContain('=%E6%9E%97');
      }
      for (const path of others[who] ?? []) {
        await cut(page);
        await follow(page, path);
        await front(page).getByRole('button', { name: '重试' }).first().waitFor({ timeout: 60_000 });
        await restore(page);
        await front(page).getByRole('button', { name: '重试' }).waitFor({ state: 'detached', timeout: 60_000 });
        await front(page).getByRole('heading').first().waitFor();
      }
      forgive(person, missing);
    },
    240_000,
  );

  it('preserves the input of a form until the form can be saved', async () => {
    const { page } = await browser.enter('regulator1', '/bus/station/index');
    await front(page)
      .getByRole('button', { name: '更多操作' })
      .or(front(page).locator('tbody button'))
      .first()
      .waitFor();
    await front(page).getByRole('button', { name: /^编辑/ }).first().click();
    await field(page, '地址').fill('断网路 1 号');
    await cut(page);
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await dialog(page).getByText(offline).waitFor({ timeout: 60_000 });
    expect(await field(page, '地址').inputValue()).toBe('断网路 1 号');
    await restore(page);
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    const saved = await app.sql("select from station where tenant_id = '1' and address = '断网路 1 号'");
    expect(saved).toHaveLength(1);
  });

  it('shows a message for a dialog that cannot be loaded @deep', async () => {
    const person = await browser.enter('regulator1', '/bus/enterprise/index');
    const { page } = person;
    await front(page).getByRole('checkbox').nth(1).check({ timeout: 60_000 });
    // Waits until the page has finished its own requests.
    await page.waitForLoadState('networkidle');
    await cut(page);
    await front(page).getByRole('button', { name: '导入' }).click();
    const corner = page.getByRole('alert').filter({ hasText: offline });
    await corner.waitFor({ timeout: 60_000 });
    expect(await front(page).getByRole('checkbox').nth(1).isChecked()).toBe(true);
    await restore(page);
    await corner.getByRole('button', { name: '重试' }).click();
    await page.getByRole('dialog', { name: '导入企业' }).waitFor();
    forgive(person, missing);
  });

  it('opens a page after the outage without a reload, although its prefetch failed during the outage @deep', async () => {
    const { page } = await browser.enter('regulator1', '/bus/enterprise/map');
    const entry = page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link', { name: '场站管理' });
    let loads = 0;
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    await entry.waitFor();
    // Waits until the page has finished its own requests.
    await page.waitForLoadState('networkidle');
    await cut(page);
    await entry.hover();
    await page.getByRole('status').filter({ hasText: '网络已断开，正在重连…' }).waitFor();
    await restore(page);
    await page.getByText('网络已断开，正在重连…').waitFor({ state: 'detached' });
    await entry.click();
    await front(page)
      .getByText(/^共 \d+/)
      .first()
      .waitFor({ timeout: 60_000 });
    expect(loads).toBe(0);
  });

  it('signs nobody out at a reload @deep', async () => {
    const person = await browser.enter('admin1');
    const { page } = person;
    await page.route('**/upms/user/info*', (route) => route.abort());
    await page.reload();
    await page.getByText(offline).waitFor({ timeout: 60_000 });
    await page.unroute('**/upms/user/info*');
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByRole('tab', { name: '首页' }).waitFor();
    forgive(person, missing);
  });
});

describe('prefetching of page code @deep', () => {
  it('loads the code of a page when the mouse is over its link', async () => {
    const { page } = await browser.enter('regulator1');
    const list = fileOf('src/modules/enterprise/screens/list.tsx');
    const requestPaths: string[] = [];
    page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname));
    const tile = front(page).getByRole('link', { name: /^监管企业/ });
    const line = page.getByText('网络已断开，正在重连…');
    await tile.waitFor();
    await cut(page);
    await line.waitFor();
    await tile.hover();
    await page.mouse.move(0, 0);
    await restore(page);
    await line.waitFor({ state: 'detached', timeout: 60_000 });
    await tile.hover();
    await expect.poll(() => requestPaths).toContain(list);
    expect(requestPaths.filter((path) => path === list)).toHaveLength(1);
  });
});

describe('a new release that replaces the files of an open page (ER-06)', () => {
  const station = () => `**${fileOf('src/modules/station/page.tsx')}`;
  /** Counts the loads of the page from now on. `onLoad` runs before the new page sends requests. */
  const loadsOf = (page: Page, onLoad = () => {}) => {
    let loads = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      loads += 1;
      onLoad();
    });
    return () => loads;
  };

  it('causes one reload without losing a draft', async () => {
    const [one] = await app.sql<{ id: string }>(
      "select id from enterprise where tenant_id = '1' and status = 'active' order by id limit 1 offset 5",
    );
    const person = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one?.id}`);
    const { page, expectStatus } = person;
    expectStatus(404);
    await front(page).getByRole('button', { name: '编辑', exact: true }).click({ timeout: 60_000 });
    await field(page, '简称').fill('旧版本里写的');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('旧版本里写的');
    const loads = loadsOf(page, () => {
      // The page of the new release gets its files without an error.
      void page.unroute(station());
    });
    await page.route(station(), (route) => route.fulfill({ status: 404, body: '' }));
    await follow(page, '/bus/station/index');
    await front(page)
      .getByText(/^共 \d+/)
      .first()
      .waitFor({ timeout: 60_000 });
    expect(loads()).toBe(1);
    await follow(page, `/bus/enterprise/dossier?id=${one?.id}`);
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    expect(await field(page, '简称').inputValue()).toBe('旧版本里写的');
    forgive(person, missing);
  });

  it('causes no second reload within a minute @deep', async () => {
    const person = await browser.enter('regulator1', '/wel/index');
    const { page, expectStatus } = person;
    expectStatus(404);
    const loads = loadsOf(page);
    await page.route(station(), (route) => route.fulfill({ status: 404, body: '' }));
    await goTo(page, '企业', '场站管理');
    await front(page)
      .getByText(/页面资源加载失败/)
      .waitFor({ timeout: 60_000 });
    expect(loads()).toBe(1);
    await page.unroute(station());
    await front(page).getByRole('button', { name: '重试' }).click();
    await front(page)
      .getByText(/^共 \d+/)
      .first()
      .waitFor({ timeout: 60_000 });
    expect(loads()).toBe(2);
    forgive(person, missing);
  });
});

describe('the local log (LY-08, ER-07)', () => {
  it('is sent with source positions after a reload', async () => {
    const person = await browser.enter('admin1');
    const { page } = person;
    const asset = `${app.url}${fileOf('src/modules/enterprise/screens/list.tsx')}`;
    const script = await (await fetch(asset)).text();
    // Finds a position of our code in the built file, because a real stack has such positions.
    const lines = script.split('\n');
    const line = lines.findIndex((text) => text.includes('新增企业'));
    const column = (lines[line]?.indexOf('新增企业') ?? 0) + 1;
    await page.evaluate(
      ({ at }) => {
        for (let times = 0; times < 2; times++) {
          const error = new TypeError('<img src=x onerror=alert(1)> 示例 https://x/y?token=5f3a9c');
          error.stack = `TypeError: 示例\n    at f (${at})`;
          dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
        }
      },
      { at: `${asset}:${line + 1}:${column}` },
    );
    await page.evaluate(
      () => void dispatchEvent(new ErrorEvent('error', { message: 'second', filename: '/x?y=5f3a9c' })),
    );
    const bug = page.getByRole('button', { name: /^本地日志/ });
    await expect.poll(() => bug.getAttribute('aria-label')).toBe('本地日志，2 条');
    await page.reload();
    await expect.poll(() => bug.getAttribute('aria-label')).toBe('本地日志，2 条');
    await bug.click();
    const log = page.getByRole('dialog', { name: '本地日志' });
    await log.getByRole('columnheader', { name: '错误堆栈' }).waitFor();
    expect(await log.getByRole('columnheader').allTextContents()).toEqual(['类型', '地址', '内容', '时间', '错误堆栈']);
    const row = log.getByRole('row').filter({ hasText: '示例' });
    await row.getByText('2 次').waitFor();
    await row.getByRole('button', { name: '展开' }).click();
    await log.locator('pre').getByText('at f').waitFor();
    expect(await log.textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await log.textContent()).not.toContain('5f3a9c');
    expect(await log.locator('img').count()).toBe(0);
    const box = await log.boundingBox();
    expect(box?.width).toBe(1440);
    await log.getByRole('button', { name: '上传' }).click();
    await page.getByText('确定上传本地日志到服务器?').waitFor();
    await page.getByRole('button', { name: '上传', exact: true }).last().click();
    await page.getByText('发送成功!').waitFor();
    await log.getByRole('button', { name: '清空' }).click();
    await page.getByText('确定清空本地日志记录?').waitFor();
    await page.getByRole('button', { name: '清空', exact: true }).last().click();
    await page.getByText('清空成功!').waitFor();
    await log.getByText('没有错误记录').waitFor();
    await page.keyboard.press('Escape');
    await log.waitFor({ state: 'hidden' });
    await follow(page, '/upms/log/index?type=9');
    await front(page).getByRole('row').filter({ hasText: '示例' }).getByRole('button', { name: /详情/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/^src\/.*\.tsx?:\d+:\d+/)
      .waitFor();
    expect(await page.getByRole('dialog').textContent()).toContain('发生 2 次');
  });
});

describe('the next person in the same browser tab (S46)', () => {
  it('finds no data of the previous person in storage, page or cache', async () => {
    const rows = await app.sql<{ name: string }>(
      "select name from enterprise where tenant_id = '1' and status <> 'draft' order by updated_at desc limit 3",
    );
    const { page } = await browser.enter('regulator1', '/wel/index', { ownSession: true });
    await follow(page, '/bus/enterprise/index?keyword=安全生产测试词');
    await follow(page, '/bus/enterprise/index');
    await front(page).locator('tbody a.list-name').first().waitFor();
    const seen = await front(page).locator('tbody a.list-name').allTextContents();
    await page.evaluate(() => {
      dispatchEvent(new ErrorEvent('error', { error: new Error('前一个人的错误') }));
    });
    const token = await tokenOf(page);
    expect(token.length).toBeGreaterThan(20);
    await signOut(page);
    await signIn(page, 'regulator2');
    const canaries = [token, '安全生产测试词', '前一个人的错误', ...seen, ...rows.map(({ name }) => name)];
    const look = async () => {
      const storedText = await page.evaluate(async () => {
        const caches = 'caches' in window ? await window.caches.keys() : [];
        return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, caches, await indexedDB.databases()]);
      });
      const held = storedText + (await page.content());
      expect(canaries.filter((canary) => held.includes(canary))).toEqual([]);
    };
    await look();
    // The page has no cached data either, so without a response it can show nothing.
    await page.route('**/bus/enterprise/page*', (route) => route.abort());
    await follow(page, '/bus/enterprise/index');
    await front(page).getByText('列表没有加载成功').waitFor({ timeout: 60_000 });
    await look();
  });
});
