// Menus and publishing, tested with the simulator as WeChat over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { followerNo, openWxApp, type WxApp } from '../../../testing/wx-app.ts';
import { samplePicture } from '../../../../simulator/src/wx/samples.ts';

let place: WxApp;
let appId: string;
beforeAll(async () => {
  place = await openWxApp();
  appId = await place.account('wxmenu0000000001');
}, 120_000);
afterAll(() => place.close());

const ask = (name: string, input: Record<string, unknown>) => place.people.call(name, { appId, ...input }, 'regulator');
const callForData = async <T>(name: string, input: Record<string, unknown> = {}) => dataOf<T>(await ask(name, input));
interface Menu {
  version: number;
  buttons: object[];
  published: object[] | null;
}
const menuAtWechat = async () => {
  const wechatState = await fetch(`${place.simulator}/_ctl/wx?appId=${appId}`).then((one) => one.json());
  const accounts: { appId: string; menu: object[] }[] = wechatState.accounts;
  return accounts.find((one) => one.appId === appId)?.menu;
};

test('refuses to publish an incomplete WeChat menu', async () => {
  const first = await callForData<Menu>('wxMenu.get');
  expect(first).toMatchObject({ version: 0, buttons: [], published: null });
  const unfinished = await callForData<Menu>('wxMenu.save', { version: 0, buttons: [{ name: '办事指南' }] });
  expect(unfinished.version).toBe(1);
  expect((await ask('wxMenu.publish', { version: 1 })).status).toBe(400);
  const before = await menuAtWechat();
  const buttons = [
    { name: '办事', type: 'click', key: 'guide' },
    {
      name: '我的',
      entries: [
        { name: '我的隐患', type: 'view', url: 'https://anlan.example.com/dangers' },
        { name: '扫码', type: 'scancode_waitmsg', key: 'scan' },
      ],
    },
  ];
  expect((await ask('wxMenu.save', { version: 0, buttons })).status).toBe(409);
  await callForData('wxMenu.save', { version: 1, buttons });
  expect(await menuAtWechat()).toEqual(before);
  expect(await callForData<Menu>('wxMenu.publish', { version: 2 })).toMatchObject({ published: buttons });
  expect(await menuAtWechat()).toEqual([
    { name: '办事', type: 'click', key: 'guide' },
    {
      name: '我的',
      sub_button: [
        { name: '我的隐患', type: 'view', url: 'https://anlan.example.com/dangers' },
        { name: '扫码', type: 'scancode_waitmsg', key: 'scan' },
      ],
    },
  ]);
  expect(await callForData('wxMenu.live')).toEqual({ buttons });
  expect(await callForData<Menu>('wxMenu.remove')).toMatchObject({ published: null, buttons });
  expect(await menuAtWechat()).toEqual([]);
  expect(await callForData('wxMenu.live')).toEqual({ buttons: [] });
});

interface Publication {
  id: string;
  state: string;
  articleUrls: string[];
  problem: string | null;
}
async function draft(title: string): Promise<string> {
  const form = new FormData();
  form.set('appId', appId);
  form.set('mediaType', 'image');
  form.set('file', new Blob([new Uint8Array(samplePicture(3))], { type: 'image/png' }), '封面.png');
  const reply = await fetch(`${place.here}/weixin/wxmaterial/materialFileUpload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${place.people.token('regulator')}` },
    body: form,
  });
  const thumb: { data: { mediaId: string } } = JSON.parse(await reply.text());
  const article = { title, content: '<p>正文</p>', thumbMediaId: thumb.data.mediaId };
  return (await callForData<{ mediaId: string }>('wxMaterial.news', { articles: [article] })).mediaId;
}
const publications = async () =>
  (await callForData<{ records: Publication[] }>('wxMaterial.publicationPage', { current: 1, size: 10 })).records;

