// Materials, tested with the simulator as WeChat: uploads and refusals, lists, drafts, and files from followers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { movieOf } from '../../../testing/sample-videos.ts';
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

test('ER-03 VA-07 VA-08 CA-10: accepts one material file at a time, of the allowed kinds and sizes', async () => {
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
  const download = await place.people.call('wxMaterial.other', { appId, mediaId, fileName: '现场' });
  expect(download.bytes.equals(Buffer.from(png))).toBe(true);
});

test('CA-10: replaces the draft of an article in place', async () => {
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

test('CA-10: returns title, description, URL and content of a video', async () => {
  const film = movieOf(['avc1'], 'front');
  const about = { title: '有限空间作业', introduction: '先通风、再检测、后作业' };
  const { mediaId } = dataOf<{ mediaId: string }>(await upload('video', 'a.mp4', film, about));
  const video = await call<{ downUrl: string }>('wxMaterial.video', { appId, mediaId });
  expect(video).toMatchObject({ title: about.title, description: about.introduction });
  expect(video.downUrl).toMatch(/^https?:\/\//);
  const download = await place.people.call('wxMaterial.other', { appId, mediaId, fileName: '作业' });
  expect(download.headers['content-type']).toContain('video/mp4');
  expect(download.bytes.equals(film)).toBe(true);
});

test('ST-13: opens a voice message for three days, then answers 该语音已过期', async () => {
  const { mediaId } = await place.act(appId, followerNo(5), 'voice');
  await place.app.workOften();
  const input = { appId, mediaId, fileName: '语音' };
  const opened = await place.people.call('wxMaterial.tempOther', input);
  expect(opened.headers['content-type']).toContain('audio/amr');
  expect((await place.people.call('wxMaterial.tempOther', input, 'regulator', 'other')).status).toBe(404);
  await place.pass(259_200 + 1);
  const { access_token: token } = await signIn(place.app, place.people.home, 'regulator');
  const late = await sendCall(place.app, callNamed(place.app, 'wxMaterial.tempOther'), input, { token });
  expect(late.status).toBe(404);
  expect(saidBy(late)).toBe('该语音已过期');
});
