// What a person waits for in lists and forms on a slow processor: a first visit by address, 100 rows, a long form.
// BENCH_PAGES names another built web to serve, for a comparison of two.
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { enter, go, openChromium, openPage, settled, slow, slowed, windowOf } from './browser.ts';
import { median, say } from './measure.ts';
import { openPlace } from './place.ts';
import { serveApp } from './servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const rows = '.work tbody tr:not([aria-hidden])';
const many = 100;

interface Arrival {
  /** Milliseconds until what was come for stands there. */
  there: number;
  /** Requests sent until then, and bytes on the wire of those that were answered. */
  requests: number;
  bytes: number;
}

/** Waits until nothing has been asked for a second and a half: a slow page draws longer than the browser's idle half. */
function calmed(page: Page) {
  const open = new Set<Request>();
  let last = Date.now();
  const stirred = () => void (last = Date.now());
  page.on('request', (request) => {
    open.add(request);
    stirred();
  });
  const ended = (request: Request) => {
    open.delete(request);
    stirred();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    while (open.size > 0 || Date.now() - last < 1_500) await delay(100);
  };
}

/** Comes to an address with an empty cache; `calm` waits for all that comes by itself before it counts. */
async function arrive(browser: Browser, url: string, path: string, sought: string, session: string, calm = false) {
  const context = await browser.newContext(windowOf(url));
  try {
    await context.addInitScript(
      ([selector, kept]) => {
        for (const [name, value] of Object.entries(JSON.parse(kept))) sessionStorage.setItem(name, String(value));
        performance.setResourceTimingBufferSize(1_000);
        const look = () => {
          if (document.querySelector(selector) === null) return void requestAnimationFrame(look);
          const after = new MessageChannel();
          after.port1.addEventListener('message', () => performance.mark('there'));
          after.port1.start();
          after.port2.postMessage(null);
        };
        requestAnimationFrame(look);
      },
      [sought, session] as const,
    );
    const page = await openPage(context);
    await slow(page);
    const allCame = calmed(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('there').length > 0);
    if (calm) await allCame();
    return await page.evaluate((all): Arrival => {
      const there = performance.getEntriesByName('there')[0]?.startTime ?? 0;
      const until = all ? Number.POSITIVE_INFINITY : there;
      const entries = performance
        .getEntries()
        .filter((one) => one instanceof PerformanceResourceTiming)
        .filter(({ startTime }) => startTime <= until);
      const answered = entries.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= until);
      return {
        there,
        requests: entries.length,
        bytes: answered.reduce((sum, { transferSize }) => sum + transferSize, 0),
      };
    }, calm);
  } finally {
    await context.close();
  }
}

/** Milliseconds from a press until something stands there and has been painted. */
async function until(page: Page, act: () => Promise<unknown>, at: string, least = 1): Promise<number> {
  await page.evaluate(() => {
    // A press that leaves a field is answered from its beginning on.
    const note = (event: Event) => Reflect.set(window, 'pressedAt', event.timeStamp);
    Reflect.set(window, 'pressedAt', performance.now());
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, note, { capture: true, once: true });
  });
  const seen = page.waitForFunction(
    ({ selector, count }: { selector: string; count: number }): 0 | Promise<number> => {
      const standing = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      if (standing.length < count) return 0;
      return new Promise<number>((done) => {
        const after = new MessageChannel();
        after.port1.addEventListener('message', () => done(performance.now()));
        after.port1.start();
        after.port2.postMessage(null);
      });
    },
    { selector: at, count: least },
  );
  await act();
  const end = Number(await (await seen).jsonValue());
  return end - (await page.evaluate(() => Number(Reflect.get(window, 'pressedAt'))));
}

const front = (page: Page) => page.locator('.view[role=tabpanel]:visible');
const answer = (page: Page, name: string): Locator =>
  page.getByRole('dialog').filter({ visible: true }).last().getByRole('button', { name, exact: true });
const error = '[role=dialog] .ant-form-item-explain-error';

interface Form {
  what: string;
  path: string;
  field: string;
  wrong: string;
  right: string;
  input: string;
  /** The button that opens it: an empty form, or that of the first row. */
  button: RegExp;
}
const forms: readonly Form[] = [
  {
    what: 'form of an enterprise, some 60 fields',
    path: '/bus/enterprise/index',
    field: '安全员电话',
    wrong: '1390000123',
    right: '13900001234',
    input: '[role=dialog] .enterprise-form input',
    button: /^编辑/,
  },
  {
    what: 'form of a station, by the kit',
    path: '/bus/station/index',
    field: '负责人电话',
    wrong: '1390000123',
    right: '13900001234',
    input: '[role=dialog] .kit-form input',
    button: /^新增/,
  },
];

