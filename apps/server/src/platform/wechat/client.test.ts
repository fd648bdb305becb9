// Where films of materials are fetched from: WeChat names the address, and only its own hosts are believed.
import { expect, test } from 'vitest';
import { createOutbound } from '../outbound/index.ts';
import { createWechat } from './client.ts';
import { WechatFault } from './faults.ts';

const wechatAt = (address: string) =>
  createWechat(
    { base: 'https://api.weixin.qq.com' },
    createOutbound({ allowPrivate: [], resolve: () => Promise.resolve([address]) }),
  );

test.each([
  'https://films.example.com/1.mp4',
  'https://qq.com.example.com/1.mp4',
  'https://notqq.com/1.mp4',
  'https://127.0.0.1/1.mp4',
  'file:///etc/passwd',
  'not an address',
])('a film is not fetched from %s', async (address) => {
  await expect(wechatAt('203.0.113.9').film(address)).rejects.toBeInstanceOf(WechatFault);
});

test('nor from a name of WeChat’s that leads inside', async () => {
  await expect(wechatAt('10.0.0.8').film('http://film.video.qq.com/1.mp4')).rejects.toBeInstanceOf(WechatFault);
});
