import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import { expect, it } from 'vitest';
import { reportOf } from './report.ts';
import { eventText, shortText } from './words.ts';

let count = 0;
const message = (overrides: Partial<WxMessage>): WxMessage => ({
  id: String((count += 1)).padStart(4, '0'),
  appId: 'wx1',
  appName: '公众号',
  appLogo: null,
  wxUserId: 'f1',
  nickName: '海涛',
  headimgUrl: null,
  type: '1',
  repType: 'text',
  repEvent: null,
  repContent: null,
  repMediaId: null,
  repName: null,
  repDesc: null,
  repUrl: null,
  repHqUrl: null,
  repThumbMediaId: null,
  repThumbUrl: null,
  repLocationX: null,
  repLocationY: null,
  repScale: null,
  content: null,
  readFlag: '1',
  createTime: new Date(0),
  sendState: null,
  failReason: null,
  senderName: null,
  auto: false,
  ...overrides,
});
const photo = { id: 'p1', name: '照片.jpg' };
const parseQuery = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]));

it('fills a danger report with the picture, the nearest earlier text and the location of the follower', () => {
  const picture = message({ repType: 'image' });
  const rows = [
    message({ repType: 'location', repContent: '三号井口' }),
    message({ repContent: '气割离气瓶太近了' }),
    message({ repContent: '好' }),
    picture,
    message({ repContent: '你们快来看看吧' }),
  ];
  expect(parseQuery(reportOf(rows, picture, photo, 'e1'))).toEqual({
    photo: 'p1',
    photoName: '照片.jpg',
    title: '气割离气瓶太近了',
    place: '三号井口',
    category: 'place',
    enterpriseId: 'e1',
  });
});

it('uses the sender name as title when the follower sent no text', () => {
  const picture = message({ repType: 'image' });
  expect(parseQuery(reportOf([picture], picture, photo, undefined))).toMatchObject({
    title: '海涛发来的现场照片',
    place: '照片所示位置',
  });
});

it('LY-16 summarises each kind of message in one line', () => {
  expect(shortText(message({ repContent: '好的[微笑]' }))).toBe('好的🙂');
  expect(shortText(message({ repType: 'image' }))).toBe('[图片]');
  expect(shortText(message({ repType: 'shortvideo' }))).toBe('[小视频]');
  expect(shortText(message({ repType: 'location', repContent: '石梁渡' }))).toBe('[位置] 石梁渡');
  expect(shortText(message({ repType: 'news', content: { articles: [{ title: '十不烧' }] } }))).toBe('[图文] 十不烧');
  expect(shortText(message({ repType: 'event', repEvent: 'subscribe' }))).toBe('[事件] 关注了公众号');
  expect(eventText(message({ repEvent: 'CLICK', repContent: 'guide', repName: '办事指南' }))).toBe(
    '点击菜单：办事指南',
  );
  expect(eventText(message({ repEvent: 'VIEW', repContent: 'https://a.cn' }))).toBe('点击菜单链接：https://a.cn');
});
