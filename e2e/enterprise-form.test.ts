import { creditCodeBodyCheck, creditCodeCheckDigit } from '@anlan/contract/domain/credit-code';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog, field, find } from './forms.ts';
import { choose, front, signIn, signOut } from './people.ts';
import { openStage } from './app-and-browser.ts';
import { tokenOf } from './upload-file.ts';

const { app, browser } = await openStage();

const list = '/bus/enterprise/index';
const save = (page: Page, waiting: { timeout?: number } = {}) =>
  page.getByRole('button', { name: '保存', exact: true }).click(waiting);
/** Saves after another browser has ended the session, and waits for the sign-in page. Returns its path. */
const saveAndLeave = (page: Page) =>
  expect
    .poll(
      async () => {
        // The live channel may redirect to the sign-in page before the click. The timeout is short, because a late
        // click would press a button of the sign-in page.
        await save(page, { timeout: 2_000 }).catch(() => undefined);
        return new URL(page.url()).pathname;
      },
      { timeout: 40_000 },
    )
    .toBe('/login');
const row = async (order: number) => {
  const [enterpriseRow] = await app.sql<{ id: string; name: string; credit_code: string }>(
    `select id, name, credit_code from enterprise where tenant_id = '1' and status = 'active' order by id offset ${order} limit 1`,
  );
  if (!enterpriseRow) throw new Error('the demonstration has too few enterprises');
  return enterpriseRow;
};

const toEnd = (page: Page) =>
  dialog(page)
    .locator('.ant-drawer-body')
    .evaluate((body) => body.scrollTo(0, body.scrollHeight));
const isVisibleRow = (part: Locator) =>
  part.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    const at = (down: number) => shown.contains(document.elementFromPoint(left + width / 2, top + down));
    return top >= 0 && at(2) && at(Math.min(height, 40) - 2);
  });

const codeOf = (serial: number) => {
  const body = `MA9${String(serial).padStart(5, '0')}`;
  const first = `91330108${body}${creditCodeBodyCheck(body)}`;
  return first + creditCodeCheckDigit(first);
};

async function fillNew(page: Page, name: string, code: string) {
  await field(page, '企业名称').fill(name);
  await field(page, '统一社会信用代码').fill(code);
  await field(page, '监管行业').click();
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click();
  await field(page, '行政区划').click();
  await field(page, '行政区划').fill('滨江区');
  await page.locator('.ant-cascader-menu-item').filter({ hasText: '滨江区', visible: true }).first().click();
  await field(page, '注册地址').fill('长河街道江南大道 88 号');
  await field(page, '行业').click();
  await field(page, '行业').fill('化学原料');
  await page
    .locator('.ant-select-tree-node-content-wrapper')
    .filter({ hasText: '化学原料', visible: true })
    .last()
    .click();
  await field(page, '法定代表人').fill('顾清和');
  await field(page, '安全员').fill('陆安');
  await field(page, '安全员电话').fill('13900001234');
}

