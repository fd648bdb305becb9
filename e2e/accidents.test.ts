import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pdf } from '../apps/server/testing/sample-files.ts';
import { dialog, field, find } from './forms.ts';
import { looks, walker } from './screen-checks.ts';
import { choose, follow, front, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;

const paper = { name: '预案.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) };
const day = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

async function open(page: Page, list: string, name: string) {
  await follow(page, list);
  await front(page).getByRole('button', { name, exact: true }).first().click();
  await dialog(page).getByText(name).first().waitFor();
}
async function move(page: Page, verb: string, words: Readonly<Record<string, string>> = {}) {
  const act = dialog(page).getByRole('button', { name: verb, exact: true });
  if ((await act.count()) > 0) await act.click();
  else {
    await dialog(page).getByRole('button', { name: '更多', exact: true }).click();
    await choose(page, verb);
  }
  const dialogBox = page.getByRole('dialog', { name: new RegExp(`^${verb}`) });
  for (const [label, text] of Object.entries(words)) {
    const control = dialogBox.getByLabel(new RegExp(`^${label}\\*?$`));
    await control.fill(text);
    if (label.endsWith('日期')) await control.press('Enter');
  }
  await dialogBox.getByRole('button', { name: verb, exact: true }).click();
  await page.getByText(`已${verb}`).last().waitFor();
  await dialogBox.waitFor({ state: 'detached' });
}
const saveForm = async (page: Page) => {
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
};
const fillDay = async (page: Page, label: string, text: string) => {
  await field(page, label).fill(text);
  await field(page, label).press('Enter');
};

it('lets a regulator close an accident that an enterprise reported', async () => {
  const { page, look } = await walker(browser, 'safety1', desktop);
  await follow(page, '/bus/emergencyPlan/index');
  await front(page).getByRole('button', { name: '新增应急预案' }).click();
  await field(page, '名称').fill('触电事故现场处置方案');
  await find(page, '预案类别', '', '现场处置方案');
  await fillDay(page, '发布日期', day(-3));
  await dialog(page).locator('input[type=file]').first().setInputFiles(paper);
  await dialog(page).getByText('预案.pdf').first().waitFor();
  await saveForm(page);
  await look({
    'emergency-plan': () => open(page, '/bus/emergencyPlan/index', '触电事故现场处置方案'),
  });
  await dialog(page).getByRole('button', { name: '发布', exact: true }).click();
  await page.getByText('已发布').last().waitFor();
  expect(
    await app.sql(
      `select count(*)::int as dates from warning w join emergency_plan p on p.tenant_id = w.tenant_id and p.id::text = w.item_id
       where p.title = '触电事故现场处置方案' and w.removed_at is null`,
    ),
  ).toEqual([{ dates: 2 }]);

  await follow(page, '/bus/drill/index');
  await front(page).getByRole('button', { name: '新增应急演练' }).click();
  await field(page, '名称').fill('触电救护演练');
  await find(page, '演练的预案', '触电', '触电事故现场处置方案');
  await find(page, '演练形式', '', '实战');
  await fillDay(page, '计划日期', day(-1));
  await field(page, '总指挥').fill('周明');
  await field(page, '地点').fill('配电间');
  await field(page, '演练情景').fill('检修时触电');
  await saveForm(page);
  await open(page, '/bus/drill/index', '触电救护演练');
  await move(page, '登记演练', { 演练日期: day(-1), 参加人数: '12', 演练过程: '断电、报警、心肺复苏' });
  await look({ drill: () => dialog(page).getByText('待评估').first().waitFor() });
  await move(page, '评估', { 评估结论: '响应及时', 改进措施: '补充绝缘手套' });

  await follow(page, '/bus/accident/index');
  await front(page).getByRole('button', { name: '新增事故' }).click();
  await field(page, '名称').fill('一号库叉车碰撞');
  await find(page, '性质', '', '事故');
  await find(page, '事故类型', '', '车辆伤害');
  await fillDay(page, '发生时间', `${day(-1)} 08:00`);
  await fillDay(page, '自述首报时间', `${day(-1)} 09:30`);
  await field(page, '发生地点').fill('一号库');
  await field(page, '轻伤').fill('1');
  await field(page, '事故经过').fill('倒车时碰撞');
  await saveForm(page);
  await open(page, '/bus/accident/index', '一号库叉车碰撞');
  await dialog(page).getByText('一般事故').first().waitFor();

  const regulator = await walker(browser, 'regulator1', phone);
  await open(regulator.page, '/bus/accident/index', '一号库叉车碰撞');
  await regulator.look({ accident: () => dialog(regulator.page).getByText('一般事故').first().waitFor() });
  await move(regulator.page, '开始调查', { 调查组和分工: '属地和行业各一人' });
  await move(regulator.page, '查清原因', { 事故原因: '倒车时没有观察后方' });
  await move(regulator.page, '处理责任人', { 责任人员处理: '对驾驶人按制度处理' });
  await move(regulator.page, '落实整改', { 整改措施: '加装倒车影像' });
  await move(regulator.page, '教育人员', { 人员教育: '全员学习' });
  await move(regulator.page, '结案', { 结案意见: '同意结案' });
  await dialog(regulator.page).getByText('已结案').first().waitFor();

  await follow(page, '/wel/index');
  await page.reload();
  await front(page)
    .getByText(/安全生产\s*1\s*天/)
    .waitFor();
});

it('opens the entries that the yearly safety cost account adds up @deep', async () => {
  const { page, look } = await walker(browser, 'safety1', desktop);
  const spend = async (title: string, yuan: string) => {
    await front(page).getByRole('button', { name: '新增安全生产费用' }).click();
    await find(page, '类型', '', '使用');
    await find(page, '使用类别', '', '劳动防护用品');
    await field(page, '摘要').fill(title);
    await field(page, '金额').fill(yuan);
    await fillDay(page, '日期', day(0));
    await saveForm(page);
  };
  await follow(page, '/bus/safetyCost/index');
  await spend('绝缘手套 20 副', '860');
  await look({ 'safety-cost': () => front(page).getByText('绝缘手套 20 副').first().waitFor() });

  await follow(page, '/bus/safetyCostYear/index');
  const year = day(0).slice(0, 4);
  const row = front(page)
    .getByRole('row')
    .filter({ hasText: `${year} 年安全生产费用` })
    .first();
  await row.waitFor();
  await look({ 'safety-cost-year': () => row.waitFor() });
  const [costRow] = await app.sql<{ lines: number }>(
    `select count(*)::int as lines from safety_cost c
       join user_enterprise b on b.tenant_id = c.tenant_id and b.enterprise_id = c.enterprise_id
       join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
     where u.username = 'safety1' and c.kind = 'spent' and c.happened_on >= $1 and c.removed_at is null`,
    [`${year}-01-01`],
  );
  await row.getByRole('link').last().click();
  await expect.poll(() => listStatus(page)).toContain(`共 ${costRow?.lines} 条`);
});