/** Opens a form, fills a field in wrongly, presses 保存, and gives it up. */
async function fill(page: Page, form: Form, told: (what: string, ms: number) => void) {
  const open = front(page).getByRole('button', { name: form.button }).first();
  told(`${form.what}: opens`, await until(page, () => open.click(), form.input));
  await page.waitForLoadState('networkidle');
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  const field = dialog.getByLabel(new RegExp(`^${form.field}`)).first();
  await field.fill(form.wrong);
  told(
    `${form.what}: a wrong field is told when it is left`,
    await until(page, () => page.keyboard.press('Tab'), error),
  );
  // What is told goes once the field is right, and stays as long as it is wrong.
  await field.fill(form.right);
  await page.waitForFunction((at) => document.querySelector(at) === null, error);
  await field.fill(form.wrong);
  told(`${form.what}: 保存 tells what is wrong`, await until(page, () => answer(page, '保存').click(), error));
  await answer(page, '取消').click();
  await answer(page, '放弃修改').click();
  await page.waitForFunction((at) => document.querySelector(at) === null, form.input);
}

/** `npm run bench visits`. */
export async function visits() {
  const place = await openPlace('anlan_day', { 1: 3_000 });
  const app = await serveApp(place);
  const browser = await openChromium();
  const figures = new Map<string, { unit: string; target: string; values: number[] }>();
  const note = (what: string, unit: string, target: string, value: number) => {
    const figure = figures.get(what) ?? { unit, target, values: [] };
    figure.values.push(value);
    figures.set(what, figure);
  };
  try {
    const context = await browser.newContext(windowOf(app.url));
    const page = await openPage(context);
    await enter(page);
    const session = await page.evaluate(() =>
      JSON.stringify(
        Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => /token|session$/.test(name))),
      ),
    );
    for (let round = 0; round < rounds; round += 1) {
      for (const [what, path] of [
        ['list of enterprises', '/bus/enterprise/index'],
        ['list of dangers', '/bus/enterpriseexpinfo1/index?tab=all'],
        ['list of stations, by the kit', '/bus/station/index'],
      ] as const) {
        const { there, requests, bytes } = await arrive(browser, app.url, path, rows, session);
        note(`${what}, first visit: rows stand`, 'ms', '1,600', there);
        note(`${what}, first visit: requests until then`, '', '40', requests);
        note(`${what}, first visit: on the wire until then`, 'kB', '380', bytes / 1000);
      }
      const home = await arrive(browser, app.url, '/wel/index', '.tiles a, .tile', session, true);
      note('home, first visit: its figures stand', 'ms', '', home.there);
      note('home, first visit: on the wire with its calls, until all is calm', 'kB', '290', home.bytes / 1000);
    }
    await slow(page);
    for (const form of forms) {
      await go(page, form.path);
      await front(page).locator('tbody tr:not([aria-hidden])').first().waitFor();
      await settled(page);
      await page.waitForLoadState('networkidle');
      for (let round = 0; round < rounds; round += 1)
        await fill(page, form, (what, ms) => note(what, 'ms', what.endsWith('opens') ? '600' : '200', ms));
    }
    for (let round = 0; round < rounds; round += 1) {
      await go(page, '/bus/enterprise/index?size=20');
      await page.waitForFunction(
        ([at, most]) => {
          const standing = [...document.querySelectorAll(at)].filter((one) => one.checkVisibility());
          return standing.length > 0 && standing.length < most;
        },
        [rows, many] as const,
      );
      await page.waitForLoadState('networkidle');
      const ms = await until(page, () => go(page, `/bus/enterprise/index?size=${many}`), rows, many);
      note(`list of ${many} enterprises: rows stand`, 'ms', '1,500', ms);
    }
  } finally {
    await browser.close();
    await app.stop();
    await place.stop();
  }
  say(`\n### Lists and forms, processor ${slowed} times slower, load ${loadavg()[0]?.toFixed(1)}\n`);
  say('| what | median | least to most | target |\n|---|---|---|---|');
  for (const [what, { unit, target, values }] of figures) {
    const shown = (value: number) => `${Math.round(value).toLocaleString('en')}${unit && ` ${unit}`}`;
    const range = `${shown(Math.min(...values))} to ${shown(Math.max(...values))}`;
    say(`| ${what} | ${shown(median(values))} | ${range} | ${target && `≤ ${target}${unit && ` ${unit}`}`} |`);
  }
}
