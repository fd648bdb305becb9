// `node tools/run.mjs bench/site-phone.ts`, by hand, with the web built: on a processor four times slower, what a tap on
// one of 80 items takes until it is drawn, what a cold start without a network takes, and how a plan with 300 points moves.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { demoPassword } from '../apps/server/src/modules/user/seed.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { go, slow, slowed } from './browser.ts';
import { median, say } from './measure.ts';
import { openPlace } from './place.ts';
import { serveApp } from './servers.ts';
import { makeChecks } from './site-checks.ts';

const items = 80;
const points = 300;
const rounds = 5;
const place = await openPlace('anlan_site', { 1: 500 });
const folder = mkdtempSync(join(tmpdir(), 'anlan-bench-phone-'));
const asked = <T>(work: (client: Parameters<Parameters<typeof withConnection<unknown>>[1]>[0]) => Promise<T>) =>
  withConnection(place.superuserUrl, work);
const share = (values: readonly number[], part: number) =>
  [...values].toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

const take = (url: string, viewport: { width: number; height: number }) =>
  chromium.launchPersistentContext(folder, {
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
    ],
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: url,
    reducedMotion: 'reduce',
  });

async function signIn(page: Page, username: string) {
  await page.goto('/login');
  await page.getByText('企业人员', { exact: true }).first().click();
  await page.getByLabel('用户名').fill(username);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/wel/index');
  await page.getByRole('tab', { name: '首页' }).waitFor();
}

/** Processor milliseconds of the page's own thread since it was opened, as slow as it was made. */
async function spentBy(page: Page): Promise<() => Promise<number>> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
}

/** Milliseconds from each tap until what it changed has been drawn, and until it is shown as kept. */
async function taps(page: Page, id: string): Promise<{ taken: number[]; kept: number[]; spent: number }> {
  await go(page, `/bus/riskcheck/site?id=${id}`);
  await page
    .locator('.site-item')
    .nth(items - 1)
    .waitFor({ state: 'attached' });
  await slow(page);
  await page.evaluate(() => {
    const all: number[] = [];
    const kept: number[] = [];
    Object.assign(globalThis, { taken: all, kept });
    document.addEventListener(
      'pointerdown',
      (event) => {
        const began = event.timeStamp;
        const button = event.target instanceof Element ? event.target.closest('button') : null;
        const look = () => {
          if (button?.getAttribute('aria-pressed') !== 'true') return void requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => void all.push(performance.now() - began);
          port2.postMessage(null);
          const item = button.closest('.site-item');
          const wait = () =>
            item?.getAttribute('aria-busy') === 'true' || button.getAttribute('aria-pressed') !== 'true'
              ? void requestAnimationFrame(wait)
              : void kept.push(performance.now() - began);
          wait();
        };
        requestAnimationFrame(look);
      },
      true,
    );
  });
  const spent = await spentBy(page);
  const before = await spent();
  for (let at = 0; at < items; at += 1) {
    await page
      .locator('.site-item')
      .nth(at)
      .getByRole('button', { name: at % 9 === 8 ? '不符合' : '符合', exact: true })
      .click();
    await page.waitForFunction((count) => (globalThis as unknown as { taken: number[] }).taken.length > count, at);
  }
  const taken = await page.evaluate(() => (globalThis as unknown as { taken: number[] }).taken);
  const each = ((await spent()) - before) / items;
  await page.waitForFunction((all) => (globalThis as unknown as { kept: number[] }).kept.length === all, items);
  const kept = await page.evaluate(() => (globalThis as unknown as { kept: number[] }).kept);
  await slow(page, 1);
  return { taken, kept, spent: each };
}

/** Milliseconds from the address to the kept day, with the network gone and the processor slow. */
async function coldStart(url: string): Promise<{ there: number; spent: number }> {
  const context = await take(url, { width: 390, height: 844 });
  const page = context.pages()[0] ?? (await context.newPage());
  try {
    await context.setOffline(true);
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.kept-list') === null) requestAnimationFrame(look);
        else performance.mark('there');
      };
      requestAnimationFrame(look);
    });
    await slow(page);
    const spent = await spentBy(page);
    await page.goto('/wel/index');
    await page.locator('.kept-list').waitFor();
    const there = await page.evaluate(() => performance.getEntriesByName('there')[0]?.startTime ?? NaN);
    return { there, spent: await spent() };
  } finally {
    await context.close();
  }
}

