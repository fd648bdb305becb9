import { expect, it } from 'vitest';
import { fileProblem, toldOf } from './limits.ts';

const twoMegabytes = 2 * 1024 * 1024;

it('VA-07 accepts a picture for a reply only with one of five extensions and less than 2 MB', () => {
  for (const name of ['a.jpeg', 'a.png', 'a.gif', 'a.bmp', 'A.JPG'])
    expect(fileProblem('image', { name, size: twoMegabytes - 1 })).toBeNull();
  for (const name of ['a.webp', 'a', 'a.png.exe'])
    expect(fileProblem('image', { name, size: 1 })).toBe('上传图片格式不对!');
  expect(fileProblem('image', { name: 'a.png', size: twoMegabytes })).toBe('上传图片大小不能超过2M!');
});

it('VA-08 accepts a voice message for a reply only with one of four extensions and less than 2 MB', () => {
  for (const name of ['a.mp3', 'a.wma', 'a.wav', 'a.amr'])
    expect(fileProblem('voice', { name, size: twoMegabytes - 1 })).toBeNull();
  expect(fileProblem('voice', { name: 'a.ogg', size: 1 })).toBe('上传语音格式不对!');
  expect(fileProblem('voice', { name: 'a.amr', size: twoMegabytes })).toBe('上传语音大小不能超过2M!');
  expect(toldOf('voice')).toContain('60s');
});
