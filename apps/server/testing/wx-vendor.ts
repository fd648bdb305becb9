// WeChat public accounts for tests of other modules. Every call succeeds without a network.
import type { Wechat } from '../src/platform/wechat/index.ts';
import { samplePicture, sampleVideo } from '../../simulator/src/wx/samples.ts';

const materialAnswers: Readonly<Record<string, () => object>> = {
  '/cgi-bin/material/batchget_material': () => ({
    total_count: 1,
    item: [
      { media_id: 'media-of-tests', name: '现场照片', update_time: 1_780_000_000, url: 'https://mmbiz.example.com/a' },
    ],
  }),
  '/cgi-bin/draft/batchget': () => ({ total_count: 0, item: [] }),
  '/cgi-bin/draft/add': () => ({ media_id: 'draft-of-tests' }),
  '/cgi-bin/draft/get': () => ({ news_item: [{ title: '安全生产月' }] }),
  '/cgi-bin/freepublish/submit': () => ({ publish_id: crypto.randomUUID() }),
  '/cgi-bin/freepublish/get': () => ({
    publish_status: 0,
    article_id: 'article-of-tests',
    article_detail: { item: [{ article_url: 'https://mp.weixin.qq.com/s/article-of-tests' }] },
  }),
  '/cgi-bin/material/get_material': () => ({
    title: '演练',
    description: '疏散演练',
    down_url: 'https://mmbiz.example.com/video',
  }),
};

const fixedAnswers: Readonly<Record<string, object>> = {
  '/cgi-bin/menu/get': { menu: { button: [{ name: '办事', type: 'click', key: 'guide' }] } },
  '/cgi-bin/material/get_materialcount': { image_count: 1, voice_count: 0, video_count: 0 },
  '/cgi-bin/draft/count': { total_count: 0 },
};

export function openWechat(): Wechat {
  return {
    token: () => Promise.resolve({ token: 'token-of-tests', seconds: 7_200 }),
    say: (_tokens, path) => Promise.resolve(materialAnswers[path]?.() ?? { errcode: 0 }),
    read: (_tokens, path) => Promise.resolve(fixedAnswers[path] ?? { errcode: 0 }),
    upload: () => Promise.resolve({ media_id: `media-${crypto.randomUUID()}`, url: 'https://mmbiz.example.com/b' }),
    download: () => Promise.resolve({ type: 'image/png', bytes: samplePicture(1) }),
    film: () => Promise.resolve({ type: 'video/mp4', bytes: sampleVideo() }),
  };
}
