// Many tabs and long menus in a browser: the heap after 30 tabs came and went, going from one living tab to another, and a side menu of 500 entries.
import type { CDPSession, Page } from 'playwright-core';
import { enter, go, openChromium, openPage, settled, slow, windowOf } from './browser.ts';
import { figureOf, interleaved, median, print, type Figure } from './measure.ts';
import { openPlace } from './place.ts';
import { ask, serveHouse, signIn } from './servers.ts';

const rounds = 7;
const tabsOpened = 30;
const rowsShown = 200;
const entries = 500;
const list = '/bus/enterprise/index';

async function heapOf(tools: CDPSession): Promise<number> {
  // What one collection finds dead may have held more.
  for (let n = 0; n < 4; n += 1) await tools.send('HeapProfiler.collectGarbage');
  return (await tools.send('Runtime.getHeapUsage')).usedSize;
}

async function heap(page: Page, tools: CDPSession, ids: readonly string[]): Promise<Figure[]> {
  const openAll = async (count: number, mark: string) => {
    for (let n = 0; n < count; n += 1) {
      await go(
        page,
        n % 3 === 2 ? `${list}?name=${mark}${n}` : `/bus/enterprise/dossier?id=${ids[n % ids.length]}&n=${mark}${n}`,
      );
      await page.waitForFunction((at) => document.querySelectorAll('[role=tab]').length >= at, Math.min(n + 2, 30));
      await settled(page);
    }
  };
  const closeAll = async () => {
    await page.getByRole('button', { name: '更多页签操作' }).click();
    await page.getByRole('menuitem', { name: '关闭全部' }).filter({ visible: true }).first().click();
    await page.waitForFunction(() => document.querySelectorAll('[role=tab]').length === 1);
    await settled(page);
  };
  // Code and dictionaries stay for good: each kind of page was open once before.
  await openAll(3, 'warm');
  await closeAll();
  const before = await heapOf(tools);
  await openAll(tabsOpened, 'a');
  const open = await heapOf(tools);
  await closeAll();
  const after = await heapOf(tools);
  await openAll(tabsOpened, 'b');
  await closeAll();
  const again = await heapOf(tools);
  const megabytes = (bytes: number) => bytes / 1_000_000;
  const figure = (what: string, bytes: number, target: string) =>
    figureOf(what, 'MB', megabytes(bytes), megabytes(before), target);
  return [
    figure(`heap while ${tabsOpened} tabs are open, beside before`, open, ''),
    figure(`heap after ${tabsOpened} tabs were opened and closed`, after, '<= 1.2'),
    figure(`and once more: ${2 * tabsOpened} tabs`, again, '<= 1.2'),
  ];
}

/** Milliseconds from an act until what it shows has been painted. */
const untilPainted = (page: Page, side: 'ours' | 'reference', place: number) =>
  page.evaluate(
    async ([which, at]) => {
      const painted = () =>
        new Promise<void>((done) => {
          requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => done();
            after.port2.postMessage(null);
          });
        });
      const shown = () => {
        const panel = [...document.querySelectorAll<HTMLElement>('.work > [role=tabpanel]')].find(
          (one) => getComputedStyle(one).display !== 'none',
        );
        return panel?.getAttribute('aria-label') === document.querySelectorAll('[role=tab]')[at]?.textContent
          ? panel
          : undefined;
      };
      const still = document.querySelectorAll<HTMLElement>('.bench-still > *');
      const began = performance.now();
      if (which === 'ours') {
        document.querySelectorAll<HTMLElement>('[role=tab]')[at]?.click();
        for (let n = 0; n < 2_000 && shown() === undefined; n += 1) await new Promise((next) => setTimeout(next));
      } else still.forEach((one, index) => (one.style.display = index === at - 1 ? 'flex' : 'none'));
      await painted();
      return performance.now() - began;
    },
    [side, place] as const,
  );

async function switching(page: Page): Promise<Figure> {
  await page.route('**/bus/enterprise/page?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const records = Array.from({ length: rowsShown }, (_, at) => {
      const row = body.data.records[at % body.data.records.length];
      return { ...row, id: `${row.id.slice(0, -3)}${String(at).padStart(3, '0')}` };
    });
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, records, total: rowsShown } } });
  });
  await go(page, `${list}?current=1&size=100`);
  await settled(page);
  await page.waitForFunction(
    (rows) => document.querySelectorAll('.work tbody tr').length >= Math.min(rows, 20),
    rowsShown,
  );
  await go(page, '/bus/station/index');
  await settled(page);
  await go(page, `${list}?current=1&size=100&name=${encodeURIComponent('有限')}`);
  await settled(page);
  await page.evaluate(() => {
    // The same tables without anything behind them, in place of the pages' area.
    const still = document.createElement('div');
    still.className = 'bench-still';
    still.style.cssText = 'position:fixed;inset:98px 0 0 216px;z-index:5;display:flex;visibility:hidden';
    for (const panel of document.querySelectorAll<HTMLElement>('.work > [role=tabpanel]')) {
      if (!panel.querySelector('tbody')) continue;
      const copy = panel.cloneNode(true);
      if (copy instanceof HTMLElement) copy.style.display = 'none';
      still.append(copy);
    }
    document.body.append(still);
  });
  const show = (seen: boolean) =>
    page.evaluate((on) => {
      const still = document.querySelector<HTMLElement>('.bench-still');
      const work = document.querySelector<HTMLElement>('.work');
      if (still) still.style.visibility = on ? 'visible' : 'hidden';
      if (work) work.style.visibility = on ? 'hidden' : 'visible';
    }, seen);
  const there = async (side: 'ours' | 'reference') => {
    await show(side === 'reference');
    // From the first list to the second and back.
    const [one, other] = [await untilPainted(page, side, side === 'ours' ? 3 : 2), await untilPainted(page, side, 1)];
    return (one + other) / 2;
  };
  const result = await interleaved(rounds, { ours: () => there('ours'), reference: () => there('reference') });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return figureOf(
    `from one living list of ${rowsShown} rows to another, 4x slower processor`,
    'ms',
    median(result['ours'] ?? []),
    median(result['reference'] ?? []),
    '<= 1.5',
  );
}

