// A browser without disk space deletes its stored work. The person is informed exactly what is lost.
import { afterAll, expect, it } from 'vitest';
import { openPersistentPhone } from './persistent-phone.ts';
import { follow, front, signIn } from './people.ts';
import { openRoughLine } from './unreliable-network.ts';
import { openStage } from './app-and-browser.ts';

const { app } = await openStage();
const line = await openRoughLine(app.url);
const { take: takePhone, look, close } = openPersistentPhone(line.url);
afterAll(async () => {
  await close();
  await line.close();
});

it('S98 reports unsent work once after the storage of a phone was cleared @deep', async () => {
  const [check] = await app.sql<{ id: string }>(
    `update risk_check set due_on = (now() at time zone 'Asia/Shanghai')::date, opens_at = now() - interval '1 hour',
       due_at = now() + interval '3 hours', items = '[]', item_count = 0, done_count = 0, started_at = null, presence = null
     where id = (select c.id from risk_check c
       join user_enterprise b on b.tenant_id = c.tenant_id and b.enterprise_id = c.enterprise_id
       join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
       where u.username = 'leader1' and c.layer = 'team' and c.status = 'pending'
       order by c.due_on desc, c.id limit 1) returning id`,
  );
  const site = `/bus/riskcheck/site?id=${check?.id}`;
  let page = await takePhone();
  await signIn(page, 'leader1');
  await follow(page, site);
  const first = () => front(page).locator('.site-item').first();
  await first().getByRole('button', { name: '不适用' }).click();
  await expect
    .poll(() => app.sql(`select from risk_check where id = $1 and done_count = 1`, [check?.id]), { timeout: 60_000 })
    .toHaveLength(1);
  line.isCut = true;
  await first().getByRole('button', { name: '不符合' }).click();
  await front(page).getByText('离线 · 已存 1 项待发送').waitFor();
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', {
    origin: line.url,
    storageTypes: 'indexeddb,service_workers,cache_storage',
  });
  await page.context().close();

  line.isCut = false;
  page = await takePhone();
  await signIn(page, 'leader1');
  await follow(page, site);
  await front(page).getByText('1 项没有送出，且不在本机').waitFor({ timeout: 60_000 });
  await look(page, 'cleared-banner');
  await page.getByRole('button', { name: '查看', exact: true }).click();
  const note = front(page).getByRole('region', { name: '没有送出的内容不在本机' });
  await note.getByText(/^本机浏览器的数据被清除过。清除前有 1 项没有送出/).waitFor();
  await note.getByText('已送达的内容都在服务器上，没有丢失。').waitFor();
  await look(page, 'cleared-ledger');
  await note.getByRole('button', { name: '知道了' }).click();
  await note.waitFor({ state: 'detached' });
  await page.reload();
  await front(page).getByText('全部已送出').waitFor({ timeout: 60_000 });
  expect(await note.count()).toBe(0);
  // Work that was already sent is not affected.
  const stands = await app.sql(`select from risk_check where id = $1 and items->0->>'result' = 'notApplicable'`, [
    check?.id,
  ]);
  expect(stands).toHaveLength(1);
}, 120_000);
