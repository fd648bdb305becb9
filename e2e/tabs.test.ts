import { createServer } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { choose, follow, front, goTo } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
let ids: string[];
beforeAll(async () => {
  const rows = await app.sql<{ id: string }>(
    "select id from enterprise where tenant_id = '1' and status = 'active' order by id limit 3",
  );
  ids = rows.map(({ id }) => id);
});

const labels = (page: Page) => page.getByRole('tab').allTextContents();
const inFront = (page: Page) => page.getByRole('tab', { selected: true }).textContent();
const list = '/bus/enterprise/index';
const dossier = (at: number) => `/bus/enterprise/dossier?id=${ids[at]}`;

async function openFour(page: Page) {
  await follow(page, list);
  await follow(page, dossier(0));
  await follow(page, '/wel/index');
  await follow(page, dossier(1));
  await expect.poll(() => labels(page)).toHaveLength(4);
}

describe('the tab strip', () => {
  it('opens one tab per path and query (ST-07, LY-09, RG-04)', async () => {
    const { page } = await browser.enter('regulator1');
    await expect.poll(() => labels(page)).toEqual(['首页']);
    expect(await page.locator('.tab-close').count()).toBe(0);
    await goTo(page, '企业', '企业管理');
    await expect.poll(() => labels(page)).toEqual(['首页', '企业管理']);
    await page.getByRole('tab', { name: '首页' }).click();
    await goTo(page, '企业', '企业管理');
    await expect.poll(() => inFront(page)).toBe('企业管理');
    expect(await labels(page)).toEqual(['首页', '企业管理']);
    // The first tab has no close button.
    expect(await page.locator('.tab-close').count()).toBe(1);
  });

  it('closes a tab by cross, middle click and Delete (LY-09, LY-11)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    await page.locator('.tab.on .tab-close').click();
    await expect.poll(() => labels(page)).toHaveLength(3);
    await expect.poll(() => new URL(page.url()).search).toBe(`?id=${ids[0]}`);
    await page.getByRole('tab').nth(1).click({ button: 'middle' });
    await expect.poll(() => labels(page)).toHaveLength(2);
    await expect.poll(() => new URL(page.url()).search).toBe(`?id=${ids[0]}`);
    await page.getByRole('tab', { selected: true }).press('Delete');
    await expect.poll(() => labels(page)).toEqual(['首页']);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/wel/index');
    await page.getByRole('tab', { selected: true }).press('Delete');
    await page.getByRole('tab').first().click({ button: 'middle' });
    expect(await labels(page)).toEqual(['首页']);
  });

  it('closes other or all tabs from the menus (LY-10, LY-11)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    await page.getByRole('tab').nth(1).click({ button: 'right' });
    await choose(page, '关闭其他');
    await expect.poll(() => labels(page)).toEqual(['首页', '企业管理']);
    await expect.poll(() => inFront(page)).toBe('企业管理');
    await follow(page, dossier(0));
    await expect.poll(() => labels(page)).toHaveLength(3);
    await page.getByRole('button', { name: '更多页签操作' }).click();
    await choose(page, '关闭全部');
    await expect.poll(() => labels(page)).toEqual(['首页']);
    await page.waitForURL('**/wel/index');
  });

  it('moves, sorts and closes tabs by keyboard (LY-09) @deep', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => inFront(page)).toBe('企业管理');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(() => labels(page)).toHaveLength(4);
    await expect.poll(async () => (await labels(page))[2]).toBe('企业管理');
    await page.getByRole('status').filter({ hasText: '“企业管理”移到第 3 个' }).waitFor({ state: 'attached' });
    // No tab can be moved before the first tab.
    await page.keyboard.press('Alt+Shift+Home');
    await expect.poll(async () => (await labels(page)).slice(0, 2)).toEqual(['首页', '企业管理']);
    await page.keyboard.press('Delete');
    await expect.poll(() => labels(page)).toHaveLength(3);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('首页');
    await page.keyboard.press('End');
    await expect.poll(() => new URL(page.url()).search).toBe(`?id=${ids[1]}`);
    await page.keyboard.press('Home');
    await expect.poll(() => inFront(page)).toBe('首页');
  });

  it('pins, drags and reloads tabs (LY-10, ST-07)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    await expect.poll(async () => (await labels(page)).at(-1)).not.toBe('企业档案');
    const last = (await labels(page)).at(-1) ?? '';
    await page.getByRole('tab', { name: last }).click({ button: 'right' });
    await choose(page, '固定页签');
    await expect.poll(async () => (await labels(page))[1]).toBe(last);
    await page.getByRole('tab', { name: last }).press('Delete');
    await page.getByRole('tab').nth(2).dragTo(page.getByRole('tab').nth(3));
    await expect.poll(async () => (await labels(page)).at(-1)).toBe('企业管理');
    await page.getByRole('tab', { name: '企业管理' }).click({ button: 'right' });
    await choose(page, '关闭左侧');
    await expect.poll(() => labels(page)).toEqual(['首页', last, '企业管理']);
    await page.reload();
    await expect.poll(() => labels(page)).toEqual(['首页', last, '企业管理']);
    await page.getByRole('tab', { name: '企业管理' }).click();
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    const listResponse = page.waitForResponse(/\/bus\/enterprise\/page/);
    await page.getByRole('button', { name: '更多页签操作' }).click();
    await choose(page, '重新加载');
    await listResponse;
    await page.getByRole('button', { name: '更多页签操作' }).click();
    await choose(page, '关闭全部');
    await expect.poll(() => labels(page)).toEqual(['首页', last]);
    await page.waitForURL('**/wel/index');
  });

  it('survives a reload (ST-07)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    // When the dossier has loaded, its tab shows the name of the enterprise.
    await expect.poll(async () => (await labels(page)).at(-1)).not.toBe('企业档案');
    const before = await labels(page);
    await page.reload();
    await expect.poll(() => labels(page)).toEqual(before);
    expect(new URL(page.url()).search).toBe(`?id=${ids[1]}`);
  });
});

