import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { companies } from '../apps/simulator/src/companies.ts';
import { dialog, field, find } from './forms.ts';
import { look, looks, walker } from './screen-checks.ts';
import { follow, front, signIn } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });
const [desktop, small] = looks;
const form = '/mall/shop/shopapply/form';
const goods = '/mall/goods/index';
const shops = '/mall/shopinfo/index';
const tenant = '临澜区应急管理局（演示）';
const shopName = '临江-远山 77 号';
const [registeredCompany] = companies;
if (!registeredCompany) throw new Error('the simulator knows no company');

interface Sms {
  template: string;
  params: Record<string, string>;
}
const inbox = async (phone: string): Promise<Sms[]> =>
  (await fetch(`${app.outsideUrl}/_ctl/sms?phone=${phone}`)).json();
async function arrived(phone: string, template: string): Promise<Record<string, string>> {
  const findParameters = async () => (await inbox(phone)).find((one) => one.template === template)?.params;
  await expect.poll(findParameters, { timeout: 20_000 }).toBeDefined();
  return (await findParameters()) ?? {};
}

async function fillFacts(page: Page, name: string, phone: string) {
  await page.getByRole('combobox').first().click();
  await page.getByRole('option', { name: tenant }).click();
  await page.getByLabel('统一社会信用代码').fill(registeredCompany?.creditCode ?? '');
  await page.getByRole('button', { name: '查询工商信息' }).click();
  await page.getByText(`已填入工商登记的企业名称：${registeredCompany?.name}`).waitFor();
  expect(await page.getByLabel('企业名称').inputValue()).toBe(registeredCompany?.name);
  await page.getByLabel('店铺名称').fill(name);
  await page.getByLabel('客服电话').fill('0571-86001000');
  await page.getByLabel('店铺地址').fill('桐溪路 18 号');
  await page.getByLabel('联系人', { exact: true }).fill('陈佳宁');
  await page.getByLabel('联系人手机号').fill(phone);
}
async function send(page: Page, phone: string): Promise<string> {
  await page.getByRole('button', { name: /获取/ }).click();
  const { code } = await arrived(phone, 'codeShop');
  await page.getByLabel('短信验证码').fill(code ?? '');
  await page.getByRole('checkbox', { name: /^我已阅读并同意/ }).check();
  await page.getByRole('button', { name: '提交申请' }).click();
  await page.getByRole('heading', { name: '入驻申请已提交' }).waitFor();
  return (await page.locator('.end b').textContent()) ?? '';
}
const act = (page: Page, verb: string, name: string) =>
  front(page).getByRole('button', { name: `${verb} ${name}`, exact: true });