describe('creating an enterprise', () => {
  it('suggests a correction for a mistyped credit code @deep', async () => {
    const { page } = await browser.enter('regulator1', list);
    await front(page).getByRole('button', { name: '新增企业' }).first().click();
    const right = codeOf(1);
    const wrong = `${right.slice(0, 12)}O${right.slice(13)}`;
    await fillNew(page, '澜岸试验化工有限公司', wrong);
    await page.getByRole('button', { name: `改为 ${right}` }).click();
    await expect.poll(() => field(page, '统一社会信用代码').inputValue()).toBe(right);
    await save(page);
    await page.getByText('已新增企业').waitFor();
    await front(page).getByRole('link', { name: '澜岸试验化工有限公司', exact: true }).waitFor();
  });

  it('reports at the field that a credit code is already in use (409) @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1', list);
    expectStatus(409, 400);
    const existingRow = await row(0);
    await front(page).getByRole('button', { name: '新增企业' }).first().click();
    await fillNew(page, '重复试验有限公司', existingRow.credit_code);
    await page.getByText('该统一社会信用代码已存在').first().waitFor();
    await save(page);
    const item = page.locator('.ant-form-item').filter({ has: page.getByLabel(/^统一社会信用代码/) });
    await item.locator('.ant-form-item-explain-error').waitFor();
    await item.getByRole('link', { name: '查看这家企业' }).click();
    await front(page).getByRole('heading', { name: existingRow.name }).waitFor();
  });

  it('names every invalid field', async () => {
    const { page } = await browser.enter('regulator1', list);
    await front(page).getByRole('button', { name: '新增企业' }).first().click();
    await field(page, '安全员电话').fill('1390000123');
    await save(page);
    await page.getByText(/有 \d+ 处需要修改/).waitFor();
    await page.getByText('企业名称不能为空').waitFor();
    expect(await field(page, '安全员电话').inputValue()).toBe('1390000123');
    await page.keyboard.press('Escape');
    await page.getByText('有未保存的修改').waitFor();
    await page.getByRole('button', { name: '继续填写' }).click();
    expect(await field(page, '安全员电话').inputValue()).toBe('1390000123');
  });
});

