// `node tools/run.mjs bench/page-design.ts`, by hand, with the web built: the designer with 200 and 1,000 parts on a
// processor four times slower, the memory of 500 steps, the phone page of 40 parts on a slow line, hostile designs, and
// how soon what is published is seen.
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { readDesign } from '../packages/contract/src/modules/page-design/design.ts';
import { enter, go, openChromium, openPage, slow, windowOf } from './browser.ts';
import { median, say, timed } from './measure.ts';
import { openPlace } from './place.ts';
import { serveApp, signIn } from './servers.ts';

const place = await openPlace('anlan_pages', { 1: 500 });
const app = await serveApp(place);
const token = await signIn(app, place, '1', 'regulator1');
const kinds = ['title', 'text', 'notice', 'grid', 'search', 'divider', 'button', 'questions'] as const;
const versions: Readonly<Record<string, number>> = { search: 2 };
const designOf = (count: number) =>
  JSON.stringify({
    format: 2,
    parts: Array.from({ length: count }, (_, at) => {
      const type = kinds[at % kinds.length] ?? 'text';
      return { id: `p${at}`, type, v: versions[type] ?? 1, props: {} };
    }),
  });
const share = (values: readonly number[], part: number) =>
  [...values].toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;

async function call(path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, msg } = await answer.json();
  return { status: answer.status, data, msg: String(msg) };
}
async function pageWith(design: string): Promise<{ id: string; version: number }> {
  const { data } = await call('/mall/pagedevise', {
    name: `量 ${Math.random().toString(36).slice(2, 8)}`,
    isHome: false,
  });
  const saved = await call('/mall/pagedevise/draft', { id: data.id, version: 1, design });
  if (saved.status !== 200) throw new Error(saved.msg);
  return { id: data.id, version: saved.data.version };
}
/** Milliseconds until something the browser does has been drawn. */
const drawn = (page: Page, work: string) =>
  page.evaluate(async (script) => {
    const target = document.querySelector<HTMLElement>(script) ?? document.body;
    const began = performance.now();
    target.click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
  }, work);
