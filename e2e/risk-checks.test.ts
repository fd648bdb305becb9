import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { looks, walker } from './looks.ts';
import { follow, front } from './people.ts';
import { openStage } from './stage.ts';

const { house, browser } = await openStage();
const picture = { name: '平面图.png', mimeType: 'image/png', buffer: readFileSync('apps/server/data/demo-plan.png') };
const [desktop, phone] = looks;
if (!desktop || !phone) throw new Error('there are two widths');

/** A point of the enterprise that an account works for, with a check of its team that is due today. */
async function checkOf(username: string) {
  const [row] = await house.sql<{ id: string; point: string; name: string }>(
    `select c.id, c.risk_point_id as point, c.point_name as name from risk_check c
     join user_enterprise b on b.tenant_id = c.tenant_id and b.enterprise_id = c.enterprise_id
     join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
     where u.username = $1 and c.layer = 'team' and c.status = 'pending' and c.due_at > now()
     order by c.due_on, c.id limit 1`,
    [username],
  );
  if (!row) throw new Error('nothing is due');
  return row;
}

it('a team leader checks a point on a phone: the rest in one tap, and what fails is a danger of the point', async () => {
  const { id, point } = await checkOf('leader1');
  await house.sql(
    `update risk_check set due_on = (now() at time zone 'Asia/Shanghai')::date, opens_at = now() - interval '1 hour',
     due_at = now() + interval '3 hours' where id = $1`,
    [id],
  );
  const { page, look } = await walker(browser, 'leader1', phone);
  await follow(page, '/bus/riskcheck/index');
  await front(page)
    .getByText(/今日应检/)
    .waitFor();
  await look({ 'risk-checks': () => Promise.resolve() });
  await follow(page, `/bus/riskcheck/site?id=${id}`);
  const first = front(page).locator('.site-item').first();
  await first.getByRole('button', { name: '不符合' }).click();
  await first.getByLabel('情况说明').fill('联锁失效');
  const rest = front(page).getByRole('button', { name: /^除此之外全部正常/ });
  await first.getByRole('heading').click();
  if (await rest.isVisible()) await rest.click();
  await front(page).getByRole('button', { name: '交表', exact: true }).waitFor();
  await look({ 'risk-check': () => Promise.resolve() });
  await front(page).getByRole('button', { name: '交表', exact: true }).click();
  await page.getByText('已交表，1 项不符合已上报隐患').waitFor();
  const [danger] = await house.sql<{ point: string; description: string }>(
    `select risk_point_id as point, description from danger where risk_point_id = $1 order by found_at desc limit 1`,
    [point],
  );
  expect(danger).toMatchObject({ point });
  expect(danger?.description).toContain('联锁失效');
});

it('a safety manager moves a mark by keyboard and by mouse, adds an area, and prints the card of the point', async () => {
  const { page, look } = await walker(browser, 'safety1', desktop);
  await follow(page, '/bus/riskpoint/map');
  await front(page).getByRole('button', { name: '添加平面图' }).first().click();
  await dialog(page).getByLabel('平面图名称').fill('A 厂区');
  await dialog(page).locator('input[type=file]').setInputFiles(picture);
  await dialog(page)
    .getByRole('button', { name: /移除|删除/ })
    .first()
    .waitFor();
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await front(page).getByRole('button', { name: '编辑图' }).click();
  await front(page)
    .getByRole('button', { name: /放到图上$/ })
    .first()
    .click();
  await front(page).locator('.plan-mark').first().waitFor();
  await front(page).getByRole('button', { name: '完成编辑' }).click();
  const mark = front(page).locator('.plan-mark').first();
  await mark.focus();
  await page.keyboard.press('Enter');
  await front(page).getByRole('link', { name: '打开风险点' }).waitFor();
  await look({ 'risk-map': () => Promise.resolve() });
  const spotOf = async () =>
    (
      await house.sql<{ x: number; y: number }>(
        `select plan_x as x, plan_y as y from risk_point where plan_id is not null and status = 'inForce'
         and tenant_id = '1' order by updated_at desc, id desc limit 1`,
      )
    )[0];
  await front(page).getByRole('button', { name: '编辑图' }).click();
  await mark.focus();
  const before = await spotOf();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(spotOf).not.toEqual(before);
  const nudged = await spotOf();
  const box = await mark.boundingBox();
  if (!box) throw new Error('the mark is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 50, { steps: 5 });
  await page.mouse.up();
  await expect.poll(spotOf).not.toEqual(nudged);
  await front(page).getByRole('button', { name: '加矩形区域' }).click();
  await front(page)
    .getByText(/^区域 \d+/)
    .first()
    .waitFor();
  await front(page).getByRole('button', { name: '完成编辑' }).click();
  await front(page).getByRole('link', { name: '风险告知卡' }).click();
  await front(page).getByRole('article', { name: '安全风险告知卡' }).waitFor();
  await look({ 'risk-card': () => Promise.resolve() });
});

it('a regulator reads risk points of the area, and nothing there can be changed', async () => {
  const { page, look } = await walker(browser, 'regulator1', desktop);
  await follow(page, '/bus/riskpoint/index');
  await front(page)
    .getByRole('link', { name: /重大风险/ })
    .waitFor();
  expect(await front(page).getByRole('button', { name: '新增风险点' }).count()).toBe(0);
  await look({ 'risk-points': () => Promise.resolve() });
  expect(await dialog(page).count()).toBe(0);
});

it('a danger that is found at a point is reported with its place and its owner, and stands at the point', async () => {
  const { point } = await checkOf('safety1');
  const [row] = await house.sql<{ name: string; place: string; owner: string }>(
    `select p.name, p.place, e.name as owner from risk_point p
     join employee e on e.tenant_id = p.tenant_id and e.id = p.owner_id where p.id = $1`,
    [point],
  );
  const { page } = await walker(browser, 'safety1', phone);
  await follow(page, `/bus/riskpoint/point?id=${point}`);
  await front(page).getByRole('link', { name: '上报隐患' }).click();
  await expect.poll(() => front(page).getByLabel('地点').inputValue()).toBe(row?.place);
  await front(page)
    .getByText(row?.name ?? '', { exact: true })
    .waitFor();
  await front(page)
    .getByText(row?.owner ?? '')
    .first()
    .waitFor();
  await front(page).locator('input[type=file]').first().setInputFiles(picture);
  await front(page)
    .getByRole('button', { name: /^移除 / })
    .waitFor();
  await front(page).getByLabel('隐患名称').fill('防护罩螺栓松动');
  await front(page).getByRole('combobox', { name: '隐患类别' }).click();
  await page.keyboard.type('设备设施');
  await page.locator('.ant-select-item-option').filter({ hasText: '设备设施', visible: true }).first().click();
  await front(page).getByRole('button', { name: '上报', exact: true }).click();
  await front(page).getByRole('heading', { name: '已上报' }).waitFor();
  const [danger] = await house.sql<{ at: string }>(
    `select risk_point_id as at from danger where title = '防护罩螺栓松动' and tenant_id = '1'`,
  );
  expect(danger?.at).toBe(point);
});
