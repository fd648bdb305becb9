import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { movieOf } from '../apps/server/testing/sample-videos.ts';
import { dialog } from './forms.ts';
import { front } from './people.ts';
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

describe('further pages of the public account', () => {
  it('LY-16 pass every kind of message in both directions, as the phone draws them', async () => {
    const { page: phone } = await browser.stranger({ size: { width: 390, height: 844 } });
    await phone.goto(`${app.outsideUrl}/#wx`);
    expect(await phone.getByLabel('公众号').locator('option').first().textContent()).toBe('临澜区应急管理局安全生产');
    await phone.getByLabel('用谁的微信').selectOption({ label: '麦田' });
    const press = async (name: string) => {
      await phone.getByRole('button', { name, exact: true }).click();
      await phone.getByRole('status').getByText('安澜收下了').waitFor();
    };
    const line = (text: string | RegExp) => phone.locator('.wx-line').filter({ hasText: text });
    const loads = (place: ReturnType<typeof line>) =>
      expect
        .poll(() => place.locator('img').evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
        .toBe(true);
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await front(page).getByRole('region', { name: '会话列表' }).locator('.conv').filter({ hasText: '麦田' }).click();
    const log = front(page).getByRole('log', { name: '聊天记录' });
    // The view follows the end of the chat, so that each message is in sight when it arrives.
    const messages = {
      图片: log.getByRole('button', { name: /^查看大图/ }),
      语音: log.getByRole('button', { name: /^播放语音/ }),
      视频: log.getByRole('button', { name: '播放视频' }),
      小视频: log.getByRole('button', { name: '播放小视频' }),
      位置: log.getByRole('link', { name: '在高德地图打开' }),
      链接: log.getByText('活动通知'),
      办事指南: log.getByText(/^点击菜单：办事指南/),
    };
    for (const [button, shown] of Object.entries(messages)) {
      await press(button);
      await shown.last().waitFor();
    }
    await phone.locator('.wx-event').getByText('点击了菜单 “办事指南”').waitFor();
    await line('湖滨路').locator('.wx-card').waitFor();
    await line('安全生产月').locator('a.wx-card').waitFor();
    await loads(
      phone
        .locator('.wx-mine')
        .filter({ has: phone.locator('img') })
        .first(),
    );

    await log.getByRole('button', { name: '播放小视频' }).last().click();
    await expect
      .poll(() => log.locator('video').evaluate((film) => film instanceof HTMLVideoElement && film.videoWidth > 0))
      .toBe(true);

    const headers = await browser.headersOf('regulator1');
    const send = async <T>(path: string, body?: object | FormData): Promise<T> => {
      const isForm = body instanceof FormData;
      const reply = await fetch(`${app.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      const answer: { data: T } = await reply.json();
      expect(reply.status, JSON.stringify(answer)).toBe(200);
      return answer.data;
    };
    const upload = async (mediaType: string, name: string, bytes: Uint8Array<ArrayBuffer>, type: string) => {
      const form = new FormData();
      for (const [key, value] of Object.entries({ appId, mediaType, title: name, introduction: '演示' }))
        form.set(key, value);
      form.set('file', new Blob([bytes], { type }), name);
      return (await send<{ mediaId: string }>('/weixin/wxmaterial/materialFileUpload', form)).mediaId;
    };
    const picture = await upload(
      'image',
      '封面.png',
      new Uint8Array(await readFile('apps/server/data/demo-licence.png')),
      'image/png',
    );
    const amr = new Uint8Array(Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(320, 0x3c)]));
    const voice = await upload('voice', '提醒.amr', amr, 'audio/amr');
    const film = await upload('video', '培训.mp4', new Uint8Array(movieOf(['avc1'], 'front')), 'video/mp4');
    const articles = [{ title: '检查前的准备', thumbMediaId: picture, content: '<p>三件事</p>' }];
    const news = await send<{ mediaId: string }>('/weixin/wxmaterial/materialNews', { appId, articles });
    const { records } = await send<{ records: { wxUserId: string; nickName: string }[] }>(
      '/weixin/wxmsg/page?size=50&notInRepType=event',
    );
    const wxUserId = records.find(({ nickName }) => nickName === '麦田')?.wxUserId;
    for (const message of [
      { repType: 'image', repMediaId: picture },
      { repType: 'voice', repMediaId: voice },
      { repType: 'video', repMediaId: film, repName: '班前会怎么开', repDesc: '三分钟' },
      { repType: 'news', repMediaId: news.mediaId, content: { articles: [{ title: '检查前的准备' }] } },
      {
        repType: 'music',
        repName: '安全生产之歌',
        repDesc: '合唱',
        repUrl: 'https://example.com/song.mp3',
        repThumbMediaId: picture,
      },
    ])
      expect(await send('/weixin/wxmsg', { appId, wxUserId, ...message })).toMatchObject({ sendState: 'sent' });
    const theirs = (text: string) => phone.locator('.wx-line:not(.wx-mine)').filter({ hasText: text });
    await loads(theirs('图片'));
    await theirs('语音').locator('audio, span').first().waitFor();
    await theirs('班前会怎么开').first().waitFor();
    await loads(theirs('检查前的准备'));
    await loads(theirs('安全生产之歌'));
    for (const text of ['班前会怎么开', '检查前的准备', '安全生产之歌']) await log.getByText(text).last().waitFor();
    expect(await log.getByText('发送失败').count()).toBe(0);
  });

  it('publish an edited menu to followers', async () => {
    // Removes the menu of the demonstration, because this test starts without one.
    await app.sql(
      `delete from wx_menu where (tenant_id, account_id) in (select tenant_id, id from wx_account where app_id = $1)`,
      [appId],
    );
    const { page } = await browser.enter('regulator1', '/wxmp/wxmenu/index');
    const phone = front(page).getByRole('group', { name: '手机预览' });
    const side = front(page).getByRole('region', { name: '菜单设置' });
    await phone.getByRole('button', { name: '添加菜单' }).click();
    await side.getByLabel('菜单名称').fill('安全生产管理平台');
    await front(page).getByRole('button', { name: '发布', exact: true }).click();
    await side.getByText(/名称最多 16 字节.*现在 24 字节/).waitFor();
    await side.getByLabel('菜单名称').fill('办事');
    const after = async (what: string) => {
      await side.getByRole('combobox', { name: '点击后' }).click();
      await page.locator('.ant-select-item-option').filter({ hasText: what, visible: true }).click();
    };
    await after('推送事件（可配自动回复）');
    await side.getByLabel('事件名（Key）').fill('guide');
    await phone.getByRole('button', { name: '添加菜单' }).click();
    await side.getByLabel('菜单名称').fill('我的');
    await phone.getByRole('button', { name: '在我的上添加子菜单' }).click();
    await side.getByLabel('菜单名称').fill('我的隐患');
    await after('打开网页');
    await side.getByLabel('网址').fill('https://anlan.example.com/dangers');
    const menuAtWechat = async () => JSON.stringify(await lever('wx'));
    await front(page).getByRole('button', { name: '保存草稿' }).click();
    await page.getByText('草稿已保存').waitFor();
    expect(await menuAtWechat()).not.toContain('https://anlan.example.com/dangers');
    await front(page).getByRole('button', { name: '发布', exact: true }).click();
    await dialog(page).getByRole('button', { name: '发布' }).click();
    await front(page).getByText('已发布', { exact: true }).waitFor();
    expect(await menuAtWechat()).toContain('https://anlan.example.com/dangers');
  });

  it('show two readers of one conversation to each other @deep', async () => {
    await act(1, 'text', { text: '请找懂消防的同事' });
    const first = await browser.enter('regulator1', `${centre}?order=latest`);
    const second = await browser.enter('admin1', `${centre}?order=latest`);
    for (const { page } of [first, second])
      await front(page)
        .getByRole('region', { name: '会话列表' })
        .locator('.conv')
        .filter({ hasText: '请找懂消防' })
        .click();
    await front(first.page)
      .getByText(/正在(看|输入)/)
      .first()
      .waitFor();
    await front(first.page).getByRole('textbox', { name: '回复内容' }).fill('已收到');
    await front(first.page).getByRole('button', { name: '发送', exact: true }).click();
    await front(first.page).getByRole('log').getByText('已收到', { exact: true }).waitFor();
    await front(second.page).getByRole('log').getByText('已收到', { exact: true }).waitFor();
  });

  it('ST-11 show messages from before the subscription too', async () => {
    await act(4, 'text', { text: '线路接通之前' });
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    let release: () => void = () => undefined;
    const spoken = new Promise<void>((done) => (release = done));
    await page.routeWebSocket(/\/weixin\/ws/, (ours) => {
      const server = ours.connectToServer();
      ours.onMessage((text) => {
        if (String(text).startsWith('SUBSCRIBE')) void spoken.then(() => server.send(text));
        else server.send(text);
      });
    });
    const list = front(page).getByRole('region', { name: '会话列表' });
    const log = front(page).getByRole('log');
    await list.locator('.conv').filter({ hasText: '线路接通之前' }).click();
    await log.getByText('线路接通之前').waitFor();
    await act(4, 'text', { text: '线路接通之时' });
    await list.locator('.conv').filter({ hasText: '线路接通之时' }).waitFor();
    release();
    await log.getByText('线路接通之时').waitFor({ timeout: 5_000 });
    await act(4, 'text', { text: '线路接通之后' });
    await log.getByText('线路接通之后').waitFor();
    expect(await log.getByText(/^线路接通之/).allTextContents()).toEqual([
      '线路接通之前',
      '线路接通之时',
      '线路接通之后',
    ]);
  });

  it('open a conversation at the message that a search found @deep', async () => {
    await act(3, 'text', { text: '寻找这一句蓝色雨衣' });
    for (let no = 1; no <= 40; no += 1) await act(3, 'text', { text: `后来第 ${no} 句` });
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await front(page).getByRole('searchbox').or(front(page).getByPlaceholder(/搜索/)).first().fill('蓝色雨衣');
    await page.keyboard.press('Enter');
    await front(page).locator('.conv').filter({ hasText: '蓝色雨衣' }).first().click();
    const matchingRow = front(page).locator('.hist-row.found');
    await matchingRow.getByText('寻找这一句蓝色雨衣').waitFor();
    await expect
      .poll(() =>
        matchingRow.evaluate((row) => {
          const box = row.closest('.hist-scroll')?.getBoundingClientRect();
          const at = row.getBoundingClientRect();
          return box !== undefined && at.top >= box.top - 1 && at.bottom <= box.bottom + 1;
        }),
      )
      .toBe(true);
  });

  it('send an uploaded video @deep', async () => {
    await act(5, 'text', { text: '作业前的视频有吗' });
    await act(5, 'shortvideo');
    const { page } = await browser.enter('regulator1', `${centre}?order=latest`);
    await front(page)
      .getByRole('region', { name: '会话列表' })
      .locator('.conv')
      .filter({ hasText: '[小视频]' })
      .first()
      .click();
    const log = front(page).getByRole('log', { name: '聊天记录' });
    // The first frame of the video is shown before it is downloaded.
    await log.getByRole('button', { name: '播放小视频' }).locator('img.poster').waitFor();
    await front(page).getByRole('tab', { name: /^视频/ }).click();
    await front(page).getByLabel('视频标题').fill('有限空间作业');
    await front(page).getByLabel('视频描述').fill('先通风再检测');
    const film = { name: '作业.mp4', mimeType: 'video/mp4', buffer: movieOf(['avc1'], 'front') };
    await front(page).getByLabel('上传视频', { exact: true }).first().setInputFiles(film);
    await front(page).getByText('先通风再检测').waitFor();
    await front(page).getByRole('button', { name: '发送', exact: true }).click();
    const fetched = page.waitForResponse(/\/weixin\/wxmaterial\/materialOther\?/);
    await log.getByRole('button', { name: '播放视频' }).click();
    expect((await fetched).headers()['content-type']).toContain('video/mp4');
    await log.locator('.say.ours').last().getByText('有限空间作业').waitFor();
  });

  it('open the chat of a message from the daily statistics @deep', async () => {
    await act(2, 'text', { text: '数一数这条' });
    const { page } = await browser.enter('regulator1', '/wxmp/wxstat/index');
    await front(page)
      .getByRole('button', { name: /收到消息 \d+$/ })
      .first()
      .click();
    await page.getByRole('link').filter({ hasText: '数一数这条' }).click();
    await page.waitForURL(`**${centre}?wxUserId=*&message=*`);
    await front(page).locator('.hist-row.found').getByText('数一数这条').waitFor();
  });
});