/** Gaps between frames while the mouse drags a part about. */
async function dragged(page: Page): Promise<number[]> {
  const from = await page.locator('.pd-pick').nth(1).boundingBox();
  if (!from) throw new Error('no part is in sight');
  await page.evaluate(() => {
    const gaps: number[] = [];
    Object.assign(globalThis, { gaps });
    let last = performance.now();
    const look = (now: number) => {
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  for (let step = 0; step < 90; step += 1) await page.mouse.move(from.x + 40, from.y + 10 + ((step * 7) % 420));
  const gaps: number[] = await page.evaluate(() => Reflect.get(globalThis, 'gaps'));
  await page.mouse.up();
  return gaps.slice(5);
}
async function heap(tools: CDPSession): Promise<number> {
  await tools.send('HeapProfiler.collectGarbage');
  return (await tools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
}

say('hostile designs, read');
for (const [name, text] of Object.entries({
  '1 MB of one text': `"${'a'.repeat(1_048_576)}"`,
  '500,000 brackets': '['.repeat(500_000),
  '500 KB of parts': designOf(9_000),
})) {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) times.push(await timed(() => Promise.resolve(readDesign(text))));
  say(`  ${name}: ${ms(median(times))} (≤ 50 ms)`);
}
const victim = await pageWith(designOf(3));
const refused: number[] = [];
for (let round = 0; round < 9; round += 1)
  refused.push(
    await timed(() => call('/mall/pagedevise/draft', { id: victim.id, version: 2, design: 'x'.repeat(1_048_576) })),
  );
say(`  1 MB over the wire, whole answer: ${ms(median(refused))}`);

const browser = await openChromium();
for (const count of [200, 1_000]) {
  const { id } = await pageWith(designOf(count));
  const context = await browser.newContext(windowOf(app.url));
  const page = await openPage(context);
  await enter(page);
  await slow(page);
  const began = performance.now();
  await go(page, `/mall/config/decorate/home/page/addPage?pageId=${id}`);
  await page.getByLabel('标题', { exact: true }).waitFor();
  const open = performance.now() - began;
  await page
    .locator('.pd-pick')
    .nth(count - 1)
    .waitFor({ state: 'attached' });
  say(
    `${count} parts at 4x: open ${ms(open)}${count === 1_000 ? ' (≤ 2 s)' : ''}, the last part ${ms(performance.now() - began)}`,
  );
  const gaps = await dragged(page);
  say(`  drag p95 ${ms(share(gaps, 0.95))} a frame (≤ ${count === 200 ? 16.7 : 33} ms), of ${gaps.length}`);
  await page.locator('.pd-pick').first().click();
  await page.getByLabel('标题', { exact: true }).click();
  const typing: number[] = [];
  for (let letter = 0; letter < 12; letter += 1) {
    const before = await page.evaluate(() => {
      const began = { at: 0 };
      Object.assign(globalThis, { began });
      addEventListener('keydown', ({ timeStamp }) => (began.at = timeStamp), { capture: true, once: true });
      const seen = new Promise<number>((done) => {
        new MutationObserver((_, watcher) => {
          watcher.disconnect();
          requestAnimationFrame(() => done(performance.now() - began.at));
        }).observe(document.querySelector('.pd-box h2') ?? document.body, {
          characterData: true,
          childList: true,
          subtree: true,
        });
      });
      Object.assign(globalThis, { seen });
      return true;
    });
    if (before) await page.keyboard.press('a');
    typing.push(await page.evaluate(() => Reflect.get(globalThis, 'seen')));
  }
  say(`  typing to canvas: median ${ms(median(typing))}, p95 ${ms(share(typing, 0.95))} (≤ 50 ms)`);
  await page.locator('.pd-pick').nth(3).click();
  const removals: number[] = [];
  const undos: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    removals.push(await drawn(page, '.pd-tools button:last-child'));
    undos.push(await drawn(page, '.pd-tasks button'));
  }
  say(`  delete ${ms(median(removals))}, undo ${ms(median(undos))} (≤ 100 ms)`);
  if (count === 200) {
    const tools = await context.newCDPSession(page);
    await slow(page, 1);
    const before = await heap(tools);
    await page.locator('.pd-pick').nth(3).focus();
    for (let step = 0; step < 500; step += 1)
      await page.keyboard.press(step % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    say(
      `  500 steps hold ${(await heap(tools)) - before < 0.1 ? '< 0.1' : ((await heap(tools)) - before).toFixed(1)} MB (≤ 20)`,
    );
  }
  await context.close();
}
await browser.close();

const phonePage = await pageWith(designOf(40));
const seen = await timed(async () => {
  const { status, msg } = await call('/mall/pagedevise/publish', phonePage);
  if (status !== 200) throw new Error(msg);
  for (;;) {
    const { status: shown } = await fetch(`${app.url}/mall/page?tenantId=1&id=${phonePage.id}`);
    if (shown === 200) break;
  }
});
say(`published and seen after ${ms(seen)} (≤ 2 s)`);
const phone = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const paints: number[] = [];
const shifts: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const context = await phone.newContext({ viewport: { width: 390, height: 844 }, baseURL: app.url });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  // Slow 4G, as Lighthouse has it.
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await slow(page);
  await page.goto(`/mall/page?tenantId=1&id=${phonePage.id}`);
  const [paint, shift] = await page.evaluate(async () => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => setTimeout(done, 1_500));
    return [performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1, moved] as const;
  });
  paints.push(paint);
  shifts.push(shift);
  await context.close();
}
await phone.close();
say(`phone page of 40 parts: first paint ${ms(median(paints))} (≤ 2 s), shift ${median(shifts).toFixed(3)} (≤ 0.02)`);
await app.stop();
await place.stop();
