// A regulator inspects with a phone whose network fails and whose browser is killed.
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { png } from '../apps/server/testing/sample-files.ts';
import { chooseOfficers, dialog, find, officersOf } from './forms.ts';
import { openPersistentPhone } from './persistent-phone.ts';
import { follow, front, signIn } from './people.ts';
import { openRoughLine } from './unreliable-network.ts';
import { openStage } from './app-and-browser.ts';

const { app } = await openStage();
const line = await openRoughLine(app.url);
const { take: takePhone, kill: killPhone, look, close } = openPersistentPhone(line.url);
afterAll(async () => {
  await close();
  await line.close();
});

let signed = 0;
async function sign(page: Page, who: string | RegExp) {
  const block = dialog(page).getByRole('region', { name: who });
  const pad = block.locator('canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad is not there');
  // Moves the start of the stroke each time, because two signatures must not be equal.
  await page.mouse.move(box.x + 40 + (signed += 7), box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 90, { steps: 6 });
  await page.mouse.up();
  await block.getByRole('button', { name: '确认签名' }).click();
  await block.getByRole('button', { name: '重新签名' }).waitFor();
}

const items = Array.from({ length: 12 }, (_, at) => ({
  key: `i${at + 1}`,
  kind: 'judgement',
  text: `现场检查项 ${at + 1}`,
  fault: `现场检查项 ${at + 1} 不符合`,
  clause: '《安全生产法》第四十一条',
}));
const tap = (page: Page, at: number, what: '符合' | '不符合') =>
  page.locator(`#item-i${at}`).getByRole('button', { name: what, exact: true }).click();

