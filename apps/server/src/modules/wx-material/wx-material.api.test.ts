// Materials with the simulator's WeChat: uploads with their refusals, lists, news as drafts, what followers sent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { movieOf } from '../../../testing/movies.ts';
import { png } from '../../../testing/sample-files.ts';
import { followerNo, openWxApp, type WxApp } from '../../../testing/wx-app.ts';

let place: WxApp;
let appId: string;
beforeAll(async () => {
  place = await openWxApp();
  appId = await place.account('wxmaterial000001');
}, 120_000);
afterAll(() => place.close());

const call = async <T>(name: string, input: Record<string, unknown>) => dataOf<T>(await place.people.call(name, input));
const upload = (mediaType: string, name: string, bytes: Uint8Array, more: Record<string, unknown> = {}) =>
  sendCall(
    place.app,
    callNamed(place.app, 'wxMaterial.upload'),
    { appId, mediaType, ...more },
    { token: place.people.token(), file: { name, type: 'application/octet-stream', bytes } },
  );
const saidBy = ({ json }: { json: unknown }) => (json as { msg: string }).msg;
interface Listed {
  totalCount: number;
  itemCount: number;
  items: {
    mediaId: string;
    name: string | null;
    usedCount: number;
    content: { articles: { title: string }[] } | null;
  }[];
}

test('ER-03 VA-07 VA-08 CA-10: one file at a time; the code is text; other kinds and larger ones are told in words', async () => {
  const answer = await upload('image', '现场.png', png);
  expect(answer.text.startsWith('{"code":"0"')).toBe(true);
  const { mediaId } = dataOf<{ mediaId: string }>(answer);
  expect(await call<Listed>('wxMaterial.page', { appId, type: 'image', current: 1, size: 10 })).toMatchObject({
    totalCount: 1,
    itemCount: 1,
    items: [{ mediaId, usedCount: 0 }],
  });
  const program = Buffer.from('MZ\x90\x00 not a picture');
  expect(saidBy(await upload('image', 'a.png', program))).toBe('上传图片格式不对!');
  expect(saidBy(await upload('voice', 'a.mp3', png))).toBe('上传语音格式不对!');
  const large = Buffer.concat([Buffer.from(png), Buffer.alloc(2 * 1024 * 1024)]);
  expect((await upload('image', 'a.png', large)).status).toBeGreaterThanOrEqual(400);
  const voice = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(320, 0x3c)]);
  expect((await upload('voice', 'a.amr', voice)).status).toBe(200);
  const kept = await place.people.call('wxMaterial.other', { appId, mediaId, fileName: '现场' });
  expect(kept.bytes.equals(Buffer.from(png))).toBe(true);
});

test('CA-10: news are drafts; an article is replaced in its place', async () => {
  const [{ mediaId: thumbMediaId = '' } = {}] = (
    await call<Listed>('wxMaterial.page', { appId, type: 'image', current: 1, size: 10 })
  ).items;
  const article = (title: string) => ({ title, content: '<p>正文</p><script>alert(1)</script>', thumbMediaId });
  const { mediaId } = await call<{ mediaId: string }>('wxMaterial.news', {
    appId,
    articles: [article('甲'), article('乙')],
  });
  await call('wxMaterial.newsUpdate', { appId, mediaId, index: 1, articles: [article('丙')] });
  const { items } = await call<Listed>('wxMaterial.page', { appId, type: 'news', current: 1, size: 10 });
  expect(items[0]?.content?.articles.map(({ title }) => title)).toEqual(['甲', '丙']);
  expect(JSON.stringify(items)).not.toContain('script');
  await call('wxMaterial.remove', { appId, mediaId });
  expect((await call<Listed>('wxMaterial.page', { appId, type: 'news', current: 1, size: 10 })).totalCount).toBe(0);
});

test('CA-10: of a video title, description and address are told, and its bytes come through here', async () => {
  const film = movieOf(['avc1'], 'front');
  const about = { title: '有限空间作业', introduction: '先通风、再检测、后作业' };
  const { mediaId } = dataOf<{ mediaId: string }>(await upload('video', 'a.mp4', film, about));
  const told = await call<{ downUrl: string }>('wxMaterial.video', { appId, mediaId });
  expect(told).toMatchObject({ title: about.title, description: about.introduction });
  expect(told.downUrl).toMatch(/^https?:\/\//);
  const kept = await place.people.call('wxMaterial.other', { appId, mediaId, fileName: '作业' });
  expect(kept.headers['content-type']).toContain('video/mp4');
  expect(kept.bytes.equals(film)).toBe(true);
});

test('ST-13: a voice opens for three days, then 该语音已过期; of others’ there is nothing', async () => {
  const { mediaId } = await place.act(appId, followerNo(5), 'voice');
  await place.app.workOften();
  const asked = { appId, mediaId, fileName: '语音' };
  const opened = await place.people.call('wxMaterial.tempOther', asked);
  expect(opened.headers['content-type']).toContain('audio/amr');
  expect((await place.people.call('wxMaterial.tempOther', asked, 'regulator', 'other')).status).toBe(404);
  await place.pass(259_200 + 1);
  const { access_token: token } = await signIn(place.app, place.people.home, 'regulator');
  const late = await sendCall(place.app, callNamed(place.app, 'wxMaterial.tempOther'), asked, { token });
  expect(late.status).toBe(404);
  expect(saidBy(late)).toBe('该语音已过期');
});
