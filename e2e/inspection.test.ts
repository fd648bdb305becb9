import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { png } from '../apps/server/testing/sample-files.ts';
import { chooseOfficers, dialog, find, officersOf } from './forms.ts';
import { looks, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;
if (!desktop || !phone) throw new Error('there are two widths');

const picture = { name: '照片.png', mimeType: 'image/png', buffer: Buffer.from(png) };

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
  for (const [x, y] of [
    [120, 90],
    [60, 110],
    [180, 40],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
  await page.mouse.up();
  await block.getByRole('button', { name: '确认签名' }).click();
  await block.getByRole('button', { name: '重新签名' }).waitFor();
}

it('lets a regulator close an inspection after the enterprise has answered the enforcement notice', async () => {
  const [firm] = await app.sql<{ name: string }>(
    `select e.name from enterprise e join user_enterprise b on b.tenant_id = e.tenant_id and b.enterprise_id = e.id
     join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id where u.username = 'safety1' order by e.id limit 1`,
  );
  const items = [
    { key: 'i1', kind: 'judgement', text: '安全出口和疏散通道畅通' },
    { key: 'i2', kind: 'judgement', text: '应急照明完好' },
    { key: 'i3', kind: 'number', text: '灭火器压力', min: 1.2, max: 1.5, unit: 'MPa' },
  ];
  await app.sql(
    `update checklist set items = $1::jsonb, item_count = 3, name = '口袋检查表' where tenant_id = '1' and name = '消防安全专项'`,
    [JSON.stringify(items)],
  );

  const { page, look } = await walker(browser, 'regulator1', phone);
  await follow(page, '/bus/inspection/index');
  await front(page).getByRole('button', { name: '新增检查' }).click();
  await find(page, '受检企业', firm?.name ?? '', firm?.name ?? '');
  await find(page, '检查表', '', '口袋检查表');
  await chooseOfficers(page);
  await dialog(page).getByRole('button', { name: '开始检查' }).click();
  await front(page).getByRole('heading', { name: '口袋检查表' }).waitFor();
  const first = front(page).locator('#item-i1');
  await first.getByRole('button', { name: '不符合' }).click();
  await first.getByLabel('情况说明').fill('纸箱堵塞安全出口');
  await first.getByLabel('法律依据').fill('《消防法》第二十八条');
  await front(page).getByLabel('灭火器压力', { exact: true }).fill('1.3');
  await front(page).getByRole('button', { name: '除此之外全部正常（1 项）' }).click();
  await front(page).getByText('已将 1 项记为符合').waitFor();
  await front(page).getByRole('button', { name: /^撤销/ }).click();
  await front(page).getByRole('button', { name: '除此之外全部正常（1 项）' }).click();
  await look({
    inspection: async () => {
      await front(page).getByRole('button', { name: '交表', exact: true }).waitFor();
      await front(page).getByText('已保存').waitFor();
    },
    'inspection-finish': async () => {
      await front(page).getByRole('button', { name: '交表', exact: true }).click();
      await dialog(page).locator('canvas').first().waitFor();
    },
  });
  for (const name of await officersOf(page)) await sign(page, name);
  await dialog(page).getByLabel('被检查单位负责人姓名').fill('周厂长');
  await sign(page, '被检查单位');
  await dialog(page).getByRole('button', { name: '交表并下发通知' }).click();
  await page.getByText('已交表，执法通知已下发').waitFor();
  await front(page).getByText('纸箱堵塞安全出口').waitFor();

  const staff = await walker(browser, 'safety1', desktop);
  await follow(staff.page, '/bus/spot/index');
  await front(staff.page).getByRole('link', { name: '责令限期整改指令书（口袋检查表）', exact: true }).click();
  await dialog(staff.page).getByRole('button', { name: '签收', exact: true }).click();
  await staff.page
    .getByRole('dialog', { name: /^签收“/ })
    .getByRole('button', { name: '签收' })
    .click();
  await dialog(staff.page).getByRole('button', { name: '提交回复' }).click();
  await dialog(staff.page).getByText('每个事项都需要上传证据').waitFor();
  await dialog(staff.page).getByLabel('第 1 项整改情况').fill('已清理并划线');
  await dialog(staff.page).locator('input[type=file]').setInputFiles(picture);
  await dialog(staff.page).getByRole('button', { name: '移除第 1 项证据1' }).waitFor();
  await staff.look({ 'enforcement-reply': () => Promise.resolve() });
  await dialog(staff.page).getByRole('button', { name: '提交回复' }).click();
  await staff.page.getByText('已回复，等待监管部门审核').waitFor();
  await staff.look({
    'enforcement-paper': async () => {
      await dialog(staff.page).getByRole('link', { name: '查看文书' }).click();
      await front(staff.page).getByRole('article', { name: '责令限期整改指令书' }).waitFor();
      await front(staff.page).locator('.paper-sign img').first().waitFor();
    },
  });
  const [paper] = await Promise.all([
    staff.page.waitForEvent('download'),
    front(staff.page).getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect(paper.suggestedFilename()).toMatch(/^ZLZG\d{8}-\d{4}\.pdf$/);

  await follow(page, '/bus/spot/index');
  await front(page).getByRole('link', { name: '责令限期整改指令书（口袋检查表）', exact: true }).click();
  await dialog(page).getByText('已清理并划线').waitFor();
  await dialog(page).getByRole('button', { name: '办结', exact: true }).click();
  const closing = page.getByRole('dialog', { name: /^办结“/ });
  await closing.getByLabel('办结意见').fill('整改属实，同意办结');
  await closing.getByRole('button', { name: '办结', exact: true }).click();
  const stateOf = async () =>
    (
      await app.sql<{ status: string }>(
        `select status from enforcement where tenant_id = '1' and title like '%口袋检查表%'`,
      )
    )[0]?.status;
  await expect.poll(stateOf).toBe('closed');
});
