import { expect, it } from 'vitest';
import { emptyDraft } from './drafts.ts';
import { toSend } from './build-message.ts';

const photo = { mediaId: 'm1', name: '气瓶.jpg', url: null };

it('builds the message of each reply tab, or names the missing input', () => {
  expect(toSend({ ...emptyDraft, text: '  收到 ' }, 'text')).toEqual({ repType: 'text', repContent: '收到' });
  expect(toSend(emptyDraft, 'text')).toBe('请输入要发送的文字');
  expect(toSend({ ...emptyDraft, text: '字'.repeat(601) }, 'text')).toBe('文字最多 600 个字');
  expect(toSend({ ...emptyDraft, image: photo }, 'image')).toEqual({
    repType: 'image',
    repMediaId: 'm1',
    repName: '气瓶.jpg',
  });
  expect(toSend(emptyDraft, 'news')).toBe('请选择图文');
  const article = { title: '检查前的准备', url: 'https://mp.weixin.qq.com/s/1' };
  const news = { mediaId: 'm2', name: '检查前的准备', url: 'm3', article };
  expect(toSend({ ...emptyDraft, news }, 'news')).toEqual({
    repType: 'news',
    repMediaId: 'm2',
    repName: '检查前的准备',
    repThumbMediaId: 'm3',
    content: { articles: [article] },
  });
});

it('requires a title, a URL and a picture for a music message', () => {
  const music = { name: '安全之歌', description: '', url: 'https://a.cn/1.mp3', hqUrl: '', thumb: photo };
  expect(toSend({ ...emptyDraft, music }, 'music')).toEqual({
    repType: 'music',
    repName: '安全之歌',
    repUrl: 'https://a.cn/1.mp3',
    repThumbMediaId: 'm1',
  });
  expect(toSend({ ...emptyDraft, music: { ...music, url: 'data:text/html,1' } }, 'music')).toMatch(/音乐链接/);
  expect(toSend({ ...emptyDraft, music: { ...music, thumb: null } }, 'music')).toMatch(/缩略图/);
});
