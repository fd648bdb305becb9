// A worker checks risk points in a cellar, on a phone without network whose browser is killed.
import { afterAll, expect, it } from 'vitest';
import { png } from '../apps/server/testing/sample-files.ts';
import { openPersistentPhone } from './persistent-phone.ts';
import { choose, follow, front, signIn } from './people.ts';
import { openRoughLine } from './unreliable-network.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const line = await openRoughLine(app.url);
const { take: takePhone, kill: killPhone, look, close } = openPersistentPhone(line.url);
afterAll(async () => {
  await close();
  await line.close();
});

it('S98 lets a worker fill in an unopened check after an offline cold start @deep', async () => {
  await app.sql(
    `update risk_check set due_on = (now() at time zone 'Asia/Shanghai')::date, opens_at = now() - interval '1 hour',
       due_at = now() + interval '3 hours', items = '[]', item_count = 0, done_count = 0, started_at = null, presence = null
     where id in (select c.id from risk_check c
       join user_enterprise b on b.tenant_id = c.tenant_id and b.enterprise_id = c.enterprise_id
       join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
       where u.username = 'leader1' and c.layer = 'team' and c.status = 'pending'
       order by c.due_on, c.id limit 2)`,
  );
  let page = await takePhone();
  await signIn(page, 'leader1');
  await follow(page, '/bus/riskcheck/index');
  await front(page)
    .getByText(/\d+ 项已存本机，没有网络也能填写/)
    .waitFor();
  await look(page, 'checks-kept');
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active != null);
  // Sends one check over an unreliable network.
  line.isRough = true;
  const [checkRow] = await app.sql<{ id: string }>(
    `select id from risk_check where tenant_id = '1' and layer = 'team' and item_count = 0
       and due_at between now() + interval '170 minutes' and now() + interval '181 minutes' order by id limit 1`,
  );
  await follow(page, `/bus/riskcheck/site?id=${checkRow?.id}`);
  await front(page)
    .getByRole('button', { name: /^除此之外全部正常/ })
    .click();
  await front(page).getByRole('button', { name: '交表', exact: true }).click();
  await page.getByText('已交表', { exact: true }).waitFor({ timeout: 60_000 });
  line.isCut = true;
  await killPhone(page);

  page = await takePhone();
  await page.goto('/wel/index');
  await page.getByText('今天的检查').waitFor();
  await look(page, 'checks-day');
  await page.locator('.kept-list button').filter({ hasText: '已填 0' }).first().click();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  const first = page.locator('.site-item').first();
  await first.getByRole('button', { name: '不符合' }).click();
  await first.getByLabel('情况说明').fill('地下室联锁失效');
  await first.getByTestId('files-第 1 项照片').setInputFiles({
    name: '地下室.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png),
  });
  await first.getByText(/已存$/).waitFor();
  const rest = page.getByRole('button', { name: /^除此之外全部正常/ });
  if (await rest.isVisible()) await rest.click();
  await page.getByRole('button', { name: '交表', exact: true }).click();
  await page.getByText('已存本机，联网后自动交表').waitFor();
  await look(page, 'checks-handed-in');

  line.isCut = false;
  await page.getByRole('button', { name: '去登录' }).click({ timeout: 60_000 });
  await signIn(page, 'leader1');
  await follow(page, '/bus/delivery/index');
  await front(page)
    .getByText('全部已送出')
    .waitFor({ timeout: 90_000 })
    .catch(async () => {
      throw new Error(await front(page).innerText());
    });
  const check = async () =>
    (
      await app.sql<{ id: string; status: string; fail_count: number; started_at: Date }>(
        `select id, status, fail_count, started_at from risk_check where point_name = $1 and done_by_name is not null
         and fail_count > 0 and started_at > now() - interval '1 hour' limit 1`,
        [name],
      )
    )[0];
  await expect.poll(async () => (await check())?.fail_count, { timeout: 120_000 }).toBe(1);
  const dangers = await app.sql(`select from danger where description like '%地下室联锁失效%'`);
  expect(dangers).toHaveLength(1);
  const kinds = await app.sql<{ kind: string; count: string }>(
    `select kind, count(*) from delivery where kind in ('riskCheck.begin', 'riskCheck.finish', 'photo') group by kind order by kind`,
  );
  expect(kinds.map(({ kind, count }) => [kind, Number(count)])).toEqual([
    ['photo', 1],
    ['riskCheck.begin', 2],
    ['riskCheck.finish', 2],
  ]);
  await follow(page, '/bus/delivery/index');
  await front(page).getByText('全部已送出').waitFor({ timeout: 60_000 });
  await look(page, 'checks-ledger');

  // Two phones give conflicting answers; both are shown. Signing out with unsent work shows a warning.
  line.isRough = false;
  // Creates the check here, because the seeded checks depend on the hour of the day.
  const [other] = await app.sql<{ id: string }>(
    `insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at, due_at, planned,
       items, item_count, created_at, updated_at, oversight_code)
     select tenant_id, gen_random_uuid(), enterprise_id, risk_point_id, layer, due_on, point_name, now() - interval '1 hour',
       now() + interval '3 hours', false, '[]', 0, now(), now(), oversight_code from risk_check where id = $1 returning id`,
    [(await check())?.id],
  );
  const site = `/bus/riskcheck/site?id=${other?.id}`;
  await follow(page, site);
  await front(page).locator('.site-item').first().waitFor();
  // Opens the menu before the network is cut, because the code of the menu is loaded only four seconds after the
  // page.
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).filter({ visible: true }).first().waitFor();
  await page.keyboard.press('Escape');
  line.isCut = true;
  await front(page).locator('.site-item').first().getByRole('button', { name: '不符合' }).click();
  await front(page)
    .getByText(/^离线 · 已存 \d+ 项待发送$/)
    .waitFor();
  const head = await browser.enter('safety1', site);
  await front(head.page).locator('.site-item').first().getByRole('button', { name: '符合', exact: true }).click();
  const answered = () =>
    app.sql<{ result: string | null }>(`select items->0->>'result' as result from risk_check where id = $1`, [
      other?.id,
    ]);
  await expect.poll(answered).toEqual([{ result: 'pass' }]);
  await head.leave();
  // Waits for the offline bar, so that the layout is stable.
  await page.getByText('网络已断开，正在重连…').waitFor();
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, '退出登录');
  await page.getByText(/本机还有 \d+ 项没有送出/).waitFor();
  await look(page, 'checks-leaving');
  await page.getByRole('button', { name: '取消' }).click();

  line.isCut = false;
  await follow(page, '/bus/delivery/index');
  const rivals = front(page).getByRole('region', { name: '两台手机结果不同' });
  await rivals.waitFor({ timeout: 60_000 });
  await look(page, 'checks-rivals');
  await rivals.getByRole('button', { name: '以本机为准' }).click();
  await expect.poll(answered, { timeout: 60_000 }).toEqual([{ result: 'fail' }]);

  // Unsent work shows a warning on the third day.
  line.isCut = true;
  await follow(page, site);
  await front(page).locator('.site-item').first().getByRole('button', { name: '不适用' }).click();
  await front(page)
    .getByText(/^离线 · 已存 \d+ 项待发送$/)
    .waitFor();
  await page.clock.setFixedTime(Date.now() + 3 * 86_400_000 + 60_000);
  await page.getByRole('button', { name: '查看', exact: true }).click();
  await page
    .getByText(/项已 3 天没有送出，请连接网络/)
    .first()
    .waitFor({ timeout: 60_000 });
  await look(page, 'checks-late');
}, 200_000);
