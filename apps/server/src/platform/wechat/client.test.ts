// WeChat returns the address of a video. It is downloaded only from hosts of WeChat.
import { expect, test } from 'vitest';
import { createOutbound } from '../outbound/index.ts';
import { createWechat } from './client.ts';
import { WechatFault } from './wechat-fault.ts';

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
])('does not download a video from %s', async (address) => {
  await expect(wechatAt('203.0.113.9').film(address)).rejects.toBeInstanceOf(WechatFault);
});

test('does not download a video from a WeChat host name that resolves to a private address', async () => {
  await expect(wechatAt('10.0.0.8').film('http://film.video.qq.com/1.mp4')).rejects.toBeInstanceOf(WechatFault);
});