describe('a page in a background tab', () => {
  it('preserves scroll position and input', async () => {
    const { page } = await browser.enter('regulator1', list);
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    await expect.poll(() => front(page).evaluate((box) => ((box.scrollTop = 240), box.scrollTop))).toBe(240);
    await follow(page, dossier(0));
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await page.getByLabel('简称').fill('暂存');
    await page.locator('.tabs-end .warn').waitFor();
    await follow(page, list);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => front(page).evaluate((box) => box.scrollTop)).toBe(240);
    await page.getByRole('button', { name: '以下页签有未保存的内容' }).click();
    await choose(page, /./);
    await expect.poll(() => page.getByLabel('简称').inputValue()).toBe('暂存');
    await page.getByRole('button', { name: '取消', exact: true }).click();
    await page.getByText('有未保存的修改').waitFor();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await page.getByRole('button', { name: '没有未保存的内容' }).waitFor();
  });

  it('gets the right size when opened, even if the user left the page before it was drawn @deep', async () => {
    const { page } = await browser.enter('regulator1');
    const held = Promise.withResolvers<void>();
    const behind = ['**/bus/enterprise/page?**', '**/bus/enterprise/map?**', '**/bus/enterprise/regionRanking**'];
    for (const address of behind)
      await page.route(address, async (route) => {
        await held.promise;
        await route.continue();
      });
    // Leaves each page after it has sent its request and before the response arrives.
    for (const [place, requestPattern] of [
      ['/bus/enterprise/map', /\/bus\/enterprise\/map\?/],
      [list, /\/bus\/enterprise\/page\?/],
    ] as const)
      await Promise.all([page.waitForRequest(requestPattern), follow(page, place)]);
    await follow(page, '/wel/index');
    held.resolve();

    await page.getByRole('tab', { name: '企业管理' }).click();
    const rows = front(page).locator('tbody tr[data-row-key]');
    await rows.nth(5).waitFor();
    const laid = await front(page).evaluate((view) => {
      const box = (selector: string) => [...view.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      return { view: view.getBoundingClientRect(), rows: box('tbody tr[data-row-key]'), heads: box('thead th') };
    });
    expect(Math.min(...laid.rows.map(({ height }) => height))).toBeGreaterThan(20);
    expect(Math.min(...laid.heads.map(({ width }) => width))).toBeGreaterThan(20);
    expect(laid.rows[0]?.width).toBeGreaterThan(laid.view.width / 2);

    await page.getByRole('tab', { name: '企业地图' }).click();
    await front(page).locator('.map-bubble').first().waitFor();
    const map = await front(page).evaluate((view) => {
      const box = (selector: string) => view.querySelector(selector)?.getBoundingClientRect();
      return { card: box('.map-card'), holder: box('.map-holder'), mark: box('.map-bubble') };
    });
    expect(map.holder?.width).toBeGreaterThan(300);
    expect(map.holder?.height).toBeGreaterThan(300);
    expect(map.mark?.left).toBeGreaterThan(map.holder?.left ?? Infinity);
    expect(map.mark?.right).toBeLessThan(map.holder?.right ?? 0);
  });

  it('keeps its open dialog (LY-12)', async () => {
    const { page } = await browser.enter('regulator1', `${list}?status=0`);
    await front(page)
      .getByRole('button', { name: /^更多操作 / })
      .first()
      .click();
    await choose(page, '删除');
    await page.getByRole('dialog', { name: /^删除“/ }).waitFor();
    await follow(page, '/wel/index');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await follow(page, `${list}?status=0`);
    await page.getByRole('dialog', { name: /^删除“/ }).waitFor();
    await follow(page, '/wel/index');
    await page.getByRole('tab').nth(1).click({ button: 'middle' });
    await expect.poll(() => labels(page)).toEqual(['首页']);
    await goTo(page, '企业', '企业管理');
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('is closed as the least recently used when more than thirty tabs are open @deep', async () => {
    const { page } = await browser.enter('regulator1', list);
    await page.evaluate(() => {
      const storedTabs = JSON.parse(sessionStorage.getItem('anlan-tabs') ?? '{}');
      const [home, shown] = storedTabs.content.tabs;
      const more = Array.from({ length: 28 }, (_, at) => {
        const query = `?n=${at}`;
        return {
          ...shown,
          id: `/upms/file/view${query}`,
          value: '/upms/file/view',
          query,
          search: query,
          label: `文件${at}`,
        };
      });
      storedTabs.content.tabs = [home, ...more, shown];
      sessionStorage.setItem('anlan-tabs', JSON.stringify(storedTabs));
    });
    await page.reload();
    await expect.poll(() => labels(page)).toHaveLength(30);
    await page.getByRole('button', { name: '全部 30 个页签' }).click();
    await choose(page, '文件9');
    await expect.poll(() => inFront(page)).toBe('文件9');
    await page.getByRole('tab', { name: '文件9' }).click({ trial: true });
    // Waits before the action, because the message disappears after three seconds.
    await Promise.all([page.getByText(/页签最多 30 个，已关闭最久未看的“文件0”/).waitFor(), follow(page, dossier(0))]);
    await expect.poll(() => labels(page)).toHaveLength(30);
    expect(await labels(page)).not.toContain('文件0');
  });

  it('is unmounted when too many pages are open @deep', async () => {
    const { page } = await browser.enter('regulator1', list);
    for (let at = 1; at <= 13; at += 1) {
      await follow(page, '/wel/index');
      await follow(page, `/bus/enterprise/dossier?id=${ids[0]}&n=${at}`);
    }
    await expect.poll(() => labels(page)).toHaveLength(15);
    // The tab is completely visible, also after its title becomes longer (the name of the enterprise).
    await expect.poll(() => inFront(page)).not.toBe('企业档案');
    const rightOf = (which: string) => page.locator(which).evaluate((box) => box.getBoundingClientRect().right);
    const cutOff = async () => (await rightOf('.tab.on')) - (await rightOf('.tab-list'));
    await expect.poll(cutOff).toBeLessThanOrEqual(0);
    await expect.poll(() => page.getByRole('tabpanel', { includeHidden: true }).count()).toBeLessThanOrEqual(12);
    await page.getByRole('tab', { name: '企业管理' }).click();
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
  });
});

describe('navigation to a URL', () => {
  it('redirects an unknown URL to /404 inside the layout (RT-02, RT-29, RG-06)', async () => {
    const person = await browser.enter('regulator1');
    const { page } = person;
    person.expectStatus(404);
    await page.goto('/bus/nowhere/index');
    await page.waitForURL('**/404');
    await page.getByText('您访问的地址不存在').waitFor();
    await expect.poll(() => page.title()).toMatch(/^页面不存在 - /);
    await expect.poll(() => labels(page)).toEqual(['首页']);
    await expect.poll(() => page.getByRole('tab', { selected: true }).count()).toBe(0);
    await page.getByRole('button', { name: '回到刚才的页面' }).click();
    await page.waitForURL('**/wel/index');
    await expect.poll(() => page.title()).toMatch(/^首页 - /);
    await page.getByRole('navigation', { name: '顶部菜单' }).getByRole('button', { name: '企业', exact: true }).click();
    await expect.poll(() => inFront(page)).toBe('企业管理');
    const chunk = page.waitForResponse(/\/assets\/.*\.js$/);
    await page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link', { name: '企业地图' }).hover();
    await chunk;
    expect(await inFront(page)).toBe('企业管理');
  });
});

describe('an external page', () => {
  it('appears in a frame with a link to its URL (RT-30, S41, S42)', async () => {
    let doneCount = 0;
    const site = createServer((request, answer) => {
      if (request.url === '/done') doneCount += 1;
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      answer.end(request.url === '/done' || request.url === '/opened' ? '' : storm);
    });
    await new Promise<void>((done) => void site.listen(0, done));
    const address = site.address();
    const host = `localhost:${typeof address === 'object' ? address?.port : ''}`;
    try {
      const admin = await browser.enter('admin1');
      const { page } = admin;
      await goTo(page, '系统', '外部网站');
      const dialog = page.getByRole('dialog', { name: '新增外部网站' });
      await front(page).getByRole('button', { name: '新增外部网站' }).click();
      await dialog.getByLabel('域名').fill(`http://${host}/some/page`);
      await dialog.getByLabel('名称').fill('地理信息平台');
      await dialog.getByRole('button', { name: '允许', exact: true }).click();
      await front(page).getByText(host, { exact: true }).waitFor();
      await front(page).getByRole('button', { name: '新增外部网站' }).click();
      await dialog.getByLabel('域名').fill('写了一半');
      const entries = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
      await follow(
        page,
        `/myiframe/urlPath?name=${encodeURIComponent('地图')}&src=${encodeURIComponent(`http://${host}/`)}`,
      );
      await page.frameLocator('.framed-page').frameLocator('iframe').getByText('外站内容').waitFor();
      const before = await entries();
      const url = page.url();
      await expect.poll(() => doneCount).toBeGreaterThan(2);
      expect(await entries()).toBe(before);
      expect(page.url()).toBe(url);
      expect(await labels(page)).toEqual(['首页', '用户', '外部网站', '地图']);
      // The message that the site is allowed disappears after some time.
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      // This browser blocks no popups. A popup of a foreign page has no access to our pages.
      for (const other of page.context().pages())
        if (other !== page) {
          expect(await other.evaluate(() => opener === null)).toBe(true);
          await other.close();
        }
      const out = page.getByRole('link', { name: '在新窗口打开' });
      expect(await out.getAttribute('rel')).toBe('noopener noreferrer');
      expect(await out.getAttribute('href')).toBe(`http://${host}/`);
      await page.getByRole('tab', { name: '外部网站' }).click();
      expect(await dialog.getByLabel('域名').inputValue()).toBe('写了一半');
      // Ignores the log of the browser that the foreign page could not navigate our window.
      expect(admin.faults.splice(0).filter((fault) => !/navigat|sandbox/i.test(fault))).toEqual([]);

      admin.expectStatus(403);
      await follow(page, `/myiframe/urlPath?src=${encodeURIComponent('https://evil.example/')}`);
      await front(page).getByText('不在菜单和本单位允许的外部网站中').waitFor();
      expect(await front(page).locator('iframe').count()).toBe(0);
      await new Promise<void>((done) => {
        site.closeAllConnections();
        site.close(() => done());
      });
      await follow(page, `/myiframe/urlPath?src=${encodeURIComponent(`http://${host}/gone`)}`);
      await front(page).getByText(`没有连上 ${host}`).waitFor();
      admin.faults.splice(0);
    } finally {
      site.close();
    }
  });
});

const storm = `<!doctype html><h1>外站内容</h1><script>
  let rounds = 0;
  const words = ['ping', { type: 'auth', data: {} }, { kind: 'ended' }, { kind: 'taken', state: 'x' }, { type: 'pcRedDot' },
    '{"type":"auth","data":{}}', { source: 'react-devtools-bridge' }, null, 1, [], new ArrayBuffer(8)];
  const timer = setInterval(() => {
    for (let i = 0; i < 200; i += 1) for (const word of words) { top.postMessage(word, '*'); parent.postMessage(word, '*'); }
    try { top.location = 'https://evil.example/'; } catch {}
    try { top.history.back(); } catch {}
    try { open('/opened'); } catch {}
    fetch('/done');
    if ((rounds += 1) > 4) clearInterval(timer);
  }, 50);
</script>`;
