import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchText, smallLetters } from './search-text.ts';

const linesOf = async (name: string) => (await searchText(name)).split('\n');
const finds = async (name: string, letters: string) => (await searchText(name)).includes(letters);
const chars = fc.constantFrom(...'长重行乐曾单解鹿溪融合新材料有限公司临澜区第一号安');

describe('search text of a name', () => {
  test.each([
    ['鹿溪融合新材料有限公司', ['luxi', 'lxrh', 'xincailiao', 'yxgs']],
    ['重庆长安汽车', ['chongqing', 'zhongqing', 'changan', 'cqca']],
    ['长风船厂', ['changfeng', 'zhangfeng', 'cfcc', 'zfcc']],
    ['曾行舟', ['zengxingzhou', 'cengxingzhou', 'zhz', 'chz']],
    ['吕布仓库', ['lvbu', 'lbck']],
    ['ABC 电子（3号库）', ['abc', 'abcdianzi3haoku', 'abcdz3hk', 'dianzi']],
    ['𠮷田工厂', ['gongchang', 'gc']],
  ])('contains the letters that people type for the name %s', async (name, all) => {
    for (const letters of all) expect(await finds(name, letters), letters).toBe(true);
  });

  test('begins with the name in lower case', async () => {
    expect((await linesOf('Ａ栋ÀB座'))[0]).toBe('Ａ栋Àb座');
    expect(smallLetters('ABCÄİ')).toBe('abcÄİ');
  });

  test('limits the pinyin readings and letters of a name', async () => {
    const lines = await linesOf('长重行乐曾单解'.repeat(14));
    expect(lines.length).toBeLessThanOrEqual(9);
    expect(lines.slice(1).join('\n').length).toBeLessThanOrEqual(600);
  });

  test('contains initials and full pinyin of every reading', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chars, { minLength: 1, maxLength: 20 }), async (parts) => {
        const name = parts.join('');
        const [first, initials = '', ...rest] = await linesOf(name);
        expect(first).toBe(name);
        expect(initials).toMatch(/^[a-z]+$/);
        expect(initials.length).toBe(parts.length);
        const wholes = rest.filter((line) => line.length > parts.length);
        expect(wholes.length).toBeGreaterThan(0);
        // Initials belong to a full reading when its syllables begin with them in the same order.
        for (const whole of wholes)
          expect([initials, ...rest].some((line) => new RegExp([...line].join('[a-z]*')).test(whole))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('separates the name and its pinyin readings by line breaks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (name) => {
        const text = await searchText(name);
        expect(text.startsWith(`${smallLetters(name)}\n`)).toBe(true);
        expect(text.slice(name.length + 1)).toMatch(/^[a-z0-9\n]*$/);
      }),
      { numRuns: 200 },
    );
  });
});
