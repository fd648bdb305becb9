// One regulator does an inspection on two devices.
import { afterAll, expect, it } from 'vitest';
import { openPersistentPhone } from './persistent-phone.ts';
import { follow, front, signIn } from './people.ts';
import { openRoughLine } from './unreliable-network.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const line = await openRoughLine(app.url);
const { take: takePhone, look, close } = openPersistentPhone(line.url);
afterAll(async () => {
  await close();
  await line.close();
});

const title = '两台设备的检查';
const items = Array.from({ length: 6 }, (_, at) => ({
  key: `i${at + 1}`,
  kind: 'judgement',
  text: `现场检查项 ${at + 1}`,
}));

async function begun(): Promise<string> {
  const headers = { ...(await browser.headersOf('regulator1')), 'content-type': 'application/json' };
  const [firm] = await app.sql<{ id: string }>(
    `select id from enterprise where tenant_id = '1' and status = 'active' order by id limit 1`,
  );
  const [list] = await app.sql<{ id: string }>(
    `update checklist set items = $1::jsonb, item_count = 6 where tenant_id = '1' and name = '消防安全专项' returning id`,
    [JSON.stringify(items)],
  );
  const officers = await app.sql(
    `select name, paper_no as "paperNo" from officer where tenant_id = '1' order by valid_to desc limit 2`,
  );
  const answer = await fetch(`${app.url}/bus/inspection`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      enterpriseId: firm?.id,
      title,
      kind: 'special',
      checklistId: list?.id,
      inspectors: officers,
      startedAt: `${new Date(Date.now() + 8 * 3_600_000 - 60_000).toISOString().slice(0, 19).replace('T', ' ')}`,
    }),
  });
  const responseBody: { data: { id: string } } = await answer.json();
  expect(answer.status, JSON.stringify(responseBody)).toBe(200);
  return responseBody.data.id;
}

it('S98 reports different answers from two devices once, and applies the chosen answer @deep', async () => {
  const id = await begun();
  const site = `/bus/inspection/site?id=${id}`;
  const stored = async () =>
    (
      await app.sql<{ items: { result: string | null; note: string | null }[] }>(
        `select items from inspection where id = $1`,
        [id],
      )
    )[0]?.items ?? [];
  const page = await takePhone();
  const item = (at: number) => page.locator(`#item-i${at}`);
  const tap = (at: number, what: string) => item(at).getByRole('button', { name: what, exact: true }).click();
  const waiting = () => front(page).getByText(/^离线 · 已存 \d+ 项待发送$/);
  await signIn(page, 'regulator1');
  await follow(page, site);
  await item(1).waitFor();
  // The network is unreliable before the other device joins.
  line.isRough = true;
  await tap(6, '符合');
  await expect.poll(async () => (await stored())[5]?.result, { timeout: 60_000 }).toBe('pass');

  line.isCut = true;
  await tap(1, '不符合');
  await item(1).getByLabel('情况说明').fill('灭火器被遮挡');
  await item(1).getByLabel('情况说明').blur();
  await tap(2, '符合');
  await waiting().waitFor();
  const other = await browser.enter('regulator1', site, { ownSession: true });
  for (const at of [1, 2]) {
    const there = front(other.page).locator(`#item-i${at}`);
    await there.getByRole('button', { name: '符合', exact: true }).click();
    await expect.poll(async () => (await stored())[at - 1]?.result, { timeout: 30_000 }).toBe('pass');
  }
  await other.leave();

  line.isCut = false;
  await follow(page, '/bus/delivery/index');
  const rivals = front(page).getByRole('region', { name: '两台手机结果不同' });
  await rivals.first().waitFor({ timeout: 60_000 });
  // Result and note are one answer. Equal answers on both devices are no conflict.
  await expect.poll(() => rivals.count()).toBe(1);
  await rivals.getByText('不符合，灭火器被遮挡').waitFor();
  await look(page, 'ledger-rivals');
  await rivals.getByRole('button', { name: '以本机为准' }).click();
  await expect
    .poll(async () => (await stored())[0], { timeout: 60_000 })
    .toMatchObject({ result: 'fail', note: '灭火器被遮挡' });
  await front(page).getByText('全部已送出').waitFor({ timeout: 60_000 });
  await expect.poll(() => rivals.count()).toBe(0);
  const rows = front(page).locator('.ledger-row').filter({ hasText: title });
  await expect.poll(() => rows.allInnerTexts(), { timeout: 60_000 }).toEqual([expect.stringContaining('已核对')]);
  await rows.getByText('另有 2 项已放弃').waitFor();
  await look(page, 'ledger-once');
}, 200_000);
