import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dialog, field } from './forms.ts';
import { looks, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;

let signed = 0;
async function sign(page: Page) {
  const card = front(page).getByRole('region', { name: '负责人签名' });
  const pad = card.locator('canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad is not there');
  // Moves the start of the stroke each time, because two signatures must not be equal.
  await page.mouse.move(box.x + 40 + (signed += 7), box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 90, { steps: 4 });
  await page.mouse.move(box.x + 60, box.y + 110, { steps: 4 });
  await page.mouse.up();
  await card.getByRole('button', { name: '确认签名' }).click();
  await card.getByRole('button', { name: '重新签名' }).waitFor();
}
async function fill(page: Page, words: Readonly<Record<string, string>>) {
  await front(page).getByRole('button', { name: '填写', exact: true }).click();
  for (const [label, text] of Object.entries(words)) await field(page, label).fill(text);
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}
async function send(page: Page, edition: number) {
  await sign(page);
  await front(page).getByRole('checkbox', { name: '我已核对以上数据，对真实性负责' }).check();
  await front(page).getByRole('button', { name: '签名并上报', exact: true }).click();
  await page.getByText(`已上报，第 ${edition} 版`).waitFor();
}
async function move(page: Page, verb: string, label: string, text: string) {
  await front(page).getByRole('button', { name: verb, exact: true }).click();
  await dialog(page).getByLabel(label).fill(text);
  await dialog(page).getByRole('button', { name: verb, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

it('RT-25 lets a regulator return and accept the monthly report of an enterprise', async () => {
  const [due] = await app.sql<{ id: string; title: string }>(
    `select r.id, r.title from report r
       join user_enterprise b on b.tenant_id = r.tenant_id and b.enterprise_id = r.enterprise_id
       join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
     where u.username = 'safety1' and r.status = 'draft' and r.removed_at is null order by r.period desc limit 1`,
  );
  if (!due) throw new Error('no report is owed');
  const sheet = `/bus/report/sheet?id=${due.id}`;
  const head = await walker(browser, 'entadmin1', desktop);
  await follow(head.page, sheet);
  await front(head.page).getByRole('heading', { name: due.title }).waitFor();
  await fill(head.page, {
    主要工作: '车辆换季保养',
    存在问题: '安检通道照明不足',
    下期计划: '冰雪天气应急演练',
  });
  await front(head.page).getByText('安检通道照明不足').waitFor();
  await head.look({ report: () => front(head.page).locator('canvas').waitFor() });
  await send(head.page, 1);
  expect(await front(head.page).getByRole('button', { name: '填写', exact: true }).count()).toBe(0);

  const regulator = await walker(browser, 'regulator1', phone);
  await follow(regulator.page, sheet);
  await regulator.look({
    'report-review': () => front(regulator.page).getByRole('button', { name: '退回', exact: true }).waitFor(),
  });
  await move(regulator.page, '退回', '退回原因', '请说明安全投入下降的原因');

  await head.page.reload();
  await front(head.page).getByText('请说明安全投入下降的原因').first().waitFor();
  await fill(head.page, { 差异说明: '上月一次性更换车载终端' });
  await send(head.page, 2);

  await regulator.page.reload();
  await front(regulator.page).getByText('上月一次性更换车载终端').waitFor();
  await move(regulator.page, '审核通过', '审核意见', '同意');
  await front(regulator.page).getByText('审核通过', { exact: false }).first().waitFor();

  await head.page.reload();
  await move(head.page, '更正', '更正原因', '漏写一项工作');
  await fill(head.page, { 主要工作: '车辆换季保养，应急灯检修' });
  await send(head.page, 3);
  const [paper] = await Promise.all([
    head.page.waitForEvent('download'),
    front(head.page).getByRole('button', { name: '下载第 1 版 PDF' }).click(),
  ]);
  expect(paper.suggestedFilename()).toBe(`${due.title}-第1版.pdf`);
  await head.look({
    'report-compare': async () => {
      await front(head.page).getByRole('button', { name: '比较月份' }).click();
      await dialog(head.page).getByRole('table').waitFor();
    },
  });
});

it('shows the filters of a list that was opened from a number @deep', async () => {
  const { page } = await walker(browser, 'regulator1', desktop);
  await follow(page, '/bus/report?kind=month&missing=true&tab=all');
  const chips = front(page).getByRole('list', { name: '筛选条件' });
  await expect.poll(() => chips.getByRole('listitem').allTextContents()).toEqual(['类型：月报×', '逾期未报×']);
  await chips.getByRole('button', { name: '去掉筛选逾期未报' }).click();
  await expect.poll(() => chips.getByRole('listitem').allTextContents()).toEqual(['类型：月报×']);
  expect(new URL(page.url()).searchParams.has('missing')).toBe(false);
  await follow(page, '/bus/report?status=1&tab=all');
  await expect.poll(() => chips.getByRole('listitem').count()).toBe(1);
  expect(await page.getByRole('tab', { name: '安全月报' }).count()).toBe(1);
});
