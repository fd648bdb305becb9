import { creditCodeBodyCheck, creditCodeCheckDigit } from '@anlan/contract/domain/credit-code';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });

const path = '/bus/enterprise/apply';
const tenant = '临澜区应急管理局（演示）';
const codeOf = (serial: number) => {
  const body = `RX9${String(serial).padStart(5, '0')}`;
  const first = `91330108${body}${creditCodeBodyCheck(body)}`;
  return first + creditCodeCheckDigit(first);
};
interface Sms {
  id: string;
  template: string;
  params: Record<string, string>;
}
const inbox = async (phone: string): Promise<Sms[]> =>
  (await fetch(`${app.outsideUrl}/_ctl/sms?phone=${phone}`)).json();
async function arrived(phone: string, template: string, after = 0): Promise<Sms> {
  const findMessages = async () => (await inbox(phone)).filter((one) => one.template === template);
  await expect.poll(async () => (await findMessages()).length).toBeGreaterThan(after);
  const [newest] = await findMessages();
  if (!newest) throw new Error('no message');
  return newest;
}
const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click();

async function company(page: Page, name: string, serial: number) {
  await page.goto(path);
  await page.getByRole('combobox', { name: '受理单位' }).click();
  await page.getByRole('option', { name: tenant }).click();
  await page.getByLabel('统一社会信用代码').fill(codeOf(serial));
  await page.getByLabel('企业名称').fill(name);
  await next(page);
}
async function facts(page: Page) {
  const region = page.getByRole('combobox', { name: '行政区划' });
  await region.fill('bjq');
  await page.getByRole('option', { name: '浙江省 / 杭州市 / 滨江区' }).click();
  await page.getByLabel('注册地址', { exact: true }).fill('江滨路 1 号');
  await page.getByRole('combobox', { name: '行业', exact: true }).fill('C26');
  await page.getByRole('option', { name: /^C26/ }).click();
  await page.getByLabel('监管行业', { exact: true }).selectOption('emergency');
  await page.getByLabel('法定代表人').fill('沈安然');
  await page.getByLabel('安全员', { exact: true }).fill('周明舟');
  await page.getByLabel('安全员电话').fill('13912345678');
  await next(page);
}
async function prove(page: Page, phone: string) {
  const before = (await inbox(phone)).filter(({ template }) => template === 'codeApply').length;
  await page.getByRole('button', { name: /获取/ }).click();
  const { params } = await arrived(phone, 'codeApply', before);
  await page.getByText('验证码已发送，5 分钟内有效。').waitFor();
  await page.getByLabel('短信验证码').fill(params['code'] ?? '');
}
async function send(page: Page, phone: string): Promise<string> {
  await page.locator('input[type=file]').setInputFiles('apps/server/data/demo-licence.png');
  await page.getByRole('img', { name: '营业执照预览' }).waitFor();
  await page.getByLabel('申请人手机号').fill(phone);
  await prove(page, phone);
  await page.getByRole('checkbox', { name: /^我已阅读并同意/ }).check();
  await page.getByRole('button', { name: '提交申请' }).click();
  await page.getByRole('heading', { name: '已提交，预计 3 个工作日内答复' }).waitFor();
  return (await page.locator('.number code').textContent()) ?? '';
}
async function review(name: string) {
  const { page } = await browser.enter('regulator1', `/bus/enterprise/index?keyword=${encodeURIComponent(name)}`);
  await front(page)
    .getByRole('button', { name: `审核 ${name}` })
    .click();
  await page.getByRole('region', { name: '营业执照' }).waitFor();
  return page;
}
async function reject(page: Page, reason: string) {
  await page.getByRole('button', { name: '驳回', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^驳回“/ });
  await dialog.getByLabel('驳回原因').fill(reason);
  await dialog.getByRole('button', { name: '驳回', exact: true }).click();
  await page.getByText('已驳回', { exact: true }).first().waitFor();
}
async function look(page: Page, number: string, phone: string) {
  await page.getByRole('button', { name: '查询进度' }).first().click();
  await page.getByLabel('申请编号').fill(number);
  await page.getByLabel('申请人手机号').fill(phone);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await page.locator('.standing').waitFor();
}

