import { expect, it } from 'vitest';
import { dialog, find } from './forms.ts';
import { looks, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;
if (!desktop || !phone) throw new Error('there are two widths');

it('applies a new assessment of a risk point only after approval', async () => {
  const { page, look } = await walker(browser, 'safety1', desktop);
  await follow(page, '/bus/riskpoint/index');
  await front(page).getByRole('button', { name: '新增风险点' }).click();
  const form = dialog(page);
  await form.getByLabel('风险点名称').fill('4 号冲床');
  await find(page, '类型', '设备', '设备设施');
  await form.getByLabel('责任部门').fill('冲压车间');
  await form.getByLabel('位置', { exact: true }).fill('冲压车间 B 跨 2 线');
  const [owner] = await app.sql<{ name: string }>(
    `select m.name from employee m join user_enterprise b on b.tenant_id = m.tenant_id and b.enterprise_id = m.enterprise_id
     join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
     where u.username = 'safety1' and m.status = 'onDuty' and m.removed_at is null order by m.updated_at desc, m.id desc limit 1`,
  );
  await find(page, '责任人', '', owner?.name ?? '');
  await form.getByRole('button', { name: '添加危险源' }).click();
  await form.getByLabel('危险源 1 描述').fill('滑块下行区域无防护时手部进入');
  await find(page, '危险源 1 可能事故', '机械', '机械伤害');
  for (const [key, value] of [
    ['L', '3　可能，但不经常'],
    ['E', '6　每天工作时间内暴露'],
    ['C', '15　非常严重，一人死亡'],
  ] as const)
    await find(page, `评价取值 ${key}`, '', value);
  await form.getByText('LEC：3 × 6 × 15 = 270').first().waitFor();
  await form.getByText('较大风险').first().waitFor();
  await form.getByLabel('评估日期').fill('2026-11-20');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: '添加管控措施' }).click();
  // Pastes two rows of a spreadsheet into the first cell.
  await form.getByLabel('管控措施 1 措施内容').click();
  await page.evaluate((text) => {
    const copy = (event: ClipboardEvent) => {
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
    };
    addEventListener('copy', copy, { capture: true, once: true });
  }, '双手按钮与光电保护联锁，任一失效即停机\n换模时挂牌上锁');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await form.getByRole('button', { name: '上移 管控措施 2' }).click();
  await find(page, '管控层级', '', '公司级');
  await find(page, '检查周期', '', '每日');
  await look({ 'risk-point-form': () => Promise.resolve() });
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByText('已新增').or(page.getByText('已保存')).first().waitFor();
  await front(page).getByRole('button', { name: /^草稿/ }).click();
  await front(page).getByRole('link', { name: '4 号冲床', exact: true }).click();
  await front(page).getByRole('button', { name: '提交评审' }).click();
  await page.getByText('已提交评审').waitFor();

  const stateOf = async () =>
    (
      await app.sql<{ status: string; level: string; score: number; controls: unknown }>(
        `select status, level, score::float8 as score, controls from risk_point where tenant_id = '1' and name = '4 号冲床'`,
      )
    )[0];
  expect(await stateOf()).toMatchObject({
    status: 'underReview',
    level: 'considerable',
    score: 270,
    controls: ['换模时挂牌上锁', '双手按钮与光电保护联锁，任一失效即停机'].map((text) => ({
      text,
      kind: 'management',
    })),
  });

  const head = await walker(browser, 'entadmin1', desktop);
  await follow(head.page, '/bus/riskpoint/index?tab=review');
  await front(head.page).getByRole('link', { name: '4 号冲床', exact: true }).click();
  await front(head.page).getByRole('button', { name: '批准' }).click();
  await dialog(head.page).getByRole('button', { name: '批准' }).click();
  await head.page.getByText('已批准').waitFor();
  expect(await stateOf()).toMatchObject({ status: 'inForce' });
  await head.look({ 'risk-point': () => Promise.resolve() });
});

it('groups the risk point pages in the menu @deep', async () => {
  const { page } = await walker(browser, 'safety1', desktop);
  await follow(page, '/bus/riskpoint/map');
  const place = page.getByRole('navigation', { name: '当前位置' }).filter({ visible: true });
  await place.getByRole('link', { name: '风险分级管控' }).waitFor();
  const menu = page.getByRole('complementary', { name: '侧边菜单' });
  await menu.getByRole('link', { name: /^风险分级管控/ }).waitFor();
  await follow(page, '/bus/riskpoint/index?status=inForce');
  await front(page).locator('tbody .list-name').first().click();
  await front(page).getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '停用检修' }).waitFor();
  expect(await front(page).getByRole('button', { name: /^停用/ }).count()).toBe(0);
});
