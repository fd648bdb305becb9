// Tests which selected files are accepted, the messages for refused files, and the order of files.
import { describe, expect, it } from 'vitest';
import { countText, fitted, isPicture, placed, problemOf, saysPicture, tooMany } from './rules.ts';

const photos = { purpose: 'photo', least: 1, most: 9 } as const;
const papers = { purpose: 'evidence', least: 0, most: 9 } as const;
const file = (name: string, type = '', size = 1_000) => ({ name, type, size });

describe('selected file', () => {
  it('is accepted when its purpose allows its type', () => {
    expect(problemOf('photo', file('现场.JPG', 'image/jpeg'))).toBeNull();
    expect(problemOf('evidence', file('报告.pdf', 'application/pdf'))).toBeNull();
  });

  it('is refused with a message that names the reason', () => {
    expect(problemOf('photo', file('报告.pdf', 'application/pdf'))).toBe('不是图片');
    expect(problemOf('photo', file('现场.heic', 'image/heic'))).toBe('图片格式不支持，请用 jpg 或 png');
    expect(problemOf('photo', file('现场.jpg', 'image/jpeg', 21 * 2 ** 20))).toBe('超过 20M');
    expect(problemOf('photo', file('现场.jpg', 'image/jpeg', 0))).toBe('文件是空的');
    expect(problemOf('evidence', file('工具.exe'))).toMatch(/^只能上传 /);
  });

  it('is recognised as a picture by its declared type before the upload and by its name afterwards', () => {
    expect([isPicture({ name: 'a.jpeg' }), isPicture({ name: 'a.pdf' }), isPicture({ name: 'jpg' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(saysPicture(file('IMG_1.HEIC', 'image/heic'))).toBe(true);
  });
});

describe('several files', () => {
  it('are all refused when the number of files exceeds the limit', () => {
    expect(tooMany(photos, 9, 0)).toBeNull();
    expect(tooMany(photos, 40, 0)).toBe('一次最多 9 张，您选了 40 张，请重新选择');
    expect(tooMany(photos, 5, 7)).toBe('最多 9 张，还能再选 2 张，您选了 5 张，请重新选择');
    expect(tooMany(papers, 1, 9)).toBe('最多 9 个，已经满了');
  });

  it('get a text with the number of files and the limits', () => {
    expect(countText(photos, 0, 0)).toBe('至少 1 张，最多 9 张');
    expect(countText(papers, 0, 2)).toBe('最多 9 个，正在上传 2 个');
    expect(countText({ ...photos, least: 2 }, 1, 0)).toBe('至少 2 张，已有 1 张，最多 9 张');
    expect(countText(photos, 3, 1)).toBe('已有 3 张，最多 9 张，正在上传 1 张');
  });

  it('stay in the order of selection, whichever upload ends first', () => {
    const turns = new Map([
      ['b', 2],
      ['c', 3],
    ]);
    const stored = (id: string) => ({ id, name: `${id}.jpg` });
    const held = placed([stored('old')], stored('c'), turns);
    expect(placed(held, stored('b'), turns).map(({ id }) => id)).toEqual(['old', 'b', 'c']);
  });
});

it('shrinks a larger picture to the longest side, and never enlarges it', () => {
  expect(fitted(4_000, 3_000, 2_560)).toEqual({ width: 2_560, height: 1_920 });
  expect(fitted(800, 600, 2_560)).toEqual({ width: 800, height: 600 });
});
