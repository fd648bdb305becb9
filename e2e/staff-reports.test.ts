import { expect, it } from 'vitest';
import { dialog, field, find } from './forms.ts';
import { look, looks, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;
const list = '/bus/staffReport/index';
const matter = '配电箱门缺失，电线裸露';

it('S97 turns an anonymous report by QR code into a danger', async () => {
  // Removes the staff reports of the demonstration, so that the list is empty at first.
  await app.sql('update staff_report set removed_at = now()');
  const head = await walker(browser, 'safety1', desktop);
  await follow(head.page, list);
  await head.look({
    'staff-report-empty': () => front(head.page).getByText('没有待核实的员工举报').waitFor(),
    'staff-report-codes': async () => {
      await front(head.page).getByRole('button', { name: '举报码', exact: true }).click();
      await dialog(head.page).getByLabel('张贴位置').fill('一号车间门口');
    },
    'staff-report-code': async () => {
      await dialog(head.page).getByRole('button', { name: '制作', exact: true }).click();
      await dialog(head.page).getByLabel('举报地址').waitFor();
    },
  });
  const address = await dialog(head.page).getByLabel('举报地址').inputValue();
  await head.escape();

  const staff = await browser.stranger(phone);
  const { page } = staff;
  await look(staff, phone.name, {
    'report-over': async () => {
      await page.goto('/report#1.short');
      await page.getByRole('heading', { name: '暂时不能举报' }).waitFor();
    },
    report: async () => {
      await page.goto('about:blank');
      await page.goto(address);
      await page.getByLabel('发现了什么').waitFor();
    },
    'report-full': async () => {
      await page.getByLabel('现场照片').setInputFiles('apps/server/data/demo-licence.png');
      await page.getByRole('button', { name: '移除现场照片1' }).waitFor();
      await page.getByLabel('发现了什么').fill(matter);
      await page.getByLabel('在哪里').fill('冲压车间北墙');
    },
    'report-done': async () => {
      await page.getByRole('button', { name: '举报', exact: true }).click();
      await page.getByRole('heading', { name: '已收到您的举报' }).waitFor();
    },
  });
  await staff.leave();

  await head.page.reload();
  await front(head.page).getByRole('button', { name: matter, exact: true }).waitFor();
  await head.look({
    'staff-report': () => front(head.page).getByText('匿名').first().waitFor(),
    'staff-report-details': async () => {
      await front(head.page).getByRole('button', { name: matter, exact: true }).click();
      await dialog(head.page).getByText('一号车间门口').waitFor();
    },
  });
  await head.page.keyboard.press('Escape');
  await dialog(head.page).waitFor({ state: 'detached' });
  const act = (verb: string) => front(head.page).getByRole('button', { name: `${verb} ${matter}`, exact: true });
  await head.look({
    'staff-report-confirm': async () => {
      await act('核实属实').click();
      await field(head.page, '核实意见').fill('现场核实属实');
    },
  });
  await find(head.page, '隐患类别', '用电', '用电');
  await field(head.page, '隐患部位').fill('冲压车间');
  await dialog(head.page).getByRole('button', { name: '核实属实', exact: true }).click();
  await head.page.getByText('已核实属实', { exact: true }).waitFor();

  const views = front(head.page).getByRole('navigation', { name: '员工举报分类' });
  await views.getByRole('button', { name: /^待奖励/ }).click();
  await act('发放奖励').click();
  await field(head.page, '奖励金额').fill('500');
  await field(head.page, '奖励理由').fill('及时发现电气隐患');
  await dialog(head.page).getByRole('button', { name: '发放奖励', exact: true }).click();
  await head.page.getByText('已发放奖励', { exact: true }).waitFor();
  await views.getByRole('button', { name: /^奖励台账/ }).click();
  await head.look({ 'staff-report-ledger': () => front(head.page).getByText('及时发现电气隐患').waitFor() });
  await front(head.page).getByText('今年已奖励 1 件，合计 ¥500.00').waitFor();

  const [danger] = await app.sql<{ source: string; found_by: string }>(
    'select d.source, d.found_by from danger d join staff_report r on r.danger_id = d.id where r.matter = $1',
    [matter],
  );
  expect(danger).toEqual({ source: 'report', found_by: '员工举报' });
  const regulator = await walker(browser, 'regulator1', desktop);
  await expect.poll(() => regulator.page.getByRole('link', { name: '员工举报' }).count()).toBe(0);
});
