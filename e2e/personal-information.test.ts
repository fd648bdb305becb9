import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { choose, follow, front, goTo } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });

const section = (page: Page, name: string) => front(page).getByRole('region', { name, exact: true });
/**
 * Does an action and waits for its message. Waits from the start, because the message disappears after three seconds.
 */
const expectMessage = (page: Page, text: string, act: () => Promise<unknown>) =>
  Promise.all([page.getByText(text, { exact: true }).first().waitFor(), act()]);
async function open(page: Page) {
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, '个人信息');
  await section(page, '登录记录').getByRole('list').waitFor();
}

interface Sms {
  template: string;
  params: { code: string };
}
async function codeOf(phone: string): Promise<string> {
  const findMessage = async (): Promise<Sms | undefined> => {
    const all: Sms[] = await (await fetch(`${app.outsideUrl}/_ctl/sms?phone=${phone}`)).json();
    return all.find(({ template }) => template === 'codeChangePhone');
  };
  await expect.poll(findMessage).toBeDefined();
  return (await findMessage())?.params.code ?? '';
}

const picture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 300);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.fillStyle = '#2a7';
    pen.fillRect(0, 0, 400, 300);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
  });

describe('personal information', () => {
  it('RT-17 saves a changed name and portrait (CA-05)', async () => {
    const { page } = await browser.enter('regulator1');
    await open(page);
    const basics = section(page, '基本资料');
    await basics.getByLabel('昵称').fill('林知远（值班）');
    await page.getByRole('button', { name: /个有未保存的内容|有未保存的内容/ }).waitFor();
    await basics.getByLabel('邮箱').fill('lin');
    await basics.getByRole('button', { name: '保存' }).click();
    await basics.getByText('邮箱格式不正确').waitFor();
    await basics.getByLabel('邮箱').fill('lin@example.com');
    await expectMessage(page, '修改成功', () => basics.getByRole('button', { name: '保存' }).click());
    await page.getByRole('button', { name: '林知远（值班） 用户菜单' }).waitFor();
    await basics.locator('input[type=file]').setInputFiles({
      name: '我.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await picture(page)),
    });
    await expectMessage(page, '头像已更新', () => dialog(page).getByRole('button', { name: '使用' }).click());
    const portrait = basics.getByRole('img', { name: '我的头像' });
    await portrait.waitFor();
    await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
    await page.reload();
    expect(await basics.getByLabel('昵称').inputValue()).toBe('林知远（值班）');
  });

  it('ends other sessions but not this one after a password change (S10, S12) @deep', async () => {
    const elsewhere = await browser.enter('entstaff1');
    const here = await browser.enter('entstaff1', '/wel/index', { ownSession: true });
    const { page } = here;
    here.expectStatus(400);
    elsewhere.expectStatus(401);
    await open(page);
    await section(page, '登录会话').getByText('本次登录').waitFor();
    const part = section(page, '登录密码');
    await part.getByRole('button', { name: '修改密码' }).click();
    const fill = async (old: string, wanted: string, again = wanted) => {
      await part.getByLabel('原密码').fill(old);
      await part.getByLabel('新密码', { exact: true }).fill(wanted);
      await part.getByLabel('确认新密码').fill(again);
      await part.getByRole('button', { name: '保存新密码' }).click();
    };
    await fill('Anlan@2026', '潮起江南 2026 望海', '潮起江南');
    await part.getByText('两次输入的密码不一致').waitFor();
    await fill('不是这个密码', '潮起江南 2026 望海');
    await part.getByText('原密码错误，请重新输入').waitFor();
    expect(await part.getByLabel('新密码', { exact: true }).inputValue()).toBe('潮起江南 2026 望海');
    await fill('Anlan@2026', 'Admin@123');
    await part.getByText('该密码过于常见，请换一个').waitFor();
    await expectMessage(page, '修改成功', () => fill('Anlan@2026', '潮起江南 2026 望海'));
    await expect.poll(() => section(page, '登录会话').getByRole('listitem').count()).toBe(1);
    await dialog(elsewhere.page).getByRole('button', { name: '重新登录' }).click();
    await elsewhere.page.waitForURL('**/login');
    await follow(page, '/bus/station/index');
    await front(page).getByRole('heading', { level: 1 }).waitFor();
  });

  it('changes the phone number with two SMS codes (ST-06, VA-02, VA-03, ER-04)', async () => {
    const person = await browser.enter('shop1');
    const { page } = person;
    person.expectStatus(428, 429);
    await open(page);
    await section(page, '手机号').getByRole('button', { name: '更换手机号' }).click();
    const form = dialog(page);
    const old = await form.getByLabel('原手机号').inputValue();
    const save = () => form.getByRole('button', { name: '保存' }).click();
    await form.getByLabel('原手机号').fill('');
    await expectMessage(page, '原手机号不能为空', () => save());
    await expectMessage(page, '新手机号不能为空', () =>
      form.getByRole('button', { name: '获取验证码 新手机' }).click(),
    );
    await form.getByLabel('原手机号').fill('1990000');
    await form.getByRole('button', { name: '获取验证码 原手机' }).click();
    await form.getByText('手机号格式错误').waitFor();
    await form.getByLabel('原手机号').fill(old);
    await form.getByRole('button', { name: '获取验证码 原手机' }).click();
    await form.getByText(/^\d+ 秒后重新获取$/).waitFor();
    await form.getByRole('textbox', { name: '原手机验证码' }).fill(await codeOf(old));
    await expectMessage(page, '新手机号不能为空', () => save());
    await form.getByLabel('新手机号').fill('12900001111');
    await form.getByRole('button', { name: '获取验证码 新手机' }).click();
    await form.getByText('手机格式错误').waitFor();
    await form.getByLabel('新手机号').fill('19900009911');
    await form.getByRole('button', { name: '获取验证码 新手机' }).click();
    const code2 = await codeOf('19900009911');
    const code = await form.getByRole('textbox', { name: '原手机验证码' }).inputValue();
    await form.getByRole('textbox', { name: '新手机验证码' }).fill(code2 === '000000' ? '000001' : '000000');
    await expectMessage(page, '验证码错误,请重新输入', () => save());
    expect(await page.getByText('验证码已发送').count()).toBe(0);
    // After a failure the form and both countdowns are reset, as the specification allows.
    await expect.poll(() => form.getByText('获取验证码').count()).toBe(2);
    expect(await form.getByLabel('新手机号').inputValue()).toBe('');
    await form.getByRole('textbox', { name: '原手机验证码' }).fill(code);
    await form.getByLabel('新手机号').fill('19900009911');
    await form.getByRole('textbox', { name: '新手机验证码' }).fill(code2);
    await expectMessage(page, '修改绑定手机号成功', () => save());
    await section(page, '手机号').getByText('199****9911').waitFor();
  });

  it('shows a masked phone number after a reason and the password (S79) @deep', async () => {
    const person = await browser.enter('regulator2');
    const { page } = person;
    person.expectStatus(403, 400);
    const [firm] = await app.sql<{ id: string; safety_manager_phone: string }>(
      `select id, safety_manager_phone from enterprise where tenant_id = '2' and status = 'active' order by id limit 1`,
      [],
      '2',
    );
    await follow(page, `/bus/enterprise/dossier?id=${firm?.id}`);
    await front(page).getByRole('button', { name: '查看安全员电话' }).click();
    const form = dialog(page);
    await form.getByRole('button', { name: '查看', exact: true }).click();
    await form.getByText('请填写查看原因').waitFor();
    await form.getByLabel('查看原因').fill('联系企业核实整改进度');
    await form.getByRole('button', { name: '查看', exact: true }).click();
    await form.getByLabel('登录密码').fill('不是这个密码');
    await form.getByRole('button', { name: '验证并查看' }).click();
    await form.getByText('密码错误，请重新输入').waitFor();
    await form.getByLabel('登录密码').fill('Anlan@2026');
    await form.getByRole('button', { name: '验证并查看' }).click();
    await front(page)
      .getByText(new RegExp(`^${firm?.safety_manager_phone.replace('****', String.raw`\d{4}`)}$`))
      .waitFor();
    const [row] = await app.sql<{ note: string }>(
      `select note from audit where call = 'audit.reveal' and outcome = 'done'`,
      [],
      '2',
    );
    expect(row?.note).toBe('safetyManagerPhone：联系企业核实整改进度');
  });
});

