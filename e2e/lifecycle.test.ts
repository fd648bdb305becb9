// The life cycle of an enterprise in the browser: review, suspension, resumption, merge, transfer and closure (CA-13).
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { dialog } from './forms.ts';
import { choose, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';
import { openFirms } from './unused-enterprises.ts';

// Long timeout, because several people sign in within one test.
vi.setConfig({ testTimeout: 180_000 });

const { app, browser } = await openStage();

const list = '/bus/enterprise/index';
const dossier = (id: string) => `/bus/enterprise/dossier?id=${id}`;
const rowOf = async (id: string) => {
  const [enterpriseRow] = await app.sql<Record<string, string | null> & { name: string }>(
    'select name, status, officer_id, review_note, region_code, merged_into, short_name, town from enterprise where id = $1',
    [id],
  );
  if (!enterpriseRow) throw new Error('no such enterprise');
  return enterpriseRow;
};
const one = openFirms(app);
async function ownOf(username: string) {
  const [enterpriseRow] = await app.sql<{ id: string; name: string }>(
    `select e.id, e.name from app_user u join enterprise e on e.tenant_id = u.tenant_id and e.id = u.last_enterprise_id
     where u.username = $1`,
    [username],
  );
  if (!enterpriseRow) throw new Error(`${username} works nowhere`);
  return enterpriseRow;
}
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const step = (page: Page, label: string) => page.getByRole('dialog', { name: new RegExp(`^${label}“`) });
const more = async (page: Page, name: string) => {
  await front(page).getByRole('button', { name: '更多', exact: true }).click();
  await choose(page, name);
};

describe('the review by a regulator', () => {
  it('approves a pending enterprise with a named officer', async () => {
    const { id, name } = await one('underReview');
    const { page } = await browser.enter('regulator1', list);
    await front(page).getByTitle('状态为待审核的入驻申请数').click();
    await page.waitForURL(/status=1/);
    await page.goto(`${list}?status=1&keyword=${encodeURIComponent(name)}`);
    await front(page)
      .getByRole('button', { name: `审核 ${name}` })
      .click();
    await dialog(page).getByText(name).first().waitFor();
    await dialog(page).getByRole('region', { name: '营业执照' }).waitFor();
    await press(page, '通过');
    await step(page, '通过').getByRole('button', { name: '通过', exact: true }).click();
    await page.getByText('已通过', { exact: true }).first().waitFor();
    const row = await rowOf(id);
    expect(row['status']).toBe('active');
    expect(row['officer_id']).not.toBeNull();
  });

  it('returns an enterprise with a reason of at least five characters @deep', async () => {
    const head = await browser.enter('entadmin1', '/bus/enterprise/mine');
    const { id } = await ownOf('entadmin1');
    await app.sql(`update enterprise set status = 'underReview' where id = $1`, [id]);
    const { page, expectStatus } = await browser.enter('regulator1', dossier(id));
    // Expects 404, because the address of the licence picture does not exist.
    expectStatus(404);
    head.expectStatus(404);
    await front(page).getByRole('button', { name: '驳回', exact: true }).click();
    await dialog(page).getByLabel('驳回原因').fill('缺');
    await press(page, '驳回');
    await dialog(page).getByText('驳回原因至少 5 个字').waitFor();
    await dialog(page).getByLabel('驳回原因').fill('营业执照照片不清晰，请重新上传');
    await press(page, '驳回');
    await page.getByText('已驳回', { exact: true }).first().waitFor();
    await front(page).getByText('营业执照照片不清晰，请重新上传').first().waitFor();
    expect(await page.getByTitle(/（有未保存的内容）$/).count()).toBe(0);

    await head.page.reload();
    const alert = front(head.page).getByRole('alert').filter({ hasText: '审核已驳回' });
    await alert.getByText('营业执照照片不清晰，请重新上传').waitFor();
    await app.sql(`update enterprise set licence = coalesce(licence, '/upms/file/' || id::text) where id = $1`, [id]);
    await alert.getByRole('button', { name: '重新提交' }).click();
    await press(head.page, '提交审核');
    await front(head.page).getByText('档案正在审核').waitFor();
    expect((await rowOf(id))['status']).toBe('underReview');
    await app.sql(
      `update enterprise set status = 'active', submitted_by = null, licence = nullif(licence, '/upms/file/' || id::text)
       where id = $1`,
      [id],
    );
  });
});

describe('a reason that is not sent @deep', () => {
  it('is discarded only after a confirmation', async () => {
    const { id } = await one('underReview');
    const { page } = await browser.enter('regulator1', dossier(id));
    const reason = dialog(page).getByLabel('驳回原因');
    await front(page).getByRole('button', { name: '驳回', exact: true }).click();
    await reason.fill('应急预案没有备案，请补充');
    await page.keyboard.press('Escape');
    await dialog(page).getByText('有未保存的修改').waitFor();
    await press(page, '继续填写');
    expect(await reason.inputValue()).toBe('应急预案没有备案，请补充');
    await press(page, '取消');
    await press(page, '放弃修改');
    await dialog(page).waitFor({ state: 'detached' });
  });
});

describe('an active enterprise', () => {
  it('is resumed from a suspension only after every check is ticked', async () => {
    const { id } = await one('active');
    const { page } = await browser.enter('regulator1', dossier(id));
    await front(page).getByRole('button', { name: '停产停业', exact: true }).click();
    await press(page, '停产停业');
    await dialog(page).getByText('请选择停产类型').first().waitFor();
    await dialog(page).getByLabel('停产类型').click();
    await page.locator('.ant-select-item-option').filter({ hasText: '责令停产', visible: true }).click();
    await dialog(page).getByLabel('停产原因').fill('存在重大隐患，责令停产整改');
    await press(page, '停产停业');
    await page.getByText('已停产停业', { exact: true }).waitFor();
    await front(page).getByRole('button', { name: '复工复产', exact: true }).click();
    await dialog(page).getByRole('checkbox').first().check();
    await press(page, '复工复产');
    await dialog(page).getByText('还有未确认的检查项').waitFor();
    for (const box of await dialog(page).getByRole('checkbox').all()) await box.check();
    await press(page, '复工复产');
    await page.getByText('已复工复产', { exact: true }).waitFor();
    const timeline = front(page).getByRole('region', { name: '时间线' });
    await timeline.getByText('存在重大隐患，责令停产整改').waitFor();
    await timeline.getByRole('listitem').filter({ hasText: '已确认 5 项' }).waitFor();
    await timeline.getByText('资料', { exact: true }).click();
    await timeline.getByText('还没有“资料”类的记录').waitFor();
  });

  it('is transferred to another region with a reason @deep', async () => {
    const { id } = await one('active');
    const { page } = await browser.enter('regulator1', dossier(id));
    await more(page, '区划迁移');
    await dialog(page).getByLabel('迁入行政区划').click();
    await dialog(page).getByLabel('迁入行政区划').fill('西湖区');
    await page
      .locator('.ant-cascader-menu-item')
      .filter({ hasText: /浙江.*西湖区/, visible: true })
      .first()
      .click();
    await dialog(page).getByLabel('迁移原因').fill('厂区搬迁至西湖区');
    await press(page, '区划迁移');
    await page.getByText('已迁移', { exact: true }).waitFor();
    expect((await rowOf(id))['region_code']).toBe('330106');
    await front(page).getByRole('region', { name: '时间线' }).getByText('厂区搬迁至西湖区').waitFor();
  });

  it('is transferred without an officer when the regulator clears the field @deep', async () => {
    const { id } = await one('active');
    await app.sql(
      `update enterprise set officer_id = (select id from app_user where tenant_id = '1' and username = 'regulator1') where id = $1`,
      [id],
    );
    const { page } = await browser.enter('regulator1', dossier(id));
    await more(page, '区划迁移');
    const officer = dialog(page).locator('.ant-form-item').filter({ hasText: '监管责任人' });
    await officer.locator('.ant-select').hover();
    await officer.locator('.ant-select-clear').click();
    await dialog(page).getByLabel('迁移原因').fill('责任人另行确定');
    await press(page, '区划迁移');
    await page.getByText('已迁移', { exact: true }).waitFor();
    expect((await rowOf(id))['officer_id']).toBeNull();
  });

  it('shows its region read-only, with a link to the transfer @deep', async () => {
    const { id, name } = await one('active');
    const { page } = await browser.enter('regulator1', dossier(id));
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    const form = page.getByRole('dialog').filter({ hasText: '编辑企业' });
    await form.getByLabel(/^简称\*?$/).fill('搬家前填的');
    const region = form.getByLabel(/^行政区划/);
    expect(await region.isEditable()).toBe(false);
    await form.getByRole('button', { name: '区划迁移' }).click();
    const transferDialog = page.getByRole('dialog').filter({ hasText: `区划迁移“${name}”` });
    await transferDialog.getByLabel('迁入行政区划').click();
    await transferDialog.getByLabel('迁入行政区划').fill('西湖区');
    await page
      .locator('.ant-cascader-menu-item')
      .filter({ hasText: /浙江.*西湖区/, visible: true })
      .first()
      .click();
    await transferDialog.getByLabel('迁移原因').fill('厂区搬迁至西湖区');
    await transferDialog.getByRole('button', { name: '区划迁移', exact: true }).click();
    await page.getByText('已迁移', { exact: true }).waitFor();
    await expect.poll(() => region.inputValue()).toBe('浙江省 / 杭州市 / 西湖区');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    expect(await rowOf(id)).toMatchObject({ region_code: '330106', short_name: '搬家前填的' });
  });

  it('lets only the authority change its region and street @deep', async () => {
    const { page } = await browser.enter('entadmin1', '/bus/enterprise/mine');
    const { id } = await ownOf('entadmin1');
    expect((await rowOf(id))['status']).toBe('active');
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    for (const label of [/^行政区划/, /^街道网格/])
      await expect.poll(() => dialog(page).getByLabel(label).isEditable()).toBe(false);
    await dialog(page).getByText('由监管部门办理区划迁移').waitFor();
    await dialog(page).getByText('由监管部门填写和修改').waitFor();
    const short = dialog(page).getByLabel(/^简称\*?$/);
    const shortNameText = await short.inputValue();
    await short.fill('自己填的');
    await press(page, '保存');
    await page.getByText('已保存').waitFor();
    expect((await rowOf(id))['short_name']).toBe('自己填的');
    await app.sql('update enterprise set short_name = $2 where id = $1', [id, shortNameText || null]);
  });

  it('is read-only and has no actions after its closure @deep', async () => {
    const { id } = await one('active');
    const { page } = await browser.enter('regulator1', dossier(id));
    await more(page, '注销');
    await dialog(page).getByText('迁出', { exact: true }).click();
    await press(page, '注销');
    await page.getByText('已注销', { exact: true }).first().waitFor();
    await expect.poll(() => front(page).getByRole('button', { name: '编辑', exact: true }).count()).toBe(0);
    expect((await rowOf(id))['status']).toBe('closed');
  });
});

describe('two records of the same enterprise', () => {
  it('are merged after a comparison by keyboard', async () => {
    const keep = await one('active');
    const drop = await one('active');
    await app.sql(`update enterprise set name = $2, short_name = '留下的简称', profile_rate = 90 where id = $1`, [
      keep.id,
      '澜岸重复试验化工（滨江）有限公司',
    ]);
    await app.sql(`update enterprise set name = $2, short_name = '另一个简称', profile_rate = 50 where id = $1`, [
      drop.id,
      '澜岸重复试验化工(滨江)有限责任公司',
    ]);
    const { page } = await browser.enter('regulator1', list);
    await front(page).getByRole('link', { name: '疑似重复' }).click();
    const group = front(page).getByRole('region', { name: /名称写法相近 澜岸重复试验化工/ });
    await group.getByRole('button', { name: '对比' }).click();
    await dialog(page).getByRole('row', { name: /^简称/ }).waitFor();
    // Values that are equal in both records need no decision.
    expect(
      await dialog(page)
        .getByRole('row', { name: /^监管部门/ })
        .count(),
    ).toBe(0);
    await dialog(page).getByRole('radio', { name: '简称 取乙' }).focus();
    await page.keyboard.press('Space');
    await press(page, '合并');
    await page.getByText(/已合并到“澜岸重复试验化工/).waitFor();
    await expect.poll(() => group.count()).toBe(0);
    const [remaining, gone] = [await rowOf(keep.id), await rowOf(drop.id)];
    expect([remaining['status'], remaining['short_name']]).toEqual(['active', '另一个简称']);
    expect([gone['status'], gone['merged_into']]).toEqual(['closed', keep.id]);
    await follow(page, dossier(drop.id));
    await front(page).getByText('本档案已合并入').waitFor();
  });
});

describe('two regulators and an enterprise who change one enterprise at once @deep', () => {
  it('lose no change', async () => {
    const head = await browser.enter('entadmin1', '/bus/enterprise/mine');
    const { id } = await ownOf('entadmin1');
    await app.sql(`update enterprise set status = 'active', submitted_by = null where id = $1`, [id]);
    await head.page.reload();
    const first = await browser.enter('regulator1', dossier(id));
    const second = await browser.enter('admin1', dossier(id));
    for (const person of [second, head]) {
      person.expectStatus(409);
      await front(person.page).getByRole('button', { name: '编辑', exact: true }).click();
      await dialog(person.page)
        .getByLabel(/^简称\*?$/)
        .waitFor();
    }
    const shortName = (page: Page) => dialog(page).getByLabel(/^简称\*?$/);
    const save = (page: Page) => press(page, '保存');

    await front(first.page).getByRole('button', { name: '停产停业', exact: true }).click();
    await dialog(first.page).getByLabel('停产类型').click();
    await first.page.locator('.ant-select-item-option').filter({ hasText: '停业', visible: true }).click();
    await dialog(first.page).getByLabel('停产原因').fill('设备检修停业一个月');
    await press(first.page, '停产停业');
    await first.page.getByText('已停产停业', { exact: true }).waitFor();

    const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: '内容已被他人修改' });
    // The other person changed only the status, so no field conflicts.
    await shortName(head.page).fill('企业写的');
    await save(head.page);
    await conflict(head.page).getByText('您的修改与他人的没有冲突，可以直接保存。').waitFor();
    expect(await shortName(head.page).inputValue()).toBe('企业写的');
    await press(head.page, '仍保存我的');
    await head.page.getByText('已保存').waitFor();

    // For the third person, another person changed the same field.
    await shortName(second.page).fill('监管写的');
    await save(second.page);
    const clash = conflict(second.page).getByRole('row', { name: /^简称/ });
    await clash.getByText('监管写的').waitFor();
    await clash.getByText('企业写的').waitFor();
    expect(await shortName(second.page).inputValue()).toBe('监管写的');
    await press(second.page, '用最新的');
    await expect.poll(() => shortName(second.page).inputValue()).toBe('企业写的');
    const row = await rowOf(id);
    expect([row['status'], row['short_name']]).toEqual(['suspended', '企业写的']);
    await app.sql(`update enterprise set status = 'active' where id = $1`, [id]);
  });
});