// Several browsers that exchange messages take over a minute on a slow machine.
describe('the mall', { timeout: 300_000 }, () => {
  it('RT-11, RP-06: shows everybody the goods of an approved shop', async () => {
    const phone = '13700020001';
    const name = '临江远山劳保店';
    const applicant = await browser.stranger(small);
    const { page } = applicant;
    let number = '';
    await look(applicant, small.name, {
      'shop-apply': async () => {
        await page.goto(form);
        await page.getByRole('heading', { name: '店铺入驻申请' }).waitFor();
      },
      'shop-apply-faults': async () => {
        await page.getByRole('combobox').first().click();
        await page.getByRole('option', { name: tenant }).click();
        await page.getByRole('button', { name: '提交申请' }).click();
        await page.getByText('请填写店铺名称').waitFor();
      },
      'shop-apply-full': () => fillFacts(page, name, phone),
      'shop-apply-done': async () => {
        number = await send(page, phone);
      },
      'shop-standing': async () => {
        await page.goto(form);
        await page.getByRole('button', { name: '查询进度' }).click();
        await page.getByLabel('申请编号').fill(number);
        await page.getByLabel('联系人手机号').fill(phone);
        await page.getByRole('button', { name: '查询', exact: true }).click();
        await page.getByText('待审核').waitFor();
      },
    });

    const officer = await walker(browser, 'regulator1', desktop);
    await follow(officer.page, shops);
    await officer.look({
      'shop-list': () => front(officer.page).getByText(name).first().waitFor(),
      'shop-details': async () => {
        await front(officer.page).getByRole('button', { name, exact: true }).click();
        await dialog(officer.page).getByText('0571-86001000').waitFor();
      },
    });
    await officer.page.keyboard.press('Escape');
    await dialog(officer.page).waitFor({ state: 'detached' });
    await act(officer.page, '通过', name).click();
    await officer.look({ 'shop-approve': () => dialog(officer.page).getByText('通过后店铺即开店').waitFor() });
    await dialog(officer.page).getByText('这家店铺没有上传资质证照').waitFor();
    await dialog(officer.page).getByRole('button', { name: '通过', exact: true }).click();
    await officer.page.getByText('已通过', { exact: true }).waitFor();
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await page.getByText('已通过，店铺营业中').waitFor();

    const { token, username } = await arrived(phone, 'shopApproved');
    const owner = await browser.stranger(desktop);
    await owner.page.goto(`/setpassword#${token}`);
    await owner.page.getByLabel('密码', { exact: true }).fill(shopName);
    await owner.page.getByRole('button', { name: '保存并进入' }).click();
    await owner.page.waitForURL('**/wel/index');
    await look(owner, desktop.name, {
      'shop-home-new': () => front(owner.page).getByRole('heading', { name: '我的店铺' }).waitFor(),
      'goods-empty': async () => {
        await front(owner.page).getByRole('link', { name: '管理商品' }).click();
        await front(owner.page).getByText('还没有商品').waitFor();
      },
      'goods-form': async () => {
        await front(owner.page).getByRole('button', { name: '新增商品' }).first().click();
        await field(owner.page, '商品名称').fill('ABS 安全帽');
        await find(owner.page, '分类', '', '防护');
        await field(owner.page, '价格').fill('28.50');
        await field(owner.page, '库存').fill('320');
        await field(owner.page, '规格').fill('白色，带缓冲内衬');
        await dialog(owner.page).locator('input[type=file]').first().setInputFiles('apps/server/data/demo-licence.png');
        await dialog(owner.page)
          .getByRole('button', { name: /移除|删除/ })
          .first()
          .waitFor();
        await field(owner.page, '商品说明').fill('企业批量可开票，工作日当天发货。');
      },
      goods: async () => {
        await dialog(owner.page).getByRole('button', { name: '保存', exact: true }).click();
        await front(owner.page).getByText('28.5 元').waitFor();
      },
    });
    await act(owner.page, '上架', 'ABS 安全帽').click();
    await owner.page.getByText('已上架', { exact: true }).first().waitFor();
    // The menu of a shop has no pages about safety.
    const menu = await owner.page.getByRole('navigation', { name: '顶部菜单' }).getByRole('button').allTextContents();
    expect(menu.map((name) => name.replace(/，.*/, ''))).toEqual(['工作台', '商城']);
    await follow(owner.page, '/wel/index');
    await front(owner.page)
      .getByRole('link', { name: /^已上架商品\s*1/ })
      .click();
    await front(owner.page).getByText('共 1 条').waitFor();

    const [opened] = await Promise.all([
      owner.page.context().waitForEvent('page'),
      (async () => {
        await front(owner.page)
          .getByRole('button', { name: /^更多操作/ })
          .click();
        await owner.page.getByRole('menuitem', { name: '商品页' }).click();
      })(),
    ]);
    const address = new URL(opened.url());
    const buyer = await browser.stranger(small);
    await look(buyer, small.name, {
      'goods-page': async () => {
        await buyer.page.goto(address.pathname + address.search);
        await buyer.page.getByRole('heading', { name: 'ABS 安全帽' }).waitFor();
      },
    });
    expect(await buyer.page.getByText('¥28.50').count()).toBe(1);
    await buyer.page.getByText('320 件').waitFor();
    expect(await buyer.page.getByRole('link', { name: '拨打电话' }).getAttribute('href')).toBe('tel:057186001000');
    expect(
      await buyer.page
        .locator('.goods-large')
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    ).toBeGreaterThan(1);

    // Nobody can open a product that is not on sale.
    await act(owner.page, '下架', 'ABS 安全帽').click();
    await owner.page.getByText('已下架', { exact: true }).first().waitFor();
    buyer.expectStatus(404);
    await buyer.page.reload();
    await buyer.page.getByRole('heading', { name: '打不开' }).waitFor();

    // When a shop is closed, its owner is signed out and the sign-in page shows the reason.
    await act(officer.page, '关店', name).click();
    await officer.look({
      'shop-close': () => field(officer.page, '关店原因').fill('店主申请停业'),
    });
    await dialog(officer.page).getByRole('button', { name: '关店', exact: true }).click();
    await officer.page.getByText('已关店', { exact: true }).first().waitFor();
    owner.expectStatus(401, 426);
    await owner.page.reload();
    await owner.page.waitForURL('**/login');
    const late = await browser.stranger();
    late.expectStatus(426, 401, 400);
    await late.page.goto('/login');
    await late.page.getByRole('combobox', { name: '单位' }).click();
    await late.page.getByRole('option', { name: tenant }).click();
    await late.page.getByText('店铺用户', { exact: true }).click();
    await late.page.getByLabel('用户名').fill(username ?? '');
    await late.page.getByRole('textbox', { name: '密码', exact: true }).fill(shopName);
    await late.page.getByRole('button', { name: '登录', exact: true }).click();
    await late.page.getByText('店铺已关店').waitFor();
  });

  it('RT-11: shows a rejected applicant the reason @deep', async () => {
    const phone = '13700020002';
    const name = '临江再来劳保店';
    const applicant = await browser.stranger(desktop);
    const { page } = applicant;
    await page.goto('/guide');
    await page.getByRole('link', { name: /店铺/ }).first().click();
    await page.waitForURL(`**${form}`);
    await fillFacts(page, name, phone);
    const number = await send(page, phone);
    const officer = await walker(browser, 'regulator1', desktop);
    await follow(officer.page, shops);
    await act(officer.page, '驳回', name).click();
    await field(officer.page, '驳回原因').fill('营业执照不清晰');
    await dialog(officer.page).getByRole('button', { name: '驳回', exact: true }).click();
    await officer.page.getByText('已驳回', { exact: true }).first().waitFor();
    expect((await arrived(phone, 'shopRejected'))['reason']).toBe('营业执照不清晰');
    await page.goto(form);
    await page.getByRole('button', { name: '查询进度' }).click();
    await page.getByLabel('申请编号').fill(number);
    await page.getByLabel('联系人手机号').fill(phone);
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await look(applicant, desktop.name, {
      'shop-standing-rejected': () => page.getByText('营业执照不清晰').waitFor(),
    });
    await page.getByRole('button', { name: '返回申请' }).click();
    await fillFacts(page, name, phone);
  });

  it('shows the demonstration shop its home page on a phone (RP-06) @deep', async () => {
    const owner = await browser.stranger(small);
    await signIn(owner.page, 'shop1');
    await look(owner, small.name, {
      'shop-home': () => front(owner.page).getByRole('heading', { name: '我的店铺' }).waitFor(),
      'shop-goods': async () => {
        await follow(owner.page, goods);
        await front(owner.page).getByText('ABS 安全帽').waitFor();
      },
      'shop-own': async () => {
        await follow(owner.page, shops);
        await front(owner.page).getByText('安澜劳保用品店').first().waitFor();
      },
    });
    expect(await front(owner.page).getByText('澜东消防器材行').count()).toBe(0);
  });
});
