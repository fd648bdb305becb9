import { choice, decimal, oneOf, text } from '@anlan/contract/kit/field';
import { list } from '@anlan/contract/kit/nested-fields';
import { expect, test } from 'vitest';
import { cellsOf, pasted } from './list-rules.ts';

const { spec } = list(
  '管控措施',
  '措施',
  {
    kind: oneOf({ engineering: '1', training: '2' }, '类别').required().dictionary('controlKind'),
    text: text(5, '内容').required(),
    costT: decimal('数量'),
  },
  { most: 3, begin: { kind: 'training' } },
);
const items = [
  { id: '1', value: '1', label: '工程技术', enabled: true },
  { id: '2', value: '2', label: '培训教育', enabled: true },
] as never[];
const paste = (cells: string, at = { row: 0, column: 0 }) =>
  pasted(
    spec.list as NonNullable<typeof spec.list>,
    [{ kind: 'training', text: '原有' }],
    cellsOf(cells) ?? [],
    at,
    () => items,
  );

test('pastes plain text as text, and spreadsheet cells as rows', () => {
  expect(cellsOf('双手按钮')).toBeNull();
  expect(cellsOf('工程技术\t双手按钮\r\n培训教育\t每季\r\n')).toEqual([
    ['工程技术', '双手按钮'],
    ['培训教育', '每季'],
  ]);
});

test('converts pasted cells to field values and leaves invalid cells empty', () => {
  expect(paste('工程技术\t双手按钮联锁装置\t1,200.5\n没有这类\t每季\t很多')).toEqual([
    { kind: 'engineering', text: '双手按钮联锁装置', costT: 1200.5 },
    { kind: null, text: '每季', costT: null },
  ]);
});

test('converts pasted labels of a fixed list to its values', () => {
  const { spec: sided } = list('入口', '个', { side: choice({ left: '左', right: '右' }, '位置') });
  const sides = sided.list as NonNullable<typeof sided.list>;
  expect(pasted(sides, [], [['右'], ['left'], ['上']], { row: 0, column: 0 }, () => [])).toEqual([
    { side: 'right' },
    { side: 'left' },
    { side: null },
  ]);
});

test('pastes from the selected cell on, also beyond the item limit', () => {
  expect(paste('甲\n乙\n丙\n丁', { row: 0, column: 1 })).toEqual([
    { kind: 'training', text: '甲' },
    { kind: 'training', text: '乙' },
    { kind: 'training', text: '丙' },
    { kind: 'training', text: '丁' },
  ]);
});
