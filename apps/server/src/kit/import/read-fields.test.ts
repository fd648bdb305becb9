// Meaning of cells for each kind of field; an import accepts nothing that a form refuses.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boolean,
  code,
  codes,
  day,
  decimal,
  instant,
  integer,
  money,
  oneOf,
  phone,
  prose,
  text,
  type Field,
} from '@anlan/contract/kit/field';
import { formatInstant } from '@anlan/contract/domain/instant';
import { maskOf } from '../encryption.ts';
import { itemFinder } from './find-codes.ts';
import type { Cell } from './read-cells.ts';
import { fieldReader } from './read-fields.ts';
import { createRepeats, readRow, addProblem, type ReadRow } from './read-rows.ts';

const find = itemFinder([
  { code: 'bus', value: '1', label: '客运站' },
  { code: 'yard', value: '2', label: '停车场' },
]);
const reading = ({ spec, schemas }: Field) => fieldReader(spec, schemas, find);
const valueOf = (field: Field, cell: Cell) => {
  const result = reading(field)(cell);
  return 'value' in result ? result.value : `✗ ${result.cause}`;
};

test.each([
  [integer('件数', { unit: '件' }), '1,200 件', 1200],
  [integer('件数'), 12.5, '✗ “12.5”不是整数'],
  [integer('件数'), '约 50 人', '✗ “约 50 人”不是数字'],
  [integer('件数', { min: 1 }), '0', '✗ 不能小于 1'],
  [decimal('面积'), '１２．５０', 12.5],
  [decimal('面积', { digits: 1 }), '1.25', '✗ 小数超过 1 位'],
  [money('单价'), '1,234.5 元', 123_450],
  [money('单价'), '0.07', 7],
  [money('单价'), '0.005', '✗ 小数超过 2 位'],
  [boolean('易碎'), '是', true],
  [boolean('易碎'), false, false],
  [boolean('易碎'), '也许', '✗ “也许”不是“是”或“否”'],
  [day('日期'), '2026年3月1日', '2026-03-01'],
  [day('日期'), '2026-02-30', '✗ 日期“2026-02-30”不存在'],
  [prose(20, '说明'), '一\n二', '一\n二'],
  [text(5, '名称'), '一\n二', '✗ 内容中有换行'],
  [text(2, '名称'), '一二三', '✗ 超过 2 个字（现为 3 个字）'],
  [text(9, '编号'), 1.5e15, '✗ 内容变成了数字 1.5E+15，末几位已经丢失'],
  [phone('电话'), '139****0000', '✗ 号码的中间几位是隐藏的'],
  [phone('电话').encrypted(), '139****0000', '139****0000'],
  [code('kind', '类型'), '停车场', 'yard'],
  [code('kind', '类型'), '2', 'yard'],
  [codes('kind', '类型'), '客运站；停车场', ['bus', 'yard']],
  [codes('kind', '类型'), '无', []],
  [oneOf({ red: 'bus', blue: 'yard' }, '颜色'), '客运站', 'red'],
] as const)('converts cell %o to %o', (field, cell, value) => {
  expect(valueOf(field as unknown as Field, cell as Cell)).toEqual(value);
});

describe('the content of an imported cell', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.record({ day: fc.constantFrom('2026-01-31', '0000-00-00') }),
    fc.record({ error: fc.constant('#N/A') }),
  ) as fc.Arbitrary<Cell>;
  const fields = [
    text(10, '名称').required(),
    prose(10, '说明'),
    integer('件数'),
    decimal('面积'),
    money('单价'),
    boolean('易碎'),
    day('日期'),
    instant('时刻'),
    phone('电话').encrypted(),
    code('kind', '类型'),
    codes('kind', '类型'),
  ] as unknown as Field[];

  test('is a valid field value or has a cause and a remedy', () => {
    fc.assert(
      fc.property(cell, fc.constantFrom(...fields), (cellInput, field) => {
        const result = reading(field)(cellInput);
        if ('value' in result) return;
        expect([result.cause, result.remedy].every((words) => words.trim() !== '')).toBe(true);
      }),
    );
  });

  test('keeps its value in day, instant and money columns', () => {
    const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(at, fc.integer({ min: 0, max: 9_999_999_999 }), (moment, fen) => {
        const momentText = formatInstant(moment);
        const read = valueOf(instant('时刻') as unknown as Field, momentText);
        expect(read instanceof Date && formatInstant(read)).toBe(momentText);
        expect(valueOf(day('日期') as unknown as Field, momentText.slice(0, 10))).toBe(momentText.slice(0, 10));
        expect(valueOf(money('单价') as unknown as Field, (fen / 100).toFixed(2))).toBe(fen);
      }),
    );
  });

  test('is reported at the cell when the value is wrong', () => {
    const columns = [text(10, '编号').required(), integer('件数')].map((field, at) => ({
      key: ['code', 'count'][at] ?? '',
      label: field.spec.label,
      required: field.spec.required === true,
      read: reading(field as unknown as Field),
    }));
    const places = new Map([
      ['code', 0],
      ['count', 1],
    ]);
    const codesOf = fc.array(fc.constantFrom('A', 'B', 'C', '（示例）A', ''), { maxLength: 12 });
    fc.assert(
      fc.property(codesOf, (codeTexts) => {
        const once = createRepeats(columns.slice(0, 1));
        const rows = codeTexts.flatMap((text, at) => readRow({ no: at + 2, cells: [text, 1] }, columns, places) ?? []);
        const repeated = rows.filter(once);
        const named = rows.filter(({ values }) => values['code'] !== undefined);
        expect(repeated).toHaveLength(named.length - new Set(named.map(({ values }) => values['code'])).size);
        expect(rows).toHaveLength(codeTexts.filter((text) => !text.startsWith('（示例）')).length);
        for (const row of rows)
          expect(row.problems.length > 0).toBe(repeated.includes(row) || row.values['code'] === undefined);
      }),
    );
  });

  test('is masked in errors when the field is classified', () => {
    const row: ReadRow = { no: 2, cells: { phone: '13912345678' }, values: {}, problems: [] };
    addProblem(row, { key: 'phone', label: '电话', mask: maskOf }, '重复', '请改正');
    expect(row.problems[0]?.value).toBe('139****5678');
  });
});
