import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchText, smallLetters } from './search-text.ts';

const linesOf = async (name: string) => (await searchText(name)).split('\n');
const finds = async (name: string, letters: string) => (await searchText(name)).includes(letters);
const chars = fc.constantFrom(...'长重行乐曾单解鹿溪融合新材料有限公司临澜区第一号安');

describe('what letters find a name by', () => {
  test.each([
    ['鹿溪融合新材料有限公司', ['luxi', 'lxrh', 'xincailiao', 'yxgs']],
    ['重庆长安汽车', ['chongqing', 'zhongqing', 'changan', 'cqca']],
    ['长风船厂', ['changfeng', 'zhangfeng', 'cfcc', 'zfcc']],
    ['曾行舟', ['zengxingzhou', 'cengxingzhou', 'zhz', 'chz']],
    ['吕布仓库', ['lvbu', 'lbck']],
    ['ABC 电子（3号库）', ['abc', 'abcdianzi3haoku', 'abcdz3hk', 'dianzi']],
    ['𠮷田工厂', ['gongchang', 'gc']],
  ])('%s', async (name, all) => {
    for (const letters of all) expect(await finds(name, letters), letters).toBe(true);
  });

  test('begins with the name, in small Latin letters alone, as the database makes them', async () => {
    expect((await linesOf('Ａ栋ÀB座'))[0]).toBe('Ａ栋Àb座');
    expect(smallLetters('ABCÄİ')).toBe('abcÄİ');
  });

  test('keeps few ways to read a name, and no more letters than an index holds', async () => {
    const lines = await linesOf('长重行乐曾单解'.repeat(14));
    expect(lines.length).toBeLessThanOrEqual(9);
    expect(lines.slice(1).join('\n').length).toBeLessThanOrEqual(600);
  });

  test('any name has its initials, a letter for each character, and the whole of each way to read it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chars, { minLength: 1, maxLength: 20 }), async (parts) => {
        const name = parts.join('');
        const [first, initials = '', ...rest] = await linesOf(name);
        expect(first).toBe(name);
        expect(initials).toMatch(/^[a-z]+$/);
        expect(initials.length).toBe(parts.length);
        const wholes = rest.filter((line) => line.length > parts.length);
        expect(wholes.length).toBeGreaterThan(0);
        // Initials are those of a way to read it: its syllables begin with them, in their order.
        for (const whole of wholes)
          expect([initials, ...rest].some((line) => new RegExp([...line].join('[a-z]*')).test(whole))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('any text at all has a text of its own that a line break parts from its readings', async () => {
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