/** Time between frames while a mark is dragged, and while the sheet is moved. */
async function plan(page: Page): Promise<Record<string, number[]>> {
  await asked(async (client) => {
    const { rows } = await client.query<{ id: string; enterprise_id: string }>(
      `select l.id, l.enterprise_id from risk_plan l
         join user_enterprise b on b.tenant_id = l.tenant_id and b.enterprise_id = l.enterprise_id
         join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id and u.username = 'entadmin1'
       where l.tenant_id = '1' and l.removed_at is null order by l.id limit 1`,
    );
    const [found] = rows;
    if (!found) throw new Error('the demonstration has no plan');
    await client.query(
      `insert into risk_point select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'no', 'FXP' || g,
         'plan_id', $1::text, 'plan_x', 0.03 + 0.94 * random(), 'plan_y', 0.03 + 0.94 * random()))).*
       from risk_point p, generate_series(1, $3::int) g
       where p.id = (select id from risk_point where tenant_id = '1' and enterprise_id = $2 and status = 'inForce'
           and level is not null limit 1)
         and not exists (select from risk_point where no = 'FXP1')`,
      [found.id, found.enterprise_id, points],
    );
  });
  await go(page, '/bus/riskpoint/map');
  await page
    .locator('.plan-mark')
    .nth(points - 1)
    .waitFor({ state: 'attached' });
  await page
    .getByRole('button', { name: '编辑', exact: true })
    .or(page.getByRole('button', { name: /编辑|标注/ }))
    .first()
    .click();
  await page.locator('.plan-mark-moves').first().waitFor();
  await slow(page);
  const watched = async (moves: () => Promise<void>) => {
    await page.evaluate(() => {
      const gaps: number[] = [];
      let last = performance.now();
      const next = (now: number) => {
        gaps.push(now - last);
        last = now;
        if ((globalThis as { watching?: boolean }).watching) requestAnimationFrame(next);
      };
      Object.assign(globalThis, { gaps, watching: true });
      requestAnimationFrame(next);
    });
    await moves();
    return page.evaluate(() => {
      Object.assign(globalThis, { watching: false });
      return (globalThis as unknown as { gaps: number[] }).gaps.slice(2);
    });
  };
  const mark = await page.locator('.plan-mark-moves').nth(40).boundingBox();
  if (!mark) throw new Error('the mark is not in sight');
  const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const dragged = await watched(async () => {
    for (let step = 0; step < 120; step += 1)
      await page.mouse.move(x + 80 * Math.sin(step / 15), y + 40 * Math.sin(step / 9));
  });
  await page.mouse.up();
  await page.getByRole('button', { name: '放大' }).click();
  await page.getByRole('button', { name: '放大' }).click();
  const box = await page.locator('.plan-scroll').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 200);
  const moved = await watched(async () => {
    for (let step = 0; step < 90; step += 1) await page.mouse.wheel(step < 45 ? 9 : -9, step < 45 ? 7 : -7);
  });
  return { dragged, moved };
}

const app = await serveApp(place);
try {
  const [id = ''] = await asked((client) => makeChecks(client, '1', 1, items));
  const context = await take(app.url, { width: 390, height: 844 });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  await signIn(page, 'leader1');
  await go(page, '/bus/riskcheck/index');
  await page.getByText(/\d+ 项已存本机/).waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active != null);
  const { taken, kept, spent } = await taps(page, id);
  say(
    `${taken.length} taps at ${slowed}x: median ${median(taken).toFixed(0)} ms, p95 ${share(taken, 0.95).toFixed(0)} ms; kept: median ${median(kept).toFixed(0)} ms, p95 ${share(kept, 0.95).toFixed(0)} ms; processor time of the page ${spent.toFixed(0)} ms each, load ${loadavg()[0]?.toFixed(0)}`,
  );
  await context.close();
  for (let round = 0; round < rounds; round += 1) {
    const start = await coldStart(app.url);
    say(
      `cold start without a network at ${slowed}x: ${start.there.toFixed(0)} ms, processor time of the page ${start.spent.toFixed(0)} ms`,
    );
  }
  if (process.env['BENCH_ONLY'] === 'phone') throw new Error('no more was asked for');
  const setup = await take(app.url, { width: 1440, height: 900 });
  const wide = await setup.newPage();
  wide.setDefaultTimeout(60_000);
  await wide.context().clearCookies();
  await wide.goto('/login');
  await signIn(wide, 'entadmin1');
  for (const [name, gaps] of Object.entries(await plan(wide)))
    say(
      `a plan with ${points} points, ${name} at ${slowed}x: ${(1000 / median(gaps)).toFixed(0)} frames/s, p95 ${share(gaps, 0.95).toFixed(0)} ms between frames (${gaps.length} frames)`,
    );
  await setup.close();
} finally {
  await app.stop();
  await place.stop();
  rmSync(folder, { recursive: true, force: true });
}