describe('editing an enterprise', () => {
  it('renders only the invalid field again after a failed save @deep', async () => {
    const one = await row(4);
    const { page } = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one.id}`);
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await field(page, '许可证有效期').or(field(page, '接害人数')).first().waitFor();
    await field(page, '安全员电话').fill('1390000123');
    // Records which fields are rendered: Ant Design computes the position of a field at each render.
    const drawn = await page.evaluateHandle(() => {
      const seen = new Set<Element>();
      const original = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetParent');
      Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
        get(this: HTMLElement): unknown {
          if (this.matches('.ant-form-item')) seen.add(this);
          return original?.get?.call(this);
        },
      });
      return seen;
    });
    await save(page);
    await page.getByText('有 1 处需要修改').waitFor();
    await page.getByText('手机号码长度不为11位').waitFor();
    const names = await drawn.evaluate((seen) => [...seen].map((item) => item.querySelector('label')?.textContent));
    expect(names).toEqual([expect.stringMatching(/^安全员电话/)]);
  });

  it('saves the selected value of a conflict', async () => {
    const one = await row(1);
    const first = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one.id}`);
    const second = await browser.enter('admin1', `/bus/enterprise/dossier?id=${one.id}`);
    second.expectStatus(409);
    for (const { page } of [first, second]) {
      await front(page).getByRole('button', { name: '编辑', exact: true }).click();
      await field(page, '简称').waitFor();
    }
    await field(first.page, '简称').fill('先到');
    await save(first.page);
    await first.page.getByText('已保存').waitFor();
    await field(second.page, '简称').fill('后到');
    await toEnd(second.page);
    await save(second.page);
    const alert = second.page.getByRole('alert').filter({ hasText: '内容已被他人修改' });
    await alert.getByText('后到').waitFor();
    await alert.getByText('先到').waitFor();
    expect(await isVisibleRow(alert)).toBe(true);
    // Tab moves the focus to the first radio button, which is the next focusable element.
    await second.page.keyboard.press('Tab');
    const focused = () => second.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('简称 用我的修改');
    await second.page.getByRole('button', { name: '仍保存我的' }).click();
    await second.page.getByText('已保存').waitFor();
    const [saved] = await app.sql<{ short_name: string }>('select short_name from enterprise where id = $1', [one.id]);
    expect(saved?.short_name).toBe('后到');
  });

  it('resolves a conflict field by field @deep', async () => {
    const one = await row(5);
    const first = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one.id}`);
    const second = await browser.enter('admin1', `/bus/enterprise/dossier?id=${one.id}`);
    second.expectStatus(409);
    const typed = [
      { who: first.page, texts: { 简称: '先到简称', 邮箱: 'first@example.com', 经营范围: '先到的范围' } },
      { who: second.page, texts: { 简称: '后到简称', 邮箱: 'second@example.com', 安全分管负责人: '后到的人' } },
    ];
    for (const { who, texts } of typed) {
      await front(who).getByRole('button', { name: '编辑', exact: true }).click();
      for (const [label, text] of Object.entries(texts)) await field(who, label).fill(text);
    }
    await save(first.page);
    await first.page.getByText('已保存').waitFor();
    await save(second.page);
    const alert = second.page.getByRole('alert').filter({ hasText: '内容已被他人修改' });
    await alert.getByRole('row', { name: /经营范围.*先到的范围/ }).waitFor();
    expect(await alert.getByRole('radio', { name: /用我的修改$/, checked: true }).count()).toBe(2);
    // A field that only this person changed is not listed in the dialog.
    expect(await alert.getByRole('row', { name: /安全分管负责人/ }).count()).toBe(0);
    await alert.getByText('只有您改过的内容会一并保存：安全分管负责人。').waitFor();
    await alert.getByRole('radio', { name: '简称 用最新内容' }).check();
    await alert.getByRole('button', { name: '按所选内容保存' }).click();
    await second.page.getByText('已保存').waitFor();
    const [saved] = await app.sql(
      'select short_name, email, business_scope, safety_head_name from enterprise where id = $1',
      [one.id],
    );
    expect(saved).toEqual({
      short_name: '先到简称',
      email: 'second@example.com',
      business_scope: '先到的范围',
      safety_head_name: '后到的人',
    });
  });

  it('saves a draft without undoing later changes of other people @deep', async () => {
    const one = await row(6);
    const { page, expectStatus } = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one.id}`);
    expectStatus(409);
    const edit = () => front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await edit();
    await field(page, '简称').fill('草稿简称');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('草稿简称');
    await app.sql(`update enterprise set email = 'others@example.com', version = version + 1 where id = $1`, [one.id]);
    await page.reload();
    await edit();
    await page.getByText('已恢复上次没有保存的内容').waitFor();
    await expect.poll(() => field(page, '邮箱').inputValue()).toBe('others@example.com');
    await save(page);
    await page.getByText('您的修改与他人的没有冲突，可以直接保存。').waitFor();
    expect(await page.getByRole('alert').getByRole('radio').count()).toBe(0);
    await page.getByRole('button', { name: '仍保存我的' }).click();
    await page.getByText('已保存').waitFor();
    const [saved] = await app.sql('select short_name, email from enterprise where id = $1', [one.id]);
    expect(saved).toEqual({ short_name: '草稿简称', email: 'others@example.com' });
  });

  it('asks which value to keep when another person changed a field of a restored draft @deep', async () => {
    const one = await row(7);
    const { page, expectStatus } = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one.id}`);
    expectStatus(409);
    const edit = () => front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await edit();
    await field(page, '简称').fill('草稿简称');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('草稿简称');
    await app.sql(`update enterprise set short_name = '别人简称', version = version + 1 where id = $1`, [one.id]);
    await page.reload();
    await edit();
    await page.getByText('已恢复上次没有保存的内容').waitFor();
    await save(page);
    const conflictRow = page.getByRole('alert').getByRole('row', { name: /^简称/ });
    await conflictRow.getByText('草稿简称').waitFor();
    await conflictRow.getByText('别人简称').waitFor();
  });

  it('asks about a phone number that both people changed, although both masked numbers are equal @deep', async () => {
    const one = await row(8);
    const first = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one.id}`);
    const second = await browser.enter('admin1', `/bus/enterprise/dossier?id=${one.id}`);
    second.expectStatus(409);
    const [stored] = await app.sql<{ phone: string }>(
      'select safety_manager_phone as phone from enterprise where id = $1',
      [one.id],
    );
    const numberWith = (middle: string) => stored?.phone.replace('****', middle) ?? '';
    for (const { page } of [first, second]) {
      await front(page).getByRole('button', { name: '编辑', exact: true }).click();
      await field(page, '安全员电话').fill(numberWith(page === first.page ? '5678' : '8765'));
    }
    await field(second.page, '负责人电话').fill('13833330002');
    await save(first.page);
    await first.page.getByText('已保存').waitFor();
    await save(second.page);
    const alert = second.page.getByRole('alert').filter({ hasText: '内容已被他人修改' });
    await alert.getByRole('row', { name: /^安全员电话/ }).waitFor();
    expect(await alert.getByRole('row', { name: /^负责人电话/ }).count()).toBe(0);
    await alert.getByText('只有您改过的内容会一并保存：负责人电话。').waitFor();
  });

  it('refuses a child enterprise as the parent enterprise @deep', async () => {
    const [one, lower] = [await row(9), await row(10)];
    await app.sql('update enterprise set parent_id = $2 where id = $1', [lower.id, one.id]);
    const { page, expectStatus } = await browser.enter('regulator1', `/bus/enterprise/dossier?id=${one.id}`);
    expectStatus(400);
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await find(page, '上级企业', lower.name, lower.name);
    await toEnd(page);
    await save(page);
    const item = page.locator('.ant-form-item').filter({ has: page.getByLabel(/^上级企业/) });
    await item.getByText(`“${lower.name}”是本企业的下级企业，不能再作为上级企业`).waitFor();
    await expect.poll(() => isVisibleRow(item)).toBe(true);
  });

  it('preserves a draft after a forced sign-out, without phone numbers (S46) @deep', async () => {
    const one = await row(2);
    const { page, expectStatus } = await browser.enter('regulator1', '/wel/index', { ownSession: true });
    expectStatus(401);
    const edit = async () => {
      await page.goto(`/bus/enterprise/dossier?id=${one.id}`);
      await front(page).getByRole('button', { name: '编辑', exact: true }).click();
      await field(page, '简称').waitFor();
    };
    await edit();
    await field(page, '简称').fill('没保存');
    await field(page, '安全员电话').fill('13912345678');
    const storedText = () =>
      page.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }));
    await expect.poll(storedText).toContain('没保存');
    expect(await storedText()).not.toContain('13912345678');
    const token = await tokenOf(page);
    await fetch(`${app.url}/auth/token/logout`, { headers: { authorization: `Bearer ${token}` } });
    await saveAndLeave(page);
    await signIn(page, 'regulator1');
    await edit();
    await page.getByText('已恢复上次没有保存的内容').waitFor();
    expect(await field(page, '简称').inputValue()).toBe('没保存');
    await page.goto('/wel/index');
    await signOut(page);
    expect(await storedText()).not.toContain('没保存');
  });

  it('leaves no data of one person to the next person at the same browser (S46) @deep', async () => {
    const one = await row(3);
    const { page, expectStatus } = await browser.enter('regulator1', '/wel/index', { ownSession: true });
    expectStatus(401);
    await page.goto(`/bus/enterprise/dossier?id=${one.id}`);
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await field(page, '简称').fill('别人的');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('别人的');
    const token = await tokenOf(page);
    await fetch(`${app.url}/auth/token/logout`, { headers: { authorization: `Bearer ${token}` } });
    await saveAndLeave(page);
    await signIn(page, 'admin1');
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    const remainingText = stored + (await page.content());
    for (const canary of ['别人的', one.name, '林知远']) expect(remainingText).not.toContain(canary);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['首页']);
  });

  it('restores a removed enterprise with 撤销 @deep', async () => {
    const { page } = await browser.enter('regulator1', `${list}?status=0`);
    const more = front(page)
      .getByRole('button', { name: /^更多操作 / })
      .first();
    const name = (await more.getAttribute('aria-label'))?.replace('更多操作 ', '') ?? '';
    await more.click();
    await choose(page, '删除');
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
    await page.getByText(`已删除“${name}”`).waitFor();
    await expect.poll(() => front(page).getByRole('link', { name, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText('已恢复').waitFor();
    await front(page).getByRole('link', { name, exact: true }).waitFor();
  });
});