it('S98 loses and repeats no answer of an inspection over two outages and a killed browser', async () => {
  const [firm] = await app.sql<{ name: string }>(
    `select name from enterprise where tenant_id = '1' and status = 'active' order by id limit 1`,
  );
  await app.sql(
    `update checklist set items = $1::jsonb, item_count = 12, name = '离线检查表' where tenant_id = '1' and name = '消防安全专项'`,
    [JSON.stringify(items)],
  );
  let page = await takePhone();
  await signIn(page, 'regulator1');
  await follow(page, '/bus/inspection/index');
  await front(page).getByRole('button', { name: '新增检查' }).click();
  await find(page, '受检企业', firm?.name ?? '', firm?.name ?? '');
  await find(page, '检查表', '', '离线检查表');
  await chooseOfficers(page);
  await dialog(page).getByRole('button', { name: '开始检查' }).click();
  await front(page).getByRole('heading', { name: '离线检查表' }).waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active != null);

  // Over an unreliable network each item must arrive once.
  line.isRough = true;
  await tap(page, 1, '符合');
  await tap(page, 2, '不符合');
  await page.locator('#item-i2').getByLabel('情况说明').fill('灭火器被遮挡');
  await page.locator('#item-i2').getByLabel('情况说明').blur();
  const stored = async () =>
    (
      await app.sql<{ items: { result: string | null; note: string | null }[] }>(
        `select items from inspection where tenant_id = '1' and title = '离线检查表'`,
      )
    )[0]?.items ?? [];
  await expect.poll(async () => (await stored())[1]?.note, { timeout: 60_000 }).toBe('灭火器被遮挡');

  // First interruption: work continues and is sent when the network returns.
  line.isCut = true;
  await tap(page, 3, '符合');
  await tap(page, 4, '不符合');
  await page
    .locator('#item-i4')
    .getByTestId('files-第 4 项照片')
    .setInputFiles({
      name: '现场.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png),
    });
  await page.locator('#item-i4').getByText(/已存$/).waitFor();
  await front(page)
    .getByText(/^离线 · 已存 \d+ 项待发送$/)
    .waitFor();
  await look(page, 'offline-banner');
  line.isCut = false;
  await expect.poll(async () => (await stored())[3]?.result, { timeout: 90_000 }).toBe('fail');

  // Second network failure, during which the browser is killed.
  line.isCut = true;
  await tap(page, 5, '不符合');
  await page
    .locator('#item-i5')
    .getByTestId('files-第 5 项照片')
    .setInputFiles({
      name: '配电箱.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([Buffer.from(png)]),
    });
  await page.locator('#item-i5').getByText(/已存$/).waitFor();
  await front(page)
    .getByText(/^离线 · 已存 \d+ 项待发送$/)
    .waitFor();
  await killPhone(page);

  // The browser starts again without network and session. Only the work of this person for the day is available.
  page = await takePhone();
  await page.goto('/wel/index');
  await page.getByText('今天的检查').waitFor();
  await page.getByRole('button', { name: /离线检查表/ }).waitFor();
  await look(page, 'offline-day');
  await page.getByRole('button', { name: /离线检查表/ }).click();
  await page.locator('#item-i5').getByText(/已存$/).waitFor();
  expect(await page.locator('#item-i5').getByRole('button', { name: '不符合' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await page.getByRole('button', { name: '除此之外全部正常（7 项）' }).click();
  await look(page, 'offline-site');
  await page.getByRole('button', { name: '交表', exact: true }).click();
  for (const name of await officersOf(page)) await sign(page, name);
  await dialog(page).getByLabel('被检查单位负责人姓名').fill('周厂长');
  await sign(page, '被检查单位');
  await look(page, 'offline-finish');
  await dialog(page).getByRole('button', { name: '交表并下发通知' }).click();
  await page.getByText('已存本机，联网后自动交表').waitFor();
  await page.getByRole('button', { name: /^待发送 \d+$/ }).click();
  await page.getByRole('region', { name: '排队' }).waitFor();
  await look(page, 'offline-ledger-queued');

  // The network returns but is still unreliable. Sending requires a new sign-in.
  line.isCut = false;
  await page.getByRole('button', { name: '去登录' }).click({ timeout: 60_000 });
  await signIn(page, 'regulator1');
  const inspection = async () =>
    (
      await app.sql<{ id: string; status: string; fail_count: number; done_count: number; finished_at: Date | null }>(
        `select id, status, fail_count, done_count, finished_at from inspection where tenant_id = '1' and title = '离线检查表'`,
      )
    )[0];
  await expect.poll(async () => (await inspection())?.status, { timeout: 120_000 }).toBe('finished');
  await follow(page, '/bus/delivery/index');
  await front(page).getByText('全部已送出').waitFor({ timeout: 60_000 });
  await expect
    .poll(() => front(page).locator('.ledger-counts .is-sent dd').textContent(), { timeout: 60_000 })
    .toBe('0');
  await look(page, 'offline-ledger-checked');

  const row = await inspection();
  expect(row).toMatchObject({ fail_count: 3, done_count: 12 });
  const dangers = await app.sql(`select from danger where tenant_id = '1' and inspection_id = $1`, [row?.id]);
  expect(dangers).toHaveLength(3);
  const notices = await app.sql(`select from enforcement where tenant_id = '1' and inspection_id = $1`, [row?.id]);
  expect(notices).toHaveLength(1);
  const received = await app.sql<{ kind: string; count: string }>(
    `select kind, count(*) from delivery where tenant_id = '1' group by kind`,
  );
  const counts = Object.fromEntries(received.map(({ kind, count }) => [kind, Number(count)]));
  // Five pictures: two photos of the failed item and three signatures, of two officers and the enterprise.
  expect(counts['photo']).toBe(5);
  expect(counts['inspection.finish']).toBe(1);
  const files = await app.sql(
    `select from file where tenant_id = '1' and name in ('现场.png', '配电箱.png', '签名.png') and purpose in ('photo', 'evidence')`,
  );
  expect(files).toHaveLength(5);
  const checked = await front(page).locator('.ledger-counts .is-checked dd').textContent();
  expect(Number(checked)).toBe(received.reduce((sum, { count }) => sum + Number(count), 0));
  expect(line.lost).toBeGreaterThan(2);
}, 200_000);