async function longMenu(page: Page): Promise<Figure[]> {
  await page.route('**/upms/menu', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [first] = body.data;
    const leaf = first.children[0];
    const children = Array.from({ length: entries }, (_, at) => ({
      ...leaf,
      id: crypto.randomUUID(),
      name: `第 ${at} 个菜单`,
      label: `第 ${at} 个菜单`,
      path: `/bench/page${at}`,
      component: 'file/view',
      group: [],
    }));
    const long = { ...first, id: crypto.randomUUID(), name: '很长', label: '很长', children };
    await route.fulfill({ response: answer, json: { ...body, data: [...body.data, long] } });
  });
  await page.goto('/wel/index');
  await page.getByRole('button', { name: '很长', exact: true }).waitFor();
  await settled(page);
  const act = (side: 'ours' | 'reference') =>
    page.evaluate(
      async ([which, count]) => {
        const painted = () =>
          new Promise<number>((done) => {
            requestAnimationFrame(() => {
              const after = new MessageChannel();
              after.port1.onmessage = () => done(performance.now());
              after.port2.postMessage(null);
            });
          });
        const side = document.querySelector<HTMLElement>('.side');
        const top = [...document.querySelectorAll<HTMLElement>('.top-menu button')];
        const links = () => document.querySelectorAll('.side nav a').length;
        if (which === 'reference') {
          const list = document.createElement('ul');
          for (let at = 0; at < count; at += 1) {
            const item = document.createElement('li');
            const link = Object.assign(document.createElement('a'), {
              href: `/bench/page${at}`,
              textContent: `第 ${at} 个菜单`,
            });
            item.append(link);
            list.append(item);
          }
          const nav = document.createElement('nav');
          nav.append(list);
          const began = performance.now();
          side?.prepend(nav);
          const ended = await painted();
          nav.remove();
          return ended - began;
        }
        const began = performance.now();
        top.find((one) => one.textContent === '很长')?.click();
        for (let n = 0; n < 2_000 && links() < count; n += 1) await new Promise((next) => setTimeout(next));
        const ended = await painted();
        top[0]?.click();
        for (let n = 0; n < 2_000 && links() >= count; n += 1) await new Promise((next) => setTimeout(next));
        return ended - began;
      },
      [side, entries] as const,
    );
  const shown = await interleaved(rounds, { ours: () => act('ours'), reference: () => act('reference') });
  await page.getByRole('button', { name: '很长', exact: true }).click();
  await page.waitForFunction((count) => document.querySelectorAll('.side nav a').length >= count, entries);
  const moved = async (place: number) =>
    page.evaluate(async (at) => {
      const link = document.querySelectorAll<HTMLElement>('.side nav a')[at];
      const began = performance.now();
      link?.click();
      for (let n = 0; n < 2_000 && !link?.classList.contains('on'); n += 1)
        await new Promise((next) => setTimeout(next));
      return performance.now() - began;
    }, place);
  const moves: number[] = [];
  for (const place of [3, 4, 5, 6, 3, 4, 5, 6, 3]) moves.push(await moved(place));
  return [
    figureOf(
      `side menu of ${entries} entries shown, beside as many bare links, 4x slower processor`,
      'ms',
      median(shown['ours'] ?? []),
      median(shown['reference'] ?? []),
      '<= 4',
    ),
    {
      what: `an entry of ${entries} chosen until it is marked (its page in a tab that is open), 4x slower processor`,
      ours: `${median(moves.slice(4)).toFixed(0)} ms`,
      reference: '',
      ratio: null,
      target: '',
    },
  ];
}

export async function tabs() {
  const place = await openPlace('anlan_tabs', { 1: 3_000 });
  const house = await serveHouse(place);
  const browser = await openChromium();
  try {
    const context = await browser.newContext(windowOf(house.url));
    const page = await openPage(context);
    await enter(page);
    const token = await signIn(house, place, '1', 'regulator1');
    const found = await ask(`${house.url}/bus/enterprise/page?size=30`, token);
    const ids: string[] = found.records.map(({ id }: { id: string }) => id);
    const tools = await context.newCDPSession(page);
    await tools.send('HeapProfiler.enable');
    print('The heap of many tabs', await heap(page, tools, ids));
    await slow(page);
    print('From tab to tab', [await switching(page)]);
    print('A long side menu', await longMenu(page));
  } finally {
    await browser.close();
    await house.stop();
    await place.stop();
  }
}
