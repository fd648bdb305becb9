import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { choose, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

/** The number in the head of the list. The menu shows at most 99+. */
const waiting = async (page: Page): Promise<number> =>
  Number(/还有 (\d+)/.exec(await front(page).locator('.page-head .sub').innerText())?.[1] ?? 0);
const list = (page: Page) => front(page).getByRole('region', { name: '待办列表' });
/** Number of to-dos that match the filters of the list. */
const listed = async (page: Page): Promise<number> =>
  Number(/共 (\d+)/.exec(await list(page).locator('.todo-foot').innerText())?.[1] ?? 0);
const row = (page: Page, text: string) => list(page).getByRole('listitem').filter({ hasText: text });
const offline = (page: Page) => page.getByRole('status').filter({ hasText: '网络已断开，正在重连…' });

it('LY-17 ST-10 shows a resubmitted enterprise to the regulator without a click', async () => {
  const head = await browser.enter('entadmin1', '/bus/enterprise/mine');
  const [own] = await app.sql<{ id: string; name: string }>(
    `update enterprise e set status = 'rejected', review_note = '请补充营业执照', submitted_by = null,
       licence = coalesce(licence, '/upms/file/' || e.id::text), officer_id =
         (select id from app_user where tenant_id = '1' and username = 'regulator1')
     from app_user u where u.username = 'entadmin1' and e.tenant_id = u.tenant_id and e.id = u.last_enterprise_id
     returning e.id, e.name`,
  );
  // Expects 404, because the address of the licence picture does not exist.
  head.expectStatus(404);
  // The changed state ends other to-dos about the enterprise, so only those of this kind are counted.
  const { page } = await browser.enter('regulator1', '/bus/todo/index?kind=audit');
  await expect.poll(() => listed(page)).toBeGreaterThan(0);
  const before = await listed(page);
  await list(page).getByRole('checkbox', { name: '只看我负责的' }).check();

  await head.page.reload();
  await front(head.page).getByRole('alert').getByRole('button', { name: '重新提交' }).click();
  await head.page.getByRole('dialog').getByRole('button', { name: '提交审核', exact: true }).click();
  await front(head.page).getByText('档案正在审核').waitFor();
  const mine = row(page, `审核企业：${own?.name}`);
  await mine.getByText('轮到我').waitFor();
  await list(page).getByRole('checkbox', { name: '只看我负责的' }).uncheck();
  await expect.poll(() => listed(page)).toBe(before + 1);
  await page.getByRole('link', { name: /^消息，/ }).waitFor();

  await page.context().setOffline(true);
  await offline(page).waitFor();
  await front(head.page).getByRole('button', { name: '撤回申请' }).first().click();
  await head.page.getByRole('dialog').getByRole('button', { name: '撤回申请', exact: true }).click();
  await front(head.page).getByText('档案正在审核').waitFor({ state: 'detached' });
  expect(await mine.count()).toBe(1);
  await page.context().setOffline(false);
  await offline(page).waitFor({ state: 'detached' });
  await mine.waitFor({ state: 'detached' });
  await expect.poll(() => listed(page)).toBe(before);
});

it('hides a snoozed to-do until its time', async () => {
  const { page } = await browser.enter('regulator1', '/bus/todo/index');
  const first = list(page).getByRole('listitem').first();
  await first.waitFor();
  await expect.poll(() => waiting(page)).toBeGreaterThan(0);
  const title = await first.locator('.todo-title').innerText();
  const before = await waiting(page);
  await first.getByRole('button', { name: `稍后提醒：${title}` }).press('Enter');
  await choose(page, /^三天后/);
  await page.getByText(/再提醒您$/).waitFor();
  await expect.poll(() => waiting(page)).toBe(before - 1);
  // The row disappears, and the focus moves to the next row.
  await list(page).locator('.todo-later:focus').waitFor();
  await front(page).getByText('稍后提醒', { exact: true }).first().click();
  await row(page, title).getByRole('button', { name: '恢复提醒' }).click();
  await front(page).getByText('没有推迟提醒的事项').waitFor();
  await front(page).getByText('待办', { exact: true }).first().click();
  await row(page, title).getByRole('link').click();
  await page.waitForURL(({ pathname }) => pathname !== '/bus/todo/index');
  await front(page).getByRole('heading', { level: 1 }).waitFor();
});

it('does the act of several to-dos at once, with the result of each', async () => {
  await app.repairTodos('1');
  const { page } = await browser.enter('regulator1', '/bus/todo/index?kind=confirm');
  const urges = list(page).getByRole('checkbox', { name: /^选择：督促整改/ });
  await urges.nth(1).waitFor();
  const titles = await list(page).locator('.todo-title').filter({ hasText: '督促整改' }).allInnerTexts();
  await urges.nth(0).check();
  await urges.nth(1).check();
  await list(page).getByRole('button', { name: '催办 2 条' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '催办', exact: true }).click();
  await page.getByText('已催办 2 条').waitFor();
  await expect.poll(() => row(page, titles[0] ?? '').count()).toBe(0);
  const urged = await app.sql<{ n: number }>(
    `select count(*)::int as n from resource_history h join app_user u on u.tenant_id = h.tenant_id and u.id = h.by_id
     where h.resource = 'danger' and h.move = 'urge' and u.username = 'regulator1' and h.at > now() - interval '1 hour'`,
  );
  expect(urged[0]?.n).toBeGreaterThanOrEqual(2);
  // The link of a to-do opens its record, where the act is the primary button.
  await list(page).getByRole('link', { name: '去催办' }).first().click();
  expect(
    await page.getByRole('dialog').getByRole('button', { name: '催办', exact: true }).getAttribute('class'),
  ).toContain('primary');
});

it('stores the filters of the to-do list in the URL @deep', async () => {
  const { page } = await browser.enter('regulator1', '/bus/todo/index');
  const checkbox = list(page).getByRole('checkbox', { name: '只看我负责的' });
  const queryOf = () => Object.fromEntries(new URL(page.url()).searchParams);
  await checkbox.check();
  await expect.poll(queryOf).toEqual({ mine: 'true' });
  await list(page).getByText('已办', { exact: true }).click();
  await expect.poll(queryOf).toEqual({ mine: 'true', state: 'done' });
  await page.reload();
  await list(page).waitFor();
  expect(await checkbox.isChecked()).toBe(true);
  expect(await list(page).getByRole('radio', { name: '已办' }).isChecked()).toBe(true);
  await page.goBack();
  await expect.poll(queryOf).toEqual({ mine: 'true' });

  await follow(page, '/notice');
  await front(page).getByRole('tab', { name: /^待办/ }).click();
  await list(page).getByText('稍后提醒', { exact: true }).first().click();
  await expect.poll(queryOf).toEqual({ tab: 'todo', state: 'snoozed' });
  await page.reload();
  await list(page).waitFor();
  expect(await list(page).getByRole('radio', { name: '稍后提醒' }).isChecked()).toBe(true);
});

it('S64 shares one socket among the tabs of a session @deep', async () => {
  const { page } = await browser.enter('admin1', '/wel/index');
  const opened: string[] = [];
  const watch = (tab: Page) => tab.on('websocket', (socket) => void opened.push(socket.url()));
  await page.locator('[role=tab]').first().waitFor();
  const second = await page.context().newPage();
  watch(second);
  await second.goto('/wel/index');
  await second.locator('[role=tab]').first().waitFor();
  await follow(second, '/bus/todo/index');
  await expect.poll(() => waiting(second)).toBeGreaterThan(0);
  const before = await waiting(second);
  expect(opened).toEqual([]);
  await page.close();
  await expect.poll(() => opened.length).toBe(1);
  const [firm] = await app.sql<{ id: string }>(
    `select id from enterprise where tenant_id = '1' and status = 'underReview' order by id limit 1`,
  );
  // Another person makes the decision in another browser.
  const other = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${firm?.id}`);
  await front(other.page).getByRole('button', { name: '驳回', exact: true }).click();
  const dialog = other.page.getByRole('dialog').filter({ visible: true });
  await dialog.getByLabel('驳回原因').fill('营业执照照片不清晰，请重新上传');
  await dialog.getByRole('button', { name: '驳回', exact: true }).click();
  await other.page
    .getByText(/^已驳回/)
    .first()
    .waitFor();
  await expect.poll(() => waiting(second)).toBe(before - 1);
});

it('opens the document field that a to-do names @deep', async () => {
  // An account has no current enterprise before its first sign-in.
  await (await browser.enter('entadmin1')).leave();
  const [own] = await app.sql<{ id: string; name: string }>(
    `update enterprise e set status = 'active', first_signed_in_at = now(), membership_to = '2026-01-05',
       licence_to = current_date + 500, standard_to = current_date + 20, policy_to = current_date - 300,
       transport_licence_to = null
     from app_user u where u.username = 'entadmin1' and e.tenant_id = u.tenant_id and e.id = u.last_enterprise_id
     returning e.id, e.name`,
  );
  await app.sql(
    `update membership set began_on = '2025-01-05', months = 12, ends_on = '2026-01-05' where enterprise_id = $1`,
    [own?.id],
  );
  await app.repairTodos('1');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const head = await browser.enter('entadmin1', '/wel/index', { size });
    // Expects 404, because the address of the licence picture does not exist.
    head.expectStatus(404);
    const { page } = head;
    const home = front(page);
    await home.getByText(/^会员已于 2026-01-05 到期。/).waitFor();
    await home.getByRole('link', { name: `更新“保单到期”“标准化有效期”：${own?.name}`, exact: true }).click();
    const day = page.getByRole('dialog').getByLabel('保单到期');
    await expect.poll(() => day.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await follow(page, '/bus/enterprise/mine');
    const papers = front(page).locator('.expiries');
    await papers.getByText('保单到期').waitFor();
    expect(await papers.getByText('会员').count()).toBe(0);
    await head.leave();
  }
  const { page } = await browser.enter('regulator1', '/bus/enterprise/index?status=2');
  await front(page).locator('tbody tr[data-row-key]').first().waitFor();
  expect(await front(page).getByText('会员').count()).toBe(0);
});
