import { describe, expect, it } from 'vitest';
import { namedByContent, uploadProblem } from './upload-rules.ts';

describe('file to upload', () => {
  it('is refused with the specified message when the file is no picture or larger than 1 MB', () => {
    expect(uploadProblem('logo', { name: 'a.gif', size: 10 })).toBe('只能上传jpg/png文件，且不超过1M');
    expect(uploadProblem('logo', { name: 'a.PNG', size: 1024 * 1024 + 1 })).toBe('只能上传jpg/png文件，且不超过1M');
    expect(uploadProblem('logo', { name: 'a.PNG', size: 1024 * 1024 })).toBeNull();
  });

  it('is refused before the upload when the file is a site plan of 60 MB', () => {
    expect(uploadProblem('photo', { name: '总平面图.png', size: 60 * 2 ** 20 })).toBe(
      '只能上传jpg/png图片，且不超过20M',
    );
  });

  it('may be a PDF when the purpose is licence', () => {
    expect(uploadProblem('licence', { name: '执照.pdf', size: 5_000_000 })).toBeNull();
    expect(uploadProblem('licence', { name: '执照.exe', size: 5 })).toContain('pdf');
    expect(uploadProblem('licence', { name: '执照.pdf', size: 0 })).toBe('文件是空的，请重新选择');
  });
});

describe('name of a file to upload', () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const nameOf = async (bytes: Uint8Array<ArrayBuffer>, name: string) =>
    (await namedByContent(new File([bytes], name))).name;

  it('gets the extension of its bytes', async () => {
    expect(await nameOf(jpeg, 'mmexport1732')).toBe('mmexport1732.jpg');
    expect(await nameOf(jpeg, 'IMG_0001.HEIC')).toBe('IMG_0001.jpg');
    expect(await nameOf(png, '现场 2026.11.png.jfif')).toBe('现场 2026.11.png.png');
    expect((await namedByContent(new File([png], '现场.jpg'))).type).toBe('image/png');
    expect(await nameOf(new TextEncoder().encode('%PDF-1.7'), '执照')).toBe('执照.pdf');
  });

  it('stays as it is when it fits the bytes, or when the bytes have no signature', async () => {
    expect(await nameOf(jpeg, '现场.JPEG')).toBe('现场.JPEG');
    expect(await nameOf(new TextEncoder().encode('<svg>'), '标志.png')).toBe('标志.png');
    expect(await nameOf(new Uint8Array(), '空.png')).toBe('空.png');
  });
});
