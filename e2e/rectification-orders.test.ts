import { expect, it } from 'vitest';
import { chooseOfficers, dialog, field, find } from './forms.ts';
import { looks, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const [desktop, phone] = looks;
if (!desktop || !phone) throw new Error('there are two widths');

const dayFromNow = (days: number) => new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 10);

it('lets a regulator withdraw an enforcement notice that has two officers @deep', async () => {
  const [firm] = await app.sql<{ name: string }>(
    `select e.name from enterprise e join user_enterprise b on b.tenant_id = e.tenant_id and b.enterprise_id = e.id
     join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id where u.username = 'safety1' order by e.id limit 1`,
  );
  const admin = await walker(browser, 'admin1', desktop);
  await follow(admin.page, '/bus/officer/index');
  await admin.look({ officers: () => front(admin.page).getByText('已到期').first().waitFor() });
  await front(admin.page).getByRole('button', { name: '新增执法人员' }).click();
  await field(admin.page, '姓名').fill('昨到期');
  await field(admin.page, '执法证号').fill('DEM0100-099');
  await field(admin.page, '有效期起').fill('2024-01-01');
  await field(admin.page, '有效期起').press('Enter');
  await field(admin.page, '有效期止').fill(dayFromNow(-1));
  await field(admin.page, '有效期止').press('Enter');
  await find(admin.page, '管辖区域', '浙江', '浙江省');
  await dialog(admin.page).getByRole('list', { name: '已选区域' }).getByText('浙江省').waitFor();
  await dialog(admin.page).getByRole('button', { name: '保存', exact: true }).click();
  await front(admin.page).getByText('昨到期').waitFor();

  const { page, look } = await walker(browser, 'regulator1', phone);
  await follow(page, '/bus/spot/index');
  await front(page).getByRole('button', { name: '下发执法通知' }).click();
  await find(page, '企业', firm?.name ?? '', firm?.name ?? '');
  await find(page, '通知类型', '', '责令限期整改指令书');
  await chooseOfficers(page);
  await page.keyboard.type('昨到期');
  await page.getByText(`昨到期的执法证已于 ${dayFromNow(-1)} 到期`).waitFor();
  await field(page, '标题').fill('责令限期整改（出口）');
  await dialog(page).getByLabel('事项 1', { exact: true }).fill('安全出口被纸箱堵塞');
  await dialog(page).getByRole('button', { name: '下发', exact: true }).click();
  await dialog(page).getByText('请填写法律依据').waitFor();
  await dialog(page).getByLabel('事项 1 法律依据').fill('《消防法》第二十八条');
  await look({ 'order-issue': () => Promise.resolve() });
  await dialog(page).getByRole('button', { name: '下发', exact: true }).click();
  await dialog(page).getByRole('button', { name: '撤销', exact: true }).click();
  const withdrawing = page.getByRole('dialog', { name: /^撤销“/ });
  await withdrawing.getByText(/文书编号 ZLZG\d{8}-\d{4} 保留，不会用于别的文书/).waitFor();
  await withdrawing.getByRole('button', { name: '撤销', exact: true }).click();
  await withdrawing.getByText('撤销原因不能为空').waitFor();
  await withdrawing.getByLabel('撤销原因').fill('企业名称有误，另行下发');
  await withdrawing.getByRole('button', { name: '撤销', exact: true }).click();
  await dialog(page)
    .getByText(/已于 .+ 撤销，不再执行。撤销原因：企业名称有误，另行下发/)
    .waitFor();

  const staff = await walker(browser, 'safety1', desktop);
  await follow(staff.page, '/bus/spot/index');
  await front(staff.page).getByRole('link', { name: '责令限期整改（出口）', exact: true }).click();
  expect(await dialog(staff.page).getByRole('button', { name: '签收' }).count()).toBe(0);
  await staff.look({
    'order-withdrawn': async () => {
      await dialog(staff.page).getByRole('link', { name: '查看文书' }).click();
      await front(staff.page).getByText('已撤销', { exact: true }).waitFor();
    },
  });
  await front(staff.page)
    .getByText(/^本文书已于 .+撤销，不再执行。撤销原因：企业名称有误，另行下发$/)
    .waitFor();
});
