// S40: tests rich text with known attacks on sanitisers and with our own cases.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richText } from '@anlan/contract/domain/rich-text';
import { hostileMarkup } from '../../../testing/hostile-markup.ts';
import { cleanRichText, plainTextOf } from './index.ts';

const tag = /<\/?([a-zA-Z][^\s/>]*)([^>]*)>/g;
const allowed = new Map<string, readonly string[]>(Object.entries(richText.attributes));

function strangersIn(html: string): string[] {
  return [...html.matchAll(tag)].flatMap(([whole, name = '', rest = '']) => {
    if (!richText.tags.some((allowedTag) => allowedTag === name)) return [whole];
    const attributes = [...rest.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g)].filter(([text]) => text !== '');
    return attributes.flatMap(([text, attribute = '', value = '']) => {
      if (!(allowed.get(name) ?? []).includes(attribute)) return [text];
      return attribute === 'href' && !/^(?:https?|mailto|tel):/i.test(value) ? [text] : [];
    });
  });
}

describe('S40 saved rich text', () => {
  test.each(hostileMarkup)('contains no markup that runs or is drawn: %s', (html) => {
    const cleanHtml = cleanRichText(html);
    expect(strangersIn(cleanHtml)).toEqual([]);
    expect(cleanRichText(cleanHtml)).toBe(cleanHtml);
  });

  test('contains only allowed markup', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...hostileMarkup,
        ...richText.tags.map((name) => `<${name} onclick=x style=y class=z>`),
        '<a href="',
      ),
      fc.string({ maxLength: 12, unit: 'grapheme' }),
      fc.constantFrom('<', '>', '"', "'", '&', '&lt;', '&#0;', '<!--', '-->', '<![CDATA[', ']]>', '\u0000', '</p>'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const cleanHtml = cleanRichText(pieces.join(''));
        expect(strangersIn(cleanHtml)).toEqual([]);
        expect(cleanRichText(cleanHtml)).toBe(cleanHtml);
      }),
      { numRuns: 500 },
    );
  });

  test('contains headings, lists, bold and italic text, and links', () => {
    const html =
      '<h2>一、总体要求</h2><p><strong>重点</strong><em>检查</em><u>范围</u></p><ul><li><p>矿山</p></li></ul>' +
      '<ol start="3"><li><p>危化品</p></li></ol><blockquote><p>引用</p></blockquote><p><a href="https://example.com/a?b=1">依据</a></p>';
    expect(cleanRichText(html)).toBe(html);
    expect(cleanRichText('<h1>大</h1><b>粗</b>')).toBe('<h2>大</h2><strong>粗</strong>');
    expect(plainTextOf(html)).toBe('一、总体要求 重点检查范围 矿山 危化品 引用 依据');
    expect(plainTextOf('<p>1 &lt; 2 &amp; 3</p>')).toBe('1 < 2 & 3');
    expect(plainTextOf('<p> </p><p>&nbsp;</p>')).toBe('');
  });
});
