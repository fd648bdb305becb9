// From one living tab to another and back, beside the same two pages without anything behind them in `display: none`.
import type { Page } from 'playwright-core';
import { go, settled, slowed } from './browser.ts';
import { figureOf, interleaved, median, type Figure } from './measure.ts';

const rounds = 7;
const list = '/bus/enterprise/index';

/** Whose time is taken: our tabs', or that of copies of their pages. */
type Side = 'ours' | 'reference';
/** Two tabs to go between, by their places in the strip. */
type Pair = readonly [number, number];

/** Milliseconds from an act until what it shows has been painted: the page of `to` comes, that of `from` goes. */
const untilPainted = (page: Page, side: Side, from: number, to: number) =>
  page.evaluate(
    async ([which, left, came]) => {
      const painted = () =>
        new Promise<void>((done) => {
          requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => done();
            after.port2.postMessage(null);
          });
        });
      const panel = document.querySelectorAll<HTMLElement>('.work .view[role=tabpanel]')[came];
      const copy = (at: number) => document.querySelector<HTMLElement>(`.bench-still > [data-at="${at}"]`);
      const began = performance.now();
      if (which === 'ours') {
        document.querySelectorAll<HTMLElement>('[role=tab]')[came]?.click();
        for (let n = 0; n < 2_000 && !panel?.checkVisibility(); n += 1) await new Promise((next) => setTimeout(next));
      } else {
        copy(left)?.style.setProperty('display', 'none');
        copy(came)?.style.setProperty('display', 'flex');
      }
      await painted();
      return performance.now() - began;
    },
    [side, from, to] as const,
  );

/** Puts copies of two pages over the pages' area, each with nothing behind it. */
const copyPages = (page: Page, pair: Pair) =>
  page.evaluate((places) => {
    const still = document.createElement('div');
    still.className = 'bench-still';
    still.style.cssText = 'position:fixed;inset:98px 0 0 216px;z-index:5;display:flex;transform:translateX(-200vw)';
    const panels = document.querySelectorAll<HTMLElement>('.work .view[role=tabpanel]');
    for (const at of places) {
      const copy = panels[at]?.cloneNode(true);
      if (!(copy instanceof HTMLElement)) continue;
      copy.dataset['at'] = `${at}`;
      copy.style.display = 'none';
      still.append(copy);
    }
    document.body.append(still);
  }, pair);

/** Whose turn it is: the copies stand over the pages, or hidden; neither is drawn anew for it. */
const takeTurn = (page: Page, side: Side) =>
  page.evaluate(async (which) => {
    const still = document.querySelector<HTMLElement>('.bench-still');
    if (still) still.style.transform = which === 'reference' ? 'none' : 'translateX(-200vw)';
    for (let n = 0; n < 2; n += 1) await new Promise((next) => requestAnimationFrame(next));
  }, side);

/** The first two lists, of so many rows, in the second and third tab. */
async function openLists(page: Page, rows: number): Promise<Pair> {
  await page.route('**/bus/enterprise/page?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const records = Array.from({ length: rows }, (_, at) => {
      const row = body.data.records[at % body.data.records.length];
      return { ...row, id: `${row.id.slice(0, -3)}${String(at).padStart(3, '0')}` };
    });
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, records, total: rows } } });
  });
  return openTwo(page, [`${list}?current=1&size=100`, `${list}?current=1&size=100&name=${encodeURIComponent('有限')}`]);
}

/** Two pages in the second and third tab. */
async function openTwo(page: Page, addresses: readonly [string, string]): Promise<Pair> {
  for (const [at, address] of addresses.entries()) {
    // A list in front would go to the other list's address itself.
    await go(page, '/wel/index');
    await settled(page);
    await go(page, address);
    await page.waitForFunction(
      (place) => document.querySelectorAll('.work .view[role=tabpanel]')[place]?.checkVisibility(),
      at + 1,
    );
    await settled(page);
    await page.locator('.work .view[role=tabpanel]:visible h1').waitFor();
  }
  return [1, 2];
}

/** Lets all tabs but the first go. */
export async function closeAll(page: Page) {
  await page.getByRole('button', { name: '更多页签操作' }).click();
  await page.getByRole('menuitem', { name: '关闭全部' }).filter({ visible: true }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('[role=tab]').length === 1);
  await settled(page);
}

async function between(page: Page, what: string, [one, other]: Pair, target: string): Promise<Figure> {
  await copyPages(page, [one, other]);
  const there = async (side: Side) => {
    await takeTurn(page, side);
    const back = await untilPainted(page, side, other, one);
    return ((await untilPainted(page, side, one, other)) + back) / 2;
  };
  const result = await interleaved(rounds, { ours: () => there('ours'), reference: () => there('reference') });
  await page.evaluate(() => document.querySelector('.bench-still')?.remove());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await closeAll(page);
  const middle = (side: Side) => median(result[side] ?? []);
  return figureOf(`${what}, ${slowed}x slower processor`, 'ms', middle('ours'), middle('reference'), target);
}

/** Lists of 200 rows, of 100 as large as the product shows them, and two dossiers. */
export async function switching(page: Page, [first, second]: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const rows of [200, 100])
    figures.push(
      await between(page, `from one living list of ${rows} rows to another`, await openLists(page, rows), '<= 1.5'),
    );
  const dossiers = [first, second].map((id) => `/bus/enterprise/dossier?id=${id}`);
  const pair = await openTwo(page, [dossiers[0] ?? '', dossiers[1] ?? '']);
  figures.push(await between(page, 'from one dossier to another', pair, ''));
  return figures;
}