describe('organisations', () => {
  it('are edited by an administrator by keyboard and mouse', async () => {
    const person = await browser.enter('admin1');
    const { page } = person;
    person.expectStatus(400);
    await goTo(page, '系统', '机构');
    const root = '临澜区应急管理局（演示）';
    const list = front(page).getByRole('list');
    const add = async (upper: string, name: string) => {
      await front(page)
        .getByRole('button', { name: `新增下级 ${upper}` })
        .press('Enter');
      await dialog(page).getByLabel('机构名称').fill(name);
      await page.keyboard.press('Control+Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await list.getByText(name, { exact: true }).waitFor();
    };
    const more = async (name: string, what: string) => {
      await front(page)
        .getByRole('button', { name: `更多操作 ${name}` })
        .click();
      await choose(page, what);
    };
    await add(root, '浪花科');
    await add(root, '海塘科');
    await add('海塘科', '海塘一组');
    await front(page)
      .getByRole('button', { name: `新增下级 ${root}` })
      .click();
    await dialog(page).getByLabel('机构名称').fill('海塘科');
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await dialog(page).getByText('同级已有“海塘科”').first().waitFor();
    await dialog(page).getByRole('button', { name: '取消' }).click();
    await dialog(page).getByRole('button', { name: '放弃修改' }).click();
    await more('海塘科', '删除');
    await dialog(page).getByText('下面还有 1 个机构，请先移走或调离').waitFor();
    await dialog(page).getByRole('button', { name: '取消' }).click();
    await more('海塘科', '上移');
    const order = async () =>
      (await list.locator('.organ-text').allTextContents()).filter((name) => /^(浪花|海塘)/.test(name));
    await expect.poll(order).toEqual(['海塘科', '海塘一组', '浪花科']);
    await front(page).getByRole('button', { name: '删除 海塘一组' }).click();
    await expectMessage(page, '已删除“海塘一组”', () =>
      dialog(page).getByRole('button', { name: '删除', exact: true }).click(),
    );
    await expect.poll(order).toEqual(['海塘科', '浪花科']);
  });
});