test('sets the result of a WeChat publication from its event', async () => {
  const mediaId = await draft('安全生产月');
  expect(await callForData<Publication>('wxMaterial.publish', { mediaId })).toMatchObject({ state: 'underWay' });
  await expect.poll(async () => (await publications())[0]?.state).toBe('published');
  const [one] = await publications();
  expect(one?.articleUrls[0]).toMatch(/^https:\/\/mp\.weixin\.qq\.com\/s\//);
  expect(dataOf<{ total: number }>(await place.people.call('wxFollower.page', { current: 1, size: 10 })).total).toBe(0);
  expect(await callForData<Publication>('wxMaterial.withdraw', { id: one?.id })).toMatchObject({ state: 'withdrawn' });
  await place.lever('wx/switch', { appId, what: 'publishRefused' });
  await callForData('wxMaterial.publish', { mediaId: await draft('第二篇') });
  await expect.poll(async () => (await publications())[0]?.state).toBe('failed');
  expect((await publications())[0]?.problem).toContain('没有成功');
});

test('shows the uses of a WeChat material', async () => {
  const quota = await callForData<{ type: string; used: number; most: number }[]>('wxMaterial.quota');
  expect(quota.find(({ type }) => type === 'image')).toEqual({ type: 'image', used: 2, most: 5_000 });
  const [{ mediaId = '' } = {}] = (
    await callForData<{ items: { mediaId: string }[] }>('wxMaterial.page', { type: 'image' })
  ).items;
  const { version } = await callForData<Menu>('wxMenu.get');
  await callForData('wxMenu.save', { version, buttons: [{ name: '图片', type: 'media_id', mediaId }] });
  await place.act(appId, followerNo(1), 'text', { text: '有图吗' });
  await place.app.workOften();
  const [{ wxUserId = '' } = {}] = dataOf<{ records: { wxUserId: string }[] }>(
    await place.people.call('wxMessage.conversationPage', { current: 1, size: 10 }),
  ).records;
  await callForData('wxMessage.send', { wxUserId, repType: 'image', repMediaId: mediaId });
  expect(await callForData<{ where: string; id: string }[]>('wxMaterial.uses', { mediaId })).toMatchObject([
    { where: 'menu' },
    { where: 'message', id: wxUserId },
  ]);
});

test('counts followers and messages by day', async () => {
  for (const what of ['subscribe', 'unsubscribe', 'text']) await place.act(appId, followerNo(2), what, { text: '数' });
  await place.app.workOften();
  const day = place.app.clock.now().toISOString().slice(0, 10);
  const { days, followers } = await callForData<{ days: Record<string, unknown>[]; followers: number }>('wxStat.days', {
    from: '2026-01-01',
    to: '2026-01-01',
  });
  expect([days.length, followers]).toEqual([1, 2]);
  const now = await callForData<{ days: Record<string, number | string>[] }>('wxStat.days', { from: day, to: day });
  expect(now.days[0]).toMatchObject({ followed: 1, left: 1, received: 2, answered: 1, writers: 2 });
  for (const kind of ['followed', 'left', 'received', 'answered', 'automatic', 'failed'])
    expect((await callForData<{ total: number }>('wxStat.rows', { day, kind, current: 1, size: 10 })).total, kind).toBe(
      now.days[0]?.[kind],
    );
  // The numbers of a period equal the sum of its days.
  const span = { day: '2026-01-01', to: '2026-01-03', kind: 'received', current: 1, size: 10 };
  expect(await callForData('wxStat.rows', span)).toMatchObject({ total: 0 });
  expect((await ask('wxStat.rows', { ...span, to: '2025-12-31' })).status).toBe(400);
  expect((await ask('wxStat.rows', { ...span, to: '2026-06-01' })).status).toBe(400);
});

test('shows a tapped WeChat menu entry by name', async () => {
  const buttons = [
    { name: '窗口时间', type: 'click', key: 'hours' },
    { name: '安澜平台', type: 'view', url: 'https://anlan.example.com/' },
  ];
  const { version } = await callForData<Menu>('wxMenu.get');
  const saved = await callForData<Menu>('wxMenu.save', { version, buttons });
  await callForData('wxMenu.publish', { version: saved.version });
  const accounts = await callForData<{ id: string; appId: string }[]>('wxAccount.list');
  await callForData('wxAutoReply.create', {
    accountId: accounts.find((one) => one.appId === appId)?.id,
    name: '窗口时间',
    type: '3',
    keyword: '窗口时间',
    match: '1',
    answer: { repType: 'text', repContent: '工作日 9:00 到 17:00' },
  });
  await place.act(appId, followerNo(5), 'click', { text: 'hours' });
  await place.act(appId, followerNo(5), 'view', { text: 'https://anlan.example.com/' });
  await place.app.workOften();
  const { records } = dataOf<{ records: { wxUserId: string; last: { id: string } | null }[] }>(
    await place.people.call('wxMessage.conversationPage', { appId, current: 1, size: 10, descs: 'lastAt' }),
  );
  const loadMessages = async (wxUserId: string | undefined) =>
    dataOf<{ records: { repType: string; repName: string | null; repContent: string | null; auto: boolean }[] }>(
      await place.people.call('wxMessage.page', { wxUserId, current: 1, size: 10 }),
    ).records;
  const lines = (await Promise.all(records.map(({ wxUserId }) => loadMessages(wxUserId)))).find((one) =>
    one.some(({ repName }) => repName === '窗口时间'),
  );
  expect(lines?.filter(({ repType }) => repType === 'event').map(({ repName }) => repName)).toEqual([
    '安澜平台',
    '窗口时间',
  ]);
  await expect
    .poll(async () =>
      (await Promise.all(records.map(({ wxUserId }) => loadMessages(wxUserId)))).flat().find(({ auto }) => auto),
    )
    .toMatchObject({ repContent: '工作日 9:00 到 17:00' });
});
