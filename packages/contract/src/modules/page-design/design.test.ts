import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDesign } from './publish-check.ts';
import { contrast } from '../../domain/colour-contrast.ts';
import { readDesign, writeDesign, type Design } from './design.ts';
import { oldDesigns } from './old-designs.ts';
import { designLimits } from './limits.ts';
import { partTypes, walkParts } from './parts.ts';
import { drawPage } from './render/draw.ts';
import type { Drawing } from './render/render-context.ts';
import { pageScript, pageSheet } from './render/style-sheet.ts';
import { renderMarkup } from './render/view.ts';
import { newPart, ownTemplates } from './templates.ts';
import type { PageData } from './views.ts';

const drawing: Drawing = {
  unit: '临澜',
  shop: null,
  dataOf: () => ({}),
  href: ({ to }) => (to === 'none' ? null : '#'),
  file: (id) => `/f/${id}`,
  search: { action: '/s', fields: { tenantId: '1' } },
  showsEmpty: true,
};
const running = ['javascript', '1'].join(':');
const nothing: PageData = { unit: '临澜', shop: null, parts: [], alive: [], files: [] };
const designOf = (text: string): Design => {
  const { design, problems } = readDesign(text);
  if (!design) throw new Error(JSON.stringify(problems));
  return design;
};
const html = (design: Design) => renderMarkup(drawPage(design, drawing), (text) => text);
const refusal = (value: unknown) =>
  readDesign(typeof value === 'string' ? value : JSON.stringify(value)).problems?.[0]?.message;
const withPart = (part: object) => ({ format: 2, parts: [{ id: 'a', v: 1, props: {}, ...part }] });

