import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { choose, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });

const centre = '/views/wxmp/wxmsg/index';
const appId = 'wxdemo000000000001';
const followerNo = (no: number) => `oSim${String(no).padStart(24, '0')}`;

async function lever<T = Record<string, unknown>>(path: string, body?: object): Promise<T> {
  const reply = await fetch(`${app.outsideUrl}/_ctl/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  const answer: T = JSON.parse(await reply.text());
  return answer;
}
const act = (no: number, what: string, more: object = {}) =>
  lever('wx/act', { appId, openid: followerNo(no), what, ...more });
const say = (no: number, text: string) => act(no, 'text', { text });

const conversation = (page: Page, text: string | RegExp) =>
  front(page).getByRole('region', { name: '会话列表' }).locator('.conv').filter({ hasText: text });
const history = (page: Page) => front(page).getByRole('log', { name: '聊天记录' });
const editor = (page: Page) => front(page).getByRole('textbox', { name: '回复内容' });
const send = (page: Page) => front(page).getByRole('button', { name: '发送', exact: true }).click();

describe('the public account', () => {
  it('LY-15 RT-28 LY-16 lets a regulator reply to a follower from the bell', async () => {
    await say(1, '三号井口气割离气瓶太近了');
    const { page } = await browser.enter('regulator1');
    const bell = page.getByRole('button', { name: /^公众号消息/ });
    await page.getByRole('button', { name: /^公众号消息，\d+ 条未读/ }).waitFor();
    await bell.click();
    const list = page.getByRole('dialog', { name: '公众号消息' });
    const row = list.getByRole('row').filter({ hasText: '三号井口气割离气瓶太近了' });
    await row.waitFor();
    expect(await list.getByRole('columnheader').allTextContents()).toEqual(['公众号', '用户', '内容', '时间']);
    expect(await row.getByRole('cell').last().textContent()).toMatch(/^\d\d-\d\d \d\d:\d\d$/);
    await row.getByRole('button').click();
    await page.waitForURL(`**${centre}?wxUserId=*`);
    await history(page).getByText('三号井口气割离气瓶太近了').waitFor();
    // The time left for a reply is shown before any input.
    await front(page)
      .getByText(/可回复至.*剩 47 小时 · 5 条/)
      .waitFor();
    await editor(page).fill('收到，请先停止作业');
    await send(page);
    await history(page).getByText('收到，请先停止作业').waitFor();
    await history(page).getByText('已送达').last().waitFor();
    expect(await editor(page).inputValue()).toBe('');
    expect(JSON.stringify(await lever('wx'))).toContain('收到，请先停止作业');
    // An answered conversation moves below those that wait, so the list is read in the order of time.
    await follow(page, `${centre}?order=latest`);
    await conversation(page, '收到，请先停止作业').getByText('已回复').waitFor();
  });

  it('ST-12 CN-02 loads the history fourteen messages at a time', async () => {
    for (let no = 1; no <= 30; no += 1) await say(2, `第 ${no} 句`);
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await conversation(page, '第 30 句').click();
    await history(page).getByText('第 30 句', { exact: true }).waitFor();
    // Delays the page of older messages until the visible part is measured.
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    await page.route(/wxmsg\/page\?.*beforeId=/, async (route) => {
      await held;
      await route.continue();
    });
    await history(page).hover();
    await page.mouse.wheel(0, -4_000);
    await history(page).getByText('正在加载…').waitFor();
    const moved = history(page)
      .getByText('第 19 句', { exact: true })
      .evaluate(async (seen) => {
        const before = seen.getBoundingClientRect().top;
        let most = 0;
        for (let frame = 0; frame < 60; frame += 1) {
          await new Promise(requestAnimationFrame);
          most = Math.max(most, Math.abs(seen.getBoundingClientRect().top - before));
        }
        return most;
      });
    release();
    expect(await moved).toBeLessThanOrEqual(1);
    await expect
      .poll(async () => {
        await history(page).evaluate((box) => (box.scrollTop = 0));
        return history(page).getByText('第 1 句', { exact: true }).count();
      })
      .toBe(1);
    await expect.poll(() => history(page).getByRole('button', { name: '加载更多' }).count()).toBe(0);
  });

  it('keeps the end of the history in sight when a picture arrives @deep', async () => {
    for (let no = 1; no <= 20; no += 1) await say(7, `第 ${no} 句`);
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await conversation(page, '第 20 句').click();
    await history(page).getByText('第 20 句', { exact: true }).waitFor();
    await act(7, 'image');
    const picture = history(page)
      .getByRole('button', { name: /^查看大图/ })
      .locator('img');
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);
    const hidden = () =>
      history(page).evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
    await expect.poll(hidden).toBeLessThanOrEqual(1);
  });

  it('LY-16 draws each kind of message, and follower input as plain text @deep', async () => {
    await act(3, 'location', { label: '石梁渡 3 号泊位', lat: 28.2, lng: 112.9 });
    await act(3, 'link', { title: '这个通知是真的吗', text: '说明', url: 'https://example.com/a' });
    await act(3, 'image');
    await act(3, 'voice');
    await act(3, 'click', { key: 'guide' });
    await say(3, '<img src=x onerror=alert(1)>');
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await conversation(page, '<img src=x').click();
    const log = history(page);
    await log.getByText('<img src=x onerror=alert(1)>').waitFor();
    await log.getByRole('button', { name: /^查看大图/ }).waitFor();
    await log.getByRole('button', { name: /^播放语音/ }).waitFor();
    await log.getByText(/^点击菜单：/).waitFor();
  });

  it('VA-07 VA-08 stores a draft for each reply tab', async () => {
    await say(4, '请问材料交到哪里');
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await conversation(page, '请问材料交到哪里').click();
    await editor(page).fill('先写一半');
    const tab = (name: RegExp) => front(page).getByRole('tab', { name });
    await tab(/^图片/).click();
    await front(page)
      .getByLabel('上传图片')
      .setInputFiles({ name: 'a.webp', mimeType: 'image/webp', buffer: Buffer.alloc(9) });
    await front(page).getByText('上传图片格式不对!').waitFor();
    await front(page)
      .getByLabel('上传图片')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024) });
    await front(page).getByText('上传图片大小不能超过2M!').waitFor();
    await tab(/^语音/).click();
    await front(page)
      .getByText(/播放长度不超过60s/)
      .waitFor();
    await front(page)
      .getByLabel('上传语音')
      .setInputFiles({ name: 'a.ogg', mimeType: 'audio/ogg', buffer: Buffer.alloc(9) });
    await front(page).getByText('上传语音格式不对!').waitFor();
    await tab(/^文本/).click();
    expect(await editor(page).inputValue()).toBe('先写一半');
  });

  it('VA-09 uses only the first of several articles', async () => {
    await say(6, '检查前要准备什么');
    const headers = await browser.headersOf('regulator1');
    const form = new FormData();
    form.set('appId', appId);
    form.set('mediaType', 'image');
    form.set(
      'file',
      new Blob([new Uint8Array(await readFile('apps/server/data/demo-licence.png'))], { type: 'image/png' }),
      '封面.png',
    );
    const upload = await fetch(`${app.url}/weixin/wxmaterial/materialFileUpload`, {
      method: 'POST',
      headers,
      body: form,
    });
    const cover: { data: { mediaId: string } } = await upload.json();
    const article = (name: string) => ({
      title: name,
      thumbMediaId: cover.data.mediaId,
      content: `<p>${name}</p>`,
    });
    const made = await fetch(`${app.url}/weixin/wxmaterial/materialNews`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ appId, articles: [article('检查前的准备'), article('检查后的整改')] }),
    });
    expect(made.status, await made.text()).toBe(200);
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await conversation(page, '检查前要准备什么').click();
    await front(page).getByRole('tab', { name: /^图文/ }).click();
    await front(page).getByRole('button', { name: '从素材库选择图文' }).click();
    const news = page.getByRole('dialog').getByRole('listitem').filter({ hasText: '检查前的准备' });
    await news.first().getByRole('button', { name: /^选择/ }).click();
    await front(page).getByText('图文消息条数限制在1条以内，已默认发送第一条').waitFor();
    await front(page).getByText('检查前的准备').first().waitFor();
    expect(await front(page).getByText('检查后的整改').count()).toBe(0);
    await send(page);
    // The chat shows the article that was sent, with title and cover.
    const sent = history(page).locator('.say.ours').last();
    await sent.getByText('检查前的准备').waitFor();
    await sent.locator('.say-article img').waitFor();
    // A message is not higher than its row, so it does not overlap the next message.
    expect(await sent.evaluate((row) => row.scrollHeight - row.clientHeight)).toBe(0);
  });

  it('lets a regulator take and end a conversation', async () => {
    await say(5, '打站务电话也不接');
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await conversation(page, '打站务电话也不接').click();
    const colleague = await browser.enter('admin1', `${centre}?order=latest`);
    colleague.expectStatus(400, 409);
    await conversation(colleague.page, '打站务电话也不接').click();
    await front(colleague.page).locator('.chat-people').getByText('未分派').waitFor();
    await front(page).getByRole('button', { name: '接待' }).click();
    await front(page).getByText('您接待').waitFor();
    // The colleague sees it without a reload, and is asked before an answer.
    await front(colleague.page).locator('.chat-people').getByText('林知远接待').waitFor();
    await editor(colleague.page).fill('我来答复');
    await send(colleague.page);
    await dialog(colleague.page).getByText('林知远 正在接待这位粉丝，还要发送吗？').last().waitFor();
    await colleague.leave();
    await front(page).getByRole('switch', { name: '同事备注' }).click();
    await front(page)
      .getByRole('textbox', { name: /^写给同事的备注/ })
      .fill('已打电话给站务');
    await front(page).getByRole('button', { name: '保存备注' }).click();
    await history(page)
      .getByText(/已打电话给站务/)
      .waitFor();
    expect(JSON.stringify(await lever('wx'))).not.toContain('已打电话给站务');
    await front(page).getByRole('button', { name: '更多', exact: true }).click();
    await choose(page, '结束会话');
    await conversation(page, /已结束/).waitFor();
  });

  it('requires a confirmation for the last message that may be sent in a reply window @deep', async () => {
    await say(6, '还有一个问题');
    const person = await browser.enter('regulator1', `${centre}?order=latest`);
    const { page } = person;
    // Expects 409: the server asks for a confirmation, which is a failed response until it is answered.
    person.expectStatus(400, 409);
    await conversation(page, '还有一个问题').click();
    for (let no = 1; no <= 4; no += 1) {
      await editor(page).fill(`答复 ${no}`);
      await send(page);
      await history(page).getByText(`答复 ${no}`, { exact: true }).waitFor();
    }
    await front(page).getByText('这是最后一条').waitFor();
    await editor(page).fill('最后一条');
    await send(page);
    await dialog(page).getByText('这是时限内的最后一条').last().waitFor();
    await dialog(page).getByRole('button', { name: '再想想' }).click();
    expect(await editor(page).inputValue()).toBe('最后一条');
  });
});
