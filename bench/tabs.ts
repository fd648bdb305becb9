// Many tabs and long menus in a browser: the heap after 30 tabs came and went, going from one living tab to another, and a side menu of 500 entries.
import type { CDPSession, Page } from 'playwright-core';
import { enter, go, openChromium, openPage, settled, slow, windowOf } from './browser.ts';
import { figureOf, interleaved, median, print, type Figure } from './measure.ts';
import { openPlace } from './place.ts';
import { ask, serveApp, signIn } from './servers.ts';
import { closeAll, switching } from './switching.ts';

const rounds = 7;
const tabsOpened = 30;
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
  // Code and dictionaries stay for good: each kind of page was open once before.
  await openAll(3, 'warm');
  await closeAll(page);
  const before = await heapOf(tools);
  await openAll(tabsOpened, 'a');
  const open = await heapOf(tools);
  await closeAll(page);
  const after = await heapOf(tools);
  await openAll(tabsOpened, 'b');
  await closeAll(page);
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
  const app = await serveApp(place);
  const browser = await openChromium();
  try {
    const context = await browser.newContext(windowOf(app.url));
    const page = await openPage(context);
    await enter(page);
    const token = await signIn(app, place, '1', 'regulator1');
    const found = await ask(`${app.url}/bus/enterprise/page?size=30`, token);
    const ids: string[] = found.records.map(({ id }: { id: string }) => id);
    const tools = await context.newCDPSession(page);
    await tools.send('HeapProfiler.enable');
    print('The heap of many tabs', await heap(page, tools, ids));
    await slow(page);
    print('From tab to tab', await switching(page, ids));
    print('A long side menu', await longMenu(page));
  } finally {
    await browser.close();
    await app.stop();
    await place.stop();
  }
}