// Two browsers that exchange messages take over a minute on a slow machine.
describe('a public application of an enterprise', { timeout: 150_000 }, () => {
  it('is sent with an SMS code and approved (RT-10)', async () => {
    const phone = '13700010001';
    const name = '安澜入驻通过示例有限公司';
    const applicant = await browser.stranger();
    const { page } = applicant;
    await page.goto('/login');
    await page.getByRole('link', { name: '企业入驻' }).click();
    await page.getByRole('heading', { name: '企业入驻申请' }).waitFor();
    await company(page, name, 1);
    await facts(page);
    // Simulates a slow phone network, so that the upload progress of the licence is visible.
    const line = await page.context().newCDPSession(page);
    const slow = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    const sending = page.getByRole('button', { name: /^正在上传营业执照 [1-9]\d?%$/ });
    await slow(8 * 1024);
    const [number] = await Promise.all([send(page, phone), sending.waitFor()]);
    await slow(-1);
    expect(number).toMatch(/^RZ\d{8}-[0-9A-Z]{8}$/);
    const officer = await review(name);
    await officer.getByRole('button', { name: '通过', exact: true }).click();
    await officer
      .getByRole('dialog', { name: /^通过“/ })
      .getByRole('button', { name: '通过', exact: true })
      .click();
    await officer.getByText('已通过', { exact: true }).waitFor();
    const { params } = await arrived(phone, 'enterpriseApproved');
    await look(page, number, phone);
    await page.getByText('已通过', { exact: true }).waitFor();
    const phoneAtHand = await browser.stranger({ size: { width: 390, height: 844 } });
    const { page: small } = phoneAtHand;
    await small.goto(`/setpassword#${params['token']}`);
    await small.getByRole('heading', { name: '设置密码' }).waitFor();
    expect(await small.getByLabel('用户名').inputValue()).toBe(params['username']);
    await small.getByLabel('密码', { exact: true }).fill('12345678');
    phoneAtHand.expectStatus(400);
    await small.getByRole('button', { name: '保存并进入' }).click();
    await small.getByText('该密码过于常见，请换一个').waitFor();
    await small.getByLabel('密码', { exact: true }).fill('临江-远山 77 号');
    await small.getByRole('button', { name: '保存并进入' }).click();
    await small.waitForURL('**/wel/index');
    await small.getByText(name).first().waitFor();
    // The link works only once, so a person who finds the phone cannot use the link again.
    const finder = await browser.stranger();
    finder.expectStatus(404);
    await finder.page.goto(`/setpassword#${params['token']}`);
    await finder.page.getByRole('heading', { name: '链接打不开' }).waitFor();
    await finder.page.getByRole('link', { name: '去登录' }).click();
    await finder.page.getByRole('combobox', { name: '单位' }).click();
    await finder.page.getByRole('option', { name: tenant }).click();
    await finder.page.getByText('企业人员', { exact: true }).click();
    await finder.page.getByLabel('用户名').fill(params['username'] ?? '');
    await finder.page.getByLabel('密码', { exact: true }).fill('临江-远山 77 号');
    await finder.page.getByRole('button', { name: '登录', exact: true }).click();
    await finder.page.waitForURL('**/wel/index');
  });

  it('can be sent again after a rejection (RT-10) @deep', async () => {
    const phone = '13700010002';
    const name = '安澜入驻驳回示例有限公司';
    const applicant = await browser.stranger({ size: { width: 390, height: 844 }, theme: 'theme-black' });
    const { page } = applicant;
    await company(page, name, 2);
    await facts(page);
    const number = await send(page, phone);
    const officer = await review(name);
    await reject(officer, '营业执照不清晰，请重新上传');
    expect((await arrived(phone, 'enterpriseRejected')).params['reason']).toBe('营业执照不清晰，请重新上传');
    await look(page, number, phone);
    await page.getByText('营业执照不清晰，请重新上传').waitFor();
    await page.getByRole('button', { name: '修改后重新提交' }).click();
    // A new SMS code can be requested only after a minute; deleting the attempts simulates that time.
    await app.sql('delete from public_attempt');
    await prove(page, phone);
    await page.getByRole('button', { name: '验证并修改' }).click();
    await page.getByRole('heading', { name: '修改入驻申请' }).waitFor();
    expect(await page.getByLabel('企业名称').filter({ visible: true }).inputValue()).toBe(name);
    await next(page);
    expect(await page.getByLabel('法定代表人').inputValue()).toBe('沈安然');
    await page.getByLabel('法定代表人').fill('沈安宁');
    await page.getByRole('button', { name: '查询进度' }).click();
    await page.getByRole('button', { name: '修改申请' }).click();
    expect(await page.getByLabel('法定代表人').inputValue()).toBe('沈安宁');
    await next(page);
    // Half an hour later the phone number must be verified again. The changed input remains.
    await app.sql('update sms_proof set ends_at = now()');
    await app.sql('delete from public_attempt');
    applicant.expectStatus(428);
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('手机验证已失效').waitFor();
    await prove(page, phone);
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByRole('heading', { name: '已提交，预计 3 个工作日内答复' }).waitFor();
    await look(page, number, phone);
    await page.getByText('审核中', { exact: true }).waitFor();
    const [row] = await app.sql<{ legal_person: string }>(
      "select legal_person from enterprise where tenant_id = '1' and name = $1",
      [name],
    );
    expect(row?.legal_person).toBe('沈安宁');
  });

  it('keeps its form unchanged while 查询进度 is open (RT-10) @deep', async () => {
    const { page } = await browser.stranger();
    const lookAndBack = async () => {
      await page.getByRole('button', { name: '查询进度' }).click();
      await page.getByRole('heading', { name: '查询进度' }).waitFor();
      await page.getByRole('button', { name: '填写申请' }).click();
      await page.getByRole('heading', { name: '企业入驻申请' }).waitFor();
    };
    await company(page, '安澜中途查看示例有限公司', 5);
    await page.getByLabel('法定代表人').fill('沈安然');
    await lookAndBack();
    // A draft contains no names of persons, so the name is gone after the reload.
    expect(await page.getByLabel('法定代表人').inputValue()).toBe('沈安然');
    await page.reload();
    await page.getByText('已恢复上次填写的内容').waitFor();
    expect(await page.getByLabel('企业名称').inputValue()).toBe('安澜中途查看示例有限公司');
    await page.getByRole('button', { name: '清空重填' }).click();
    await lookAndBack();
    expect(await page.getByLabel('企业名称').inputValue()).toBe('');
  });

  it('is restored from a draft without names and phone numbers (RT-10) @deep', async () => {
    const { page } = await browser.stranger();
    await company(page, '安澜草稿示例有限公司', 3);
    await page.getByLabel('法定代表人').fill('沈安然');
    await page.getByLabel('注册地址', { exact: true }).fill('江滨路 1 号');
    await next(page);
    await page.getByText('请选择行政区划').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    const storedDraft = await page.evaluate(() => localStorage.getItem('anlan-apply-draft') ?? '');
    expect(storedDraft).toContain('安澜草稿示例有限公司');
    expect(storedDraft).not.toContain('沈安然');
    await page.reload();
    await page.getByText('已恢复上次填写的内容').waitFor();
    expect(await page.getByLabel('企业名称').inputValue()).toBe('安澜草稿示例有限公司');
    await next(page);
    // The draft also restores the input of a step that is not finished.
    expect(await page.getByLabel('注册地址', { exact: true }).inputValue()).toBe('江滨路 1 号');
    // A city that has no districts can itself be selected as the region.
    await page.getByRole('combobox', { name: '行政区划' }).fill('东莞');
    await page.getByRole('option', { name: '广东省 / 东莞市' }).click();
    await page.reload();
    await page.getByText('已恢复上次填写的内容').waitFor();
    await next(page);
    expect(await page.getByRole('combobox', { name: '行政区划' }).inputValue()).toBe('广东省 / 东莞市');
    await page.getByRole('button', { name: '上一步' }).click();
    await page.getByRole('button', { name: '清空重填' }).click();
    expect(await page.getByLabel('企业名称').inputValue()).toBe('');
  });

  it('warns that a credit code is already in use @deep', async () => {
    const [row] = await app.sql<{ credit_code: string }>(
      `select credit_code from enterprise where tenant_id = '1' and status = 'active' limit 1`,
    );
    const { page } = await browser.stranger();
    await page.goto(path);
    await page.getByRole('combobox', { name: '受理单位' }).click();
    await page.getByRole('option', { name: tenant }).click();
    await page.getByLabel('统一社会信用代码').fill(codeOf(4).replace('330108', '33O1O8'));
    await page.getByRole('button', { name: `改为 ${codeOf(4)}` }).click();
    expect(await page.getByLabel('统一社会信用代码').inputValue()).toBe(codeOf(4));
    await page.getByLabel('统一社会信用代码').fill(row?.credit_code ?? '');
    await page.getByLabel('企业名称').fill('安澜重复示例有限公司');
    await next(page);
    await page.getByText('该统一社会信用代码已登记或正在审核').waitFor();
  });

  it('shows corrections of the authority in the open form (RT-10) @deep', async () => {
    const phone = '13700010006';
    const name = '安澜同时修改示例有限公司';
    const applicant = await browser.stranger();
    const { page } = applicant;
    await company(page, name, 6);
    await facts(page);
    const number = await send(page, phone);
    const officer = await review(name);
    await reject(officer, '注册地址与营业执照不一致');
    await look(page, number, phone);
    await page.getByRole('button', { name: '修改后重新提交' }).click();
    await app.sql('delete from public_attempt');
    await prove(page, phone);
    await page.getByRole('button', { name: '验证并修改' }).click();
    await page.getByRole('heading', { name: '修改入驻申请' }).waitFor();
    const shown = (label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true });
    // Simulates the regulator saving the enterprise at the same time.
    await app.sql(
      `update enterprise set registered_address = '江滨路 99 号', legal_person = '陆远山', version = version + 1
       where tenant_id = '1' and name = $1`,
      [name],
    );
    await next(page);
    await shown('法定代表人').fill('沈安宁');
    await next(page);
    applicant.expectStatus(409);
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('监管部门在您填写期间修改了这份申请').waitFor();
    await page.getByText('监管部门修改了这一项，请核对').waitFor();
    await page.getByText('监管部门已改为“陆远山”，您填写的仍保留，请核对').waitFor();
    expect([await shown('注册地址').inputValue(), await shown('法定代表人').inputValue()]).toEqual([
      '江滨路 99 号',
      '沈安宁',
    ]);
    await next(page);
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByRole('heading', { name: '已提交，预计 3 个工作日内答复' }).waitFor();
    const [row] = await app.sql(
      `select registered_address, legal_person, status from enterprise where tenant_id = '1' and name = $1`,
      [name],
    );
    expect(row).toEqual({ registered_address: '江滨路 99 号', legal_person: '沈安宁', status: 'underReview' });
  });
});
