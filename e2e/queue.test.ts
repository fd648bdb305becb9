// Continuous processing and undo, by mouse and by keyboard, also while a colleague works on the same records.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { openFirms } from './unused-enterprises.ts';
import { choose, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

// Long timeout, because two people work within one test.
vi.setConfig({ testTimeout: 180_000 });

const { app, browser } = await openStage();
const certificates = '/bus/certificate/index?status=submitted';
const enterprises = '/bus/enterprise/index?status=1';

const record = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('group', { name: '连续处理' }), visible: true });
const actionDialog = (page: Page) =>
  page.getByRole('dialog').filter({ hasNot: page.getByRole('group', { name: '连续处理' }), visible: true });
const place = (page: Page) => record(page).getByRole('group', { name: '连续处理' }).getByRole('status').textContent();
const press = (within: Locator, name: string) => within.getByRole('button', { name, exact: true }).click();
const begin = (page: Page) => front(page).getByRole('button', { name: '连续处理', exact: true });
const atPlace = (page: Page, expected: string) => expect.poll(() => place(page)).toBe(expected);
const result = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

const own = async () => {
  const [enterpriseRow] = await app.sql<{ id: string }>(
    `select b.enterprise_id as id from user_enterprise b join app_user u on u.id = b.user_id where u.username = 'safety1'`,
  );
  return enterpriseRow?.id ?? '';
};
async function submit(many: number) {
  const enterpriseId = await own();
  await app.sql(`update certificate set status = 'verified' where enterprise_id = $1 and status = 'submitted'`, [
    enterpriseId,
  ]);
  await app.sql(
    `update certificate set status = 'submitted' where id in
       (select id from certificate where enterprise_id = $1 and status <> 'voided' and removed_at is null
        order by valid_to, id limit $2)`,
    [enterpriseId, many],
  );
  return enterpriseId;
}
const statesOf = async (enterpriseId: string, names: readonly string[]) => {
  const rows = await app.sql<{ name: string; status: string }>(
    'select name, status from certificate where enterprise_id = $1 and name = any($2)',
    [enterpriseId, names],
  );
  return names.map((name) => rows.find((row) => row.name === name)?.status);
};
const titles = async (page: Page) => {
  await front(page).locator('tbody').getByRole('button').first().waitFor();
  const labels = await front(page)
    .getByRole('button', { name: /^核验通过 / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace('核验通过 ', ''));
};

describe('continuous processing of certificates', () => {
  it('approves, returns and skips certificates by mouse', async () => {
    const enterpriseId = await submit(5);
    await app.sql(`update app_user set last_enterprise_id = $1 where username = 'entadmin1'`, [enterpriseId]);
    const { page, expectStatus } = await browser.enter('safety1', certificates);
    const names = await titles(page);
    expect(names).toHaveLength(5);
    const colleague = await browser.enter('entadmin1', certificates, { ownSession: true });
    expect(await titles(colleague.page)).toEqual(names);

    await begin(page).click();
    await atPlace(page, '1/5');
    await press(record(page), '核验通过');
    await press(actionDialog(page), '核验通过并看下一条');
    await atPlace(page, '2/5');
    await press(record(page), '退回');
    await actionDialog(page).getByLabel('退回原因').fill('证件反面不清楚，请重新拍照');
    await press(actionDialog(page), '退回并看下一条');
    await atPlace(page, '3/5');
    await press(record(page), '下一条');
    await atPlace(page, '4/5');
    await press(record(page), '上一条');
    await atPlace(page, '3/5');

    // A colleague reviews the fourth record before this person reaches it. The colleague reviews the last record while
    // this person returns it.
    await front(colleague.page)
      .getByRole('button', { name: `核验通过 ${names[3]}` })
      .click();
    await press(colleague.page.getByRole('dialog'), '核验通过');
    await colleague.page.getByText('已核验通过').waitFor();
    await press(record(page), '下一条');
    await record(page).getByText('已由 周明舟“核验通过”').waitFor();
    await press(record(page), '跳过');
    await atPlace(page, '5/5');
    await press(record(page), '退回');
    await actionDialog(page).getByLabel('退回原因').fill('证号与影像不一致');
    await front(colleague.page)
      .getByRole('button', { name: `核验通过 ${names[4]}` })
      .click();
    await press(colleague.page.getByRole('dialog'), '核验通过');
    await colleague.page.getByText('已核验通过').last().waitFor();
    await expect.poll(() => statesOf(enterpriseId, names.slice(4))).toEqual(['verified']);
    expectStatus(409);
    await press(actionDialog(page), '退回并结束');
    const skip = actionDialog(page).getByRole('button', { name: '先跳过这一条，填写的内容会保留' });
    await skip.waitFor();
    expect(await actionDialog(page).getByLabel('退回原因').inputValue()).toBe('证号与影像不一致');
    await skip.click();
    await result(page, '已处理 2 条，跳过 3 条');
    await expect.poll(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
    await expect
      .poll(() => statesOf(enterpriseId, names))
      .toEqual(['verified', 'returned', 'submitted', 'verified', 'verified']);
  });

  it('needs two key presses to approve a certificate @deep', async () => {
    const enterpriseId = await submit(3);
    const { page } = await browser.enter('safety1', certificates);
    const names = await titles(page);
    expect(names).toHaveLength(3);
    await begin(page).focus();
    await page.keyboard.press('Enter');
    await atPlace(page, '1/3');
    await page.keyboard.press('j');
    await atPlace(page, '2/3');
    await page.keyboard.press('ArrowLeft');
    await atPlace(page, '1/3');
    for (const next of ['2/3', '3/3']) {
      await page.keyboard.press('Control+Enter');
      await actionDialog(page).waitFor();
      await page.keyboard.press('Control+Enter');
      await atPlace(page, next);
    }
    await page.keyboard.press('ArrowRight');
    await result(page, '已处理 2 条，跳过 1 条');
    await expect.poll(() => statesOf(enterpriseId, names)).toEqual(['verified', 'verified', 'submitted']);
    await expect.poll(() => record(page).count()).toBe(0);
  });
});

it('skips an application that a colleague has decided @deep', async () => {
  const one = openFirms(app);
  for (let at = 0; at < 3; at += 1) await one('underReview');
  const [waiting] = await app.sql<{ n: number }>(
    `select count(*)::int as n from enterprise where tenant_id = '1' and status = 'underReview' and removed_at is null`,
  );
  const all = waiting?.n ?? 0;
  const { page, expectStatus } = await browser.enter('regulator1', enterprises);
  await begin(page).click();
  const title = () => record(page).locator('.ant-drawer-title').textContent();
  const approveNext = async () => {
    await press(record(page), '通过');
    await press(actionDialog(page), '通过并看下一条');
  };
  await atPlace(page, `1/${all}`);
  await approveNext();
  await page.getByText('已通过', { exact: true }).waitFor();
  await atPlace(page, `2/${all}`);

  const second = (await title()) ?? '';
  const colleague = await browser.enter('admin1', `${enterprises}&keyword=${encodeURIComponent(second)}`);
  await front(colleague.page)
    .getByRole('button', { name: `审核 ${second}` })
    .click();
  await press(colleague.page.getByRole('dialog'), '通过');
  await press(colleague.page.getByRole('dialog', { name: /^通过“/ }), '通过');
  await colleague.page.getByText('已通过', { exact: true }).waitFor();
  await press(record(page), '驳回');
  const reason = actionDialog(page).getByLabel('驳回原因');
  await reason.fill('资料不全，请补充');
  expectStatus(409);
  await press(actionDialog(page), '驳回并看下一条');
  const skip = actionDialog(page).getByRole('button', { name: '先跳过这一条，填写的内容会保留' });
  await skip.waitFor();
  await record(page)
    .getByText(/^已由 租户管理员“/)
    .waitFor();
  expect(await reason.inputValue()).toBe('资料不全，请补充');
  await skip.click();
  await atPlace(page, `3/${all}`);
  await expect.poll(() => actionDialog(page).count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  if (all > 3) {
    await atPlace(page, `4/${all}`);
    await record(page).locator('.ant-drawer-close').click();
    await result(page, `已处理 2 条，跳过 1 条，还有 ${all - 3} 条没有处理`);
  } else await result(page, '已处理 2 条，跳过 1 条');
  await expect.poll(() => record(page).count()).toBe(0);
});

it('approves an application with one key, which can be taken back', async () => {
  const one = openFirms(app);
  for (let at = 0; at < 2; at += 1) await one('underReview');
  const { page } = await browser.enter('regulator1', enterprises);
  await begin(page).click();
  await record(page).waitFor();
  const title = (await record(page).locator('.ant-drawer-title').textContent()) ?? '';
  const status = async () => {
    const [row] = await app.sql<{ status: string }>('select status from enterprise where name = $1', [title]);
    return row?.status;
  };
  const first = await place(page);
  const approve = async () => {
    await page.keyboard.press('Control+Enter');
    await page.getByText(`即将通过：${title}`).waitFor();
    await expect.poll(() => place(page)).not.toBe(first);
  };
  await approve();
  await page.getByRole('button', { name: '撤回', exact: true }).click();
  await page.getByText('已撤回', { exact: true }).waitFor();
  expect(await status()).toBe('underReview');
  // A note under the pointer waits.
  await page.mouse.move(0, 0);
  await page.keyboard.press('ArrowLeft');
  await atPlace(page, first ?? '');
  await approve();
  await page.getByText(`已通过：${title}`).waitFor();
  expect(await status()).toBe('active');
});

it('processes rechecks of dangers from the to-dos by keyboard @deep', async () => {
  // Creates the to-dos for the seeded rechecks, as the nightly job does.
  await app.repairTodos('1');
  const { page } = await browser.enter('regulator1', '/bus/todo/index?kind=recheck');
  await front(page).getByRole('link', { name: '连续复查隐患' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => place(page)).toMatch(/^1\/\d+$/);
  // The parameter is removed from the address, so a reload shows the list.
  expect(new URL(page.url()).search).toBe('?tab=recheck');
  const many = Number((await place(page))?.split('/')[1]);
  expect(many).toBeGreaterThan(1);
  const title = await record(page).getByRole('heading', { level: 2 }).textContent();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await page.keyboard.type('已现场核实');
  await page.keyboard.press('Control+Enter');
  await atPlace(page, `2/${many}`);
  expect(await record(page).getByRole('heading', { level: 2 }).textContent()).not.toBe(title);
  await page.keyboard.press('Escape');
  await result(page, `已处理 1 条，还有 ${many - 1} 条没有处理`);
  await expect.poll(() => record(page).count()).toBe(0);
});

describe('undo', () => {
  const statusOf = async (name: string) => {
    const [row] = await app.sql<{ status: string }>(
      `select status from station where tenant_id = '1' and name = $1 and removed_at is null`,
      [name],
    );
    return row?.status;
  };
  const statusesOf = async (name: string) => {
    const rows = await app.sql<{ status: string }>(
      'select status from equipment where enterprise_id = $1 and name = $2 and removed_at is null',
      [await own(), name],
    );
    return rows.map(({ status }) => status);
  };

  it('reverses the disabling of a station by mouse and by Ctrl+Z', async () => {
    const { page, expectStatus } = await browser.enter('regulator1', '/bus/station/index');
    const off = front(page)
      .getByRole('button', { name: /^停用 / })
      .first();
    const name = ((await off.getAttribute('aria-label')) ?? '').replace('停用 ', '');
    const named = (of: Page, word: string) => front(of).getByRole('button', { name: `${word} ${name}`, exact: true });
    await named(page, '停用').click();
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText('已撤销').waitFor();
    await expect.poll(() => statusOf(name)).toBe('enabled');

    await named(page, '停用').click();
    await page.getByRole('button', { name: '撤销' }).waitFor();
    await expect.poll(() => statusOf(name)).toBe('disabled');
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusOf(name)).toBe('enabled');

    await named(page, '停用').click();
    await page.getByRole('button', { name: '撤销' }).waitFor();
    // The timer of the undo button does not run while the button has the focus.
    await page.getByRole('button', { name: '撤销' }).focus();
    const colleague = await browser.enter('admin1', `/bus/station/index?keyword=${encodeURIComponent(name)}`);
    await named(colleague.page, '启用').click();
    await colleague.page.getByText('已启用').waitFor();
    await named(colleague.page, '停用').click();
    await colleague.page.getByText('已停用').waitFor();
    expectStatus(409);
    await page.keyboard.press('Enter');
    await page.getByText('这条记录之后又被他人修改，没有撤销').waitFor();
    expect(await statusOf(name)).toBe('disabled');
  });

  it('reverses a state change that declares its reverse @deep', async () => {
    const { page } = await browser.enter('safety1', '/bus/equipment/index');
    const more = front(page)
      .getByRole('button', { name: /^更多操作 / })
      .first();
    const name = ((await more.getAttribute('aria-label')) ?? '').replace('更多操作 ', '');
    const row = front(page).getByRole('row').filter({ hasText: name }).first();
    await expect.poll(() => row.textContent()).toContain('正常');
    await more.click();
    await choose(page, '停用');
    await page
      .getByRole('dialog')
      .getByLabel(/^停用原因/)
      .fill('年度检修');
    await press(page.getByRole('dialog'), '停用');
    const back = page.getByRole('button', { name: '撤销' });
    await back.waitFor();
    expect(await statusesOf(name)).toContain('disabled');
    await back.click();
    await page.getByText('已撤销').waitFor();
    expect(await statusesOf(name)).not.toContain('disabled');
    await expect.poll(() => row.textContent()).toContain('正常');
  });
});