describe('RT-22, RT-23: page designs', () => {
  test('parses the JSON text of every kind of part back to the same part', () => {
    expect(partTypes.length).toBeGreaterThanOrEqual(20);
    for (const type of partTypes) {
      const text = writeDesign({ ...designOf('{}'), parts: [newPart(type, 'a')] });
      expect(writeDesign(designOf(text)), type).toBe(text);
      expect(html(designOf(text)), type).toContain(`of-${type}`);
    }
  });

  test('gives the search box the fields of the specification', () => {
    const [part] = designOf(JSON.stringify(withPart({ type: 'search', v: 2 }))).parts;
    expect(part?.props).toEqual({
      background: '#0B4F92',
      colour: '#FFFFFF',
      placeholder: '搜索商品',
      radius: 38,
      textColour: '#5C687C',
      textPosition: 'left',
    });
  });

  test.each(Object.entries(oldDesigns))('upgrades a design of %s once and renders it', (_name, text) => {
    const read = readDesign(text);
    expect(read).toMatchObject({ upgraded: true, problems: null });
    const design = designOf(text);
    expect(html(design)).not.toBe('');
    expect(readDesign(writeDesign(design))).toEqual({ design, upgraded: false, problems: null });
  });

  test('has templates without a finding that prevents publishing', () => {
    for (const { design, key } of ownTemplates) {
      const must = checkDesign(designOf(design), nothing).findings.filter((one) => one.must);
      expect(must, key).toEqual([]);
    }
  });

  test.each([
    ['not JSON', '{', '页面设计不是有效的 JSON'],
    ['a list', [], '页面设计不完整'],
    ['a newer format', { format: 3 }, '页面设计是更新的版本做的，请刷新页面后再打开'],
    ['an unknown part', withPart({ type: 'script' }), '没有这种组件'],
    ['a part named like an object property', withPart({ type: 'constructor' }), '没有这种组件'],
    ['a newer part', withPart({ type: 'title', v: 9 }), '标题是更新的版本做的，请刷新页面后再打开'],
    ['an unknown field', withPart({ type: 'title', props: { onclick: 'x' } }), '不认识的属性“onclick”'],
    ['a number instead of a text', withPart({ type: 'title', props: { text: 1 } }), '标题应为文字'],
    [
      'an unknown field of an item',
      withPart({ type: 'grid', props: { items: [{ name: '入口', onclick: 'x' }] } }),
      '不认识的属性“onclick”',
    ],
    ['a wrong type in an item', withPart({ type: 'grid', props: { items: [{ name: 1 }] } }), '名称应为文字'],
    ['too few items', withPart({ type: 'tabBar', props: { items: [{}] } }), '入口应有 2 到 5 项'],
    ['too many goods', withPart({ type: 'goodsList', props: { goods: Array(31).fill({}) } }), '商品最多 30 个'],
    [
      'an invalid colour',
      withPart({ type: 'title', props: { textColour: 'red;x:url(a)' } }),
      '文字颜色应为 #RRGGBB 形式的颜色',
    ],
    ['a link that runs a script', withPart({ type: 'button', props: { link: { to: running } } }), '跳转不能跳转到这里'],
    [
      'a link to another site',
      withPart({ type: 'button', props: { link: { to: 'page', id: 'https://a.b' } } }),
      '跳转的目标不完整，请重新选择',
    ],
    [
      'a picture from elsewhere',
      withPart({ type: 'image', props: { picture: { file: 'https://a.b/c.png' } } }),
      '图片只能用上传的文件',
    ],
    [
      'two parts with one id',
      {
        format: 2,
        parts: [
          { id: 'a', type: 'text' },
          { id: 'a', type: 'text' },
        ],
      },
      '组件编号“a”重复',
    ],
    ['parts in a part without slots', withPart({ type: 'text', slots: [[]] }), '文字里不能放组件'],
    ['a number above the limit', withPart({ type: 'search', v: 2, props: { radius: 99 } }), '圆角不能大于 38'],
  ])('refuses %s: %s', (_name, value, message) => {
    expect(refusal(value)).toBe(message);
  });

  test('refuses designs that are too large, too deeply nested or have too many parts', () => {
    const part = (at: number) => `{"id":"p${at}","type":"text"}`;
    const hostile = {
      long: `"${'a'.repeat(1_048_576)}"`,
      deep: '['.repeat(500_000),
      nested: `{"format":2,"parts":[${'{"id":"a","type":"box","slots":[['.repeat(20_000)}`,
      many: `{"format":2,"parts":[${Array.from({ length: 15_000 }, (_, at) => part(at)).join()}]}`,
      wide: `{"format":2,"parts":[${Array.from({ length: 20_000 }, () => '{"a":1}').join()}]}`,
      keys: `{"format":2,"page":{${Array.from({ length: 30_000 }, (_, at) => `"k${at}":1`).join()}}}`,
    };
    for (const [name, text] of Object.entries(hostile)) {
      const { problems } = readDesign(text);
      expect(problems, name).not.toBeNull();
    }
    expect(refusal(hostile.many)).toBe(`一个页面最多 ${designLimits.parts} 个组件`);
  });

  test('renders no markup from any input', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=1>', running, '#FFFFFF'),
    );
    const key = fc.constantFrom(
      'text',
      'placeholder',
      'background',
      'note',
      'link',
      'items',
      'slides',
      'count',
      '__proto__',
    );
    const part = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom(...partTypes, 'nope'),
      v: fc.constantFrom(1, 2),
      props: fc.dictionary(key, value, { maxKeys: 3 }),
    });
    fc.assert(
      fc.property(fc.record({ format: fc.constantFrom(1, 2), parts: fc.array(part, { maxLength: 3 }) }), (raw) => {
        const { design } = readDesign(JSON.stringify(raw));
        if (!design) return;
        const drawnAs = html(design).replaceAll(/<div class="rich">.*?<\/div>/gs, '');
        expect(drawnAs).not.toMatch(/<script|<img src=x|javascript:/);
        expect([...walkParts(design.parts)].length).toBeLessThanOrEqual(3);
      }),
    );
  });

  test('contains no closing tag in style sheet and script', () => {
    expect(pageSheet.length + pageScript.length).toBeLessThan(20_000);
    expect(pageSheet + pageScript).not.toContain('</');
  });
});

describe('checks before publishing', () => {
  const findingsOf = (part: object) =>
    checkDesign(designOf(JSON.stringify(withPart(part))), nothing).findings.map(({ kind, must }) => `${kind} ${must}`);
  const picture = { file: '01a00000-0000-7000-8000-000000000001', name: 'a.png' };
  test('computes a contrast of 21 for black and white', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
  });
  test.each([
    ['text of low contrast', { type: 'search', v: 2, props: { textColour: '#DDDDDD' } }, 'contrast true'],
    ['text of low contrast in dark mode', { type: 'title', props: { textColour: '#16202E' } }, 'contrast true'],
    ['a picture without alternative text', { type: 'image', props: { picture } }, 'alt true'],
    [
      'a dead link',
      { type: 'button', props: { link: { to: 'page', id: '01a00000-0000-7000-8000-000000000009' } } },
      'link true',
    ],
    [
      'a touch area that is too small',
      { type: 'hotZones', props: { picture: { ...picture, alt: 'x' }, zones: [{ width: 5, height: 5 }] } },
      'touch true',
    ],
    ['a list without rows', { type: 'goodsList' }, 'data false'],
  ])('reports a finding for a design with %s', (_name, part, finding) => {
    expect(findingsOf(part)).toContain(finding);
  });
  test('refuses to publish an empty page', () => {
    expect(checkDesign(designOf('{}'), nothing).findings).toMatchObject([{ kind: 'empty', must: true }]);
  });
});
