// `node tools/run.mjs bench/wx-open.ts`, by hand, with the web built: a chat of 30,000 messages is opened on a processor four
// times slower, then 200 pages are read back: what stands in the document, the memory, and how far what is visible jumps.
// Shorter by BENCH_PAGES_BACK=20 and BENCH_ROUNDS=3. BENCH_PAGES names another built web.
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { enter, go, openChromium, openPage, slow, slowed, windowOf } from './browser.ts';
import { median, say } from './measure.ts';
import { serveApp } from './servers.ts';
import { openChats } from './wx-vendor.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const pagesBack = Number(process.env['BENCH_PAGES_BACK'] ?? 200);
const messages = 30_000;
const tenantId = '1';
const centre = '/views/wxmp/wxmsg/index';

const place = await openChats();
/** A follower with so many messages, once, and another with ten. */
const followers = await withConnection(place.superuserUrl, async (client) => {
  const made = async (name: string, count: number) => {
    const openId = `oOpen${name}`.padEnd(28, '0');
    await client.query(
      `insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, subscribed_at, created_at, updated_at)
       select a.tenant_id, gen_random_uuid(), a.id, $2, $2, now(), now(), now() from wx_account a
       where a.tenant_id = $1 and a.removed_at is null order by a.id limit 1 on conflict do nothing`,
      [tenantId, openId],
    );
    const { rows } = await client.query<{ id: string; known: boolean }>(
      `select f.id, exists (select from wx_conversation c where c.tenant_id = f.tenant_id and c.follower_id = f.id) as known
       from wx_follower f where f.tenant_id = $1 and f.open_id = $2`,
      [tenantId, openId],
    );
    const [follower] = rows;
    if (!follower) throw new Error('tenant 1 has no public account');
    if (follower.known) return follower.id;
    await client.query('begin');
    // Ids that were made at a moment each, as kernel/ids.ts makes them: one every ten minutes.
    await client.query(
      `insert into wx_message (tenant_id, id, account_id, follower_id, type, rep_type, rep_content, read_flag, create_time)
       select f.tenant_id, (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(md5(no::text), 1, 3) || '-8'
           || substr(md5($2 || no), 4, 3) || '-' || substr(md5($2 || no), 7, 12))::uuid,
         f.account_id, f.id, case when no % 3 = 0 then '2' else '1' end, 'text',
         '第 ' || no || ' 句：' || repeat('仓库东门的消防通道被货物堵住了，', 1 + no % 4), '0', at
       from wx_follower f, generate_series(1, $3::int) no,
         lateral (select now() - interval '10 minutes' * ($3 - no) as at) t,
         lateral (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as h) i
       where f.tenant_id = $1 and f.id = $4`,
      [tenantId, openId, count, follower.id],
    );
    await client.query(
      `insert into wx_conversation (tenant_id, follower_id, account_id, state, window_ends_at, window_left, last_id, last_at,
         last_rep_type, last_said_id, last_user_id)
       select tenant_id, follower_id, account_id, 'answered', now() + interval '30 days', 5, id, create_time, 'text', id, id
       from wx_message where tenant_id = $1 and follower_id = $2 order by id desc limit 1`,
      [tenantId, follower.id],
    );
    await client.query('commit');
    await client.query('vacuum analyze wx_message');
    return follower.id;
  };
  return { long: await made('Long', messages), short: await made('Short', 10) };
});

/** Opens a chat; milliseconds until its newest message was painted. */
const opened = (page: Page, follower: string) =>
  page.evaluate(async (address) => {
    const began = performance.now();
    const painted = new Promise<number>((done) => {
      const look = () => {
        if (document.querySelector('.hist-row') === null) return void requestAnimationFrame(look);
        const after = new MessageChannel();
        after.port1.addEventListener('message', () => done(performance.now() - began));
        after.port1.start();
        after.port2.postMessage(null);
      };
      requestAnimationFrame(look);
    });
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    return painted;
  }, `${centre}?order=latest&wxUserId=${follower}`);
const closed = async (page: Page) => {
  await go(page, `${centre}?order=latest`);
  await page.locator('.hist-row').first().waitFor({ state: 'detached' });
};

const app = await serveApp(place);
const browser = await openChromium();
try {
  const context = await browser.newContext(windowOf(app.url));
  const page = await openPage(context);
  await enter(page);
  await go(page, `${centre}?order=latest`);
  await page.locator('.conv').first().waitFor();
  await slow(page);
  const times = { long: [] as number[], short: [] as number[] };
  for (let round = 0; round <= rounds; round += 1)
    for (const which of ['long', 'short'] as const) {
      const ms = await opened(page, followers[which]);
      if (round > 0) times[which].push(ms);
      await closed(page);
    }
  const load = loadavg()[0]?.toFixed(1);
  for (const which of ['long', 'short'] as const)
    say(
      `${which === 'long' ? messages : 10} messages at ${slowed}x, painted: median ${median(times[which]).toFixed(0)} ms, longest ${Math.max(...times[which]).toFixed(0)} ms (≤ 400, load ${load})`,
    );

  await slow(page, 1);
  await opened(page, followers.long);
  const tools = await context.newCDPSession(page);
  const heap = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    return (await tools.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const nodes = () => page.evaluate(() => document.querySelectorAll('.hist, .hist *').length);
  await pause(1_000);
  const before = await heap();
  let mostNodes = await nodes();
  const jumps: number[] = [];
  // Older ones come when what is visible has been measured.
  await page.route(/wxmsg\/page\?.*beforeId=/, async (route) => {
    await pause(250);
    await route.continue();
  });
  for (let back = 0; back < pagesBack; back += 1) {
    jumps.push(
      await page.evaluate(async () => {
        const box = document.querySelector('.hist-scroll');
        if (box === null) throw new Error('no chat is open');
        const frame = () => new Promise(requestAnimationFrame);
        const rows = () => [...box.querySelectorAll('.hist-row')];
        // A page that came while the way to the top was measured is over before the next one is asked for.
        for (let stood = -1; stood !== box.scrollHeight;) {
          stood = box.scrollHeight;
          box.scrollTop = 0;
          for (let count = 0; count < 8; count += 1) await frame();
        }
        // A row that is drawn anew is known by what it says.
        const [seen] = rows();
        const [text, at, height] = [seen?.textContent ?? '', seen?.getBoundingClientRect().top ?? 0, box.scrollHeight];
        let most = 0;
        for (let count = 0, since = 0; since < 12; count += 1) {
          if (count > 600) throw new Error('nothing older came');
          await frame();
          const same = rows().find((row) => row.textContent === text);
          if (same) most = Math.max(most, Math.abs(same.getBoundingClientRect().top - at));
          if (box.scrollHeight !== height) since += 1;
        }
        return most;
      }),
    );
    mostNodes = Math.max(mostNodes, await nodes());
  }
  const after = await heap();
  jumps.sort((one, other) => one - other);
  say(
    `${pagesBack} pages back: ${mostNodes} nodes at the most (≤ 400), heap ${before.toFixed(1)} → ${after.toFixed(1)} MB (${(after / before).toFixed(2)}x, ≤ 1.5), jump of what is in sight at the most ${(jumps.at(-1) ?? 0).toFixed(2)} px (≤ 1), of ${jumps.filter((one) => one > 1).length} pages above 1 px`,
  );
} finally {
  await browser.close();
  await app.stop();
  await place.stop();
}
