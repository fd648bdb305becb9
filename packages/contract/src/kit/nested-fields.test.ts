import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { choice, integer, text } from './field.ts';
import { list } from './nested-fields.ts';

const { schemas, spec } = list('措施', '条', {
  name: text(5, '名称').required(),
  side: choice({ left: '左', right: '右' }, '位置').default('left'),
  count: integer('数量', { max: 9 }),
});

test('fills missing fields of a list item with defaults, in declared order', () => {
  expect(JSON.stringify(z.parse(schemas.input, [{ count: 1, name: '甲' }]))).toBe(
    '[{"name":"甲","side":"left","count":1}]',
  );
  expect(spec.list?.begin).toEqual({ side: 'left' });
});

test('refuses list items with values outside the fixed list or the bounds', () => {
  const messageOf = (item: object) => z.safeParse(schemas.input, [{ name: '甲', ...item }]).error?.issues[0]?.message;
  expect(messageOf({ side: '左' })).toBe('请选择位置');
  expect(messageOf({ count: 10 })).toBe('不能大于 9');
});
