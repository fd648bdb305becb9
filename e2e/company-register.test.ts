import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { companies } from '../apps/simulator/src/companies.ts';
import { dialog, field } from './forms.ts';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });
const [activeCompany, gone] = [companies[0], companies.find(({ regStatus }) => regStatus === '注销')];
if (!activeCompany || !gone) throw new Error('the simulator knows no company');
const ctl = (path: string, body: object) =>
  fetch(`${app.outsideUrl}/_ctl/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function begin(page: Page, code: string) {
  await page.goto('/bus/enterprise/apply');
  await page.getByRole('combobox', { name: '受理单位' }).click();
  await page.getByRole('option', { name: '临澜区应急管理局（演示）' }).click();
  await page.getByLabel('统一社会信用代码').fill(code);
  await page.getByRole('button', { name: '查询工商信息，帮助填写' }).click();
}
const take = (page: Page, text: string) => page.getByRole('button', { name: `采用工商登记：${text}` });

it('CA-13: lets an applicant adopt register values field by field', { timeout: 120_000 }, async () => {
  const { page } = await browser.stranger({ size: { width: 390, height: 844 } });
  await begin(page, activeCompany.creditCode);
  await page.getByText(`查到“${activeCompany.name}”，各栏下方可以采用工商登记的内容`).waitFor();
  expect(await page.getByLabel('企业名称').inputValue()).toBe('');
  await take(page, activeCompany.name).click();
  expect(await page.getByLabel('企业名称').inputValue()).toBe(activeCompany.name);
  await take(page, activeCompany.name).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('法定代表人').fill('沈安然');
  await take(page, activeCompany.regLocation).click();
  await take(page, `C26 ${activeCompany.industry}`).click();
  const industry = page.getByRole('combobox', { name: '行业', exact: true });
  expect([
    await page.getByLabel('注册地址', { exact: true }).inputValue(),
    await industry.inputValue(),
    await page.getByLabel('法定代表人').inputValue(),
  ]).toEqual([activeCompany.regLocation, `C26 ${activeCompany.industry}`, '沈安然']);
  // The value of the company register is still offered, because it differs from the input.
  await take(page, activeCompany.legalPersonName).waitFor();
});

it('reports a company that is closed in the register @deep', { timeout: 120_000 }, async () => {
  const { page, expectStatus } = await browser.stranger();
  expectStatus(503);
  await begin(page, gone.creditCode);
  await page.getByText('工商登记状态为“注销”，请核对').waitFor();
  await ctl('companies', { refusal: 'quota' });
  await page.getByLabel('统一社会信用代码').fill(companies[30]?.creditCode ?? '');
  await page.getByRole('button', { name: '查询工商信息，帮助填写' }).click();
  await page.getByText('工商信息服务暂时不可用，请手工填写').waitFor();
  await ctl('companies', { refusal: 'none' });
  await page.getByLabel('企业名称').fill('手工填写有限公司');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('heading', { name: '企业信息' }).waitFor();
});

it(
  'lets a regulator fill all empty fields of an enterprise from the register @deep',
  { timeout: 120_000 },
  async () => {
    const { page } = await browser.enter('regulator1', '/bus/enterprise/index');
    await front(page).getByRole('button', { name: '新增企业' }).click();
    const form = dialog(page);
    const name = field(page, '企业名称');
    await name.fill('另一个名称');
    await field(page, '统一社会信用代码').fill(activeCompany.creditCode);
    await form.getByRole('button', { name: '查询工商信息' }).click();
    const table = form.getByRole('table', { name: '工商登记的内容' });
    await table.getByRole('row', { name: new RegExp(`企业名称 另一个名称 ${activeCompany.name}`) }).waitFor();
    await form.getByRole('button', { name: /^填入 \d 个空白项$/ }).click();
    // Only the typed value still needs a decision.
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    expect(await name.inputValue()).toBe('另一个名称');
    await form.getByRole('button', { name: '采用工商登记的企业名称' }).click();
    await form.getByText('与工商登记一致').waitFor();
    expect([
      await name.inputValue(),
      await field(page, '注册地址').inputValue(),
      await field(page, '法定代表人').inputValue(),
    ]).toEqual([activeCompany.name, activeCompany.regLocation, activeCompany.legalPersonName]);
  },
);
