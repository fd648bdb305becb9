// The sheets that an import hands out: the template, and wrong rows with what is wrong with them.
import type { ImportProblem } from '@anlan/contract/kit/import';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { exampleMark } from '#kernel/example-rows.ts';
import type { OutgoingCell, OutgoingSheet, SheetColumn } from '#platform/sheets/index.ts';
import type { AnyResource } from '../table.ts';
import type { ImportColumn } from './columns.ts';
import type { ReadRow } from './read-rows.ts';

const listed = '选项';
const preparedRows = 2_000;

function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const widths: Partial<Record<FieldSpec['kind'], number>> = {
  prose: 40,
  region: 26,
  industry: 26,
  ref: 30,
  person: 20,
  codes: 24,
  phone: 16,
  creditCode: 24,
  instant: 20,
};
const widthOf = ({ kind, max = 0, label }: FieldSpec) =>
  widths[kind] ?? Math.min(36, Math.max(12, label.length * 2 + 4, max / 3));

function hintOf({ spec: { kind, unit, help, example, digits, max, refersTo } }: ImportColumn): string {
  const usual: Partial<Record<FieldSpec['kind'], string>> = {
    region: '全称或6位代码，如 浙江省杭州市西湖区 或 330106',
    industry: '从列表选择，或填写代码，如 G54',
    codes: '多项用“；”隔开，没有请填 无',
    day: '按 2026-01-31 的格式填写',
    instant: '按 2026-01-31 08:30 的格式填写',
    integer: '只填整数',
    decimal: `只填数字，最多 ${digits ?? 2} 位小数`,
    money: '只填数字，最多 2 位小数',
    phone: '11位手机号码',
    creditCode: '18位统一社会信用代码，整列为文本格式',
    ref: refersTo === 'enterprise' ? '企业名称或统一社会信用代码' : '名称，重名时在后面加空格和编号或电话',
    person: '姓名，重名时在后面加空格和手机号',
    text: max === undefined ? '' : `最多 ${max} 个字`,
    prose: max === undefined ? '' : `最多 ${max} 个字`,
  };
  return [usual[kind], unit && unit !== '°' ? `单位：${unit}` : '', example, help]
    .filter(Boolean)
    .join('；')
    .slice(0, 200);
}

function exampleOf({ spec, choices }: ImportColumn): string {
  const said = spec.example?.replace(/^(?:如|例如)\s*/, '');
  const usual: Partial<Record<FieldSpec['kind'], string>> = {
    region: '浙江省杭州市滨江区',
    day: '2026-01-31',
    instant: '2026-01-31 08:30',
    integer: '1',
    decimal: '1',
    money: '100',
    phone: '13800000001',
    creditCode: '91330108DEM000014W',
    ref: spec.refersTo === 'enterprise' ? '杭州安澜机械有限公司' : '名称',
    person: '沈安然',
  };
  return (
    choices[0] ??
    spec.cell?.example ??
    usual[spec.kind] ??
    (said !== undefined && said !== spec.example ? said : `示例${spec.label}`)
  );
}

/** The template: required headings marked, drop-downs, hints, and a row that shows how. */
export function templateSheets(
  resource: Pick<AnyResource, 'label'>,
  columns: readonly ImportColumn[],
): OutgoingSheet[] {
  const lists = columns.filter(({ choices }) => choices.length > 0);
  const sheetColumns = columns.map((column): SheetColumn => {
    const place = lists.indexOf(column);
    const range = `'${listed}'!$${columnLetters(place)}$2:$${columnLetters(place)}$${column.choices.length + 1}`;
    const hint = hintOf(column);
    return {
      heading: column.spec.label,
      kind: 'text',
      width: widthOf(column.spec),
      required: column.required,
      ...(hint === '' ? {} : { hint }),
      // Several of them may stand in one cell, and an industry may be written as its code.
      ...(place < 0 ? {} : { choices: { range, severe: !['codes', 'industry'].includes(column.spec.kind) } }),
    };
  });
  const example = columns.map((column, at) => `${at === 0 ? exampleMark : ''}${exampleOf(column)}`);
  const longest = Math.max(0, ...lists.map(({ choices }) => choices.length));
  const options = Array.from({ length: longest }, (_, row) =>
    lists.map(({ choices }): OutgoingCell => choices[row] ?? null),
  );
  return [
    { name: `${resource.label}导入`, columns: sheetColumns, rows: [[example]], preparedTo: preparedRows },
    ...(lists.length > 0
      ? [
          {
            name: listed,
            columns: lists.map(({ spec }) => ({ heading: spec.label, kind: 'text' as const, width: 28 })),
            rows: [options],
          },
        ]
      : []),
  ];
}

/** Wrong rows as they were sent, each with what is wrong with it; the file can be corrected and sent again. */
export const problemSheet = (
  columns: readonly ImportColumn[],
  rows: readonly (Pick<ReadRow, 'no' | 'cells'> & { problems: readonly ImportProblem[] })[],
): OutgoingSheet => ({
  name: '错误行',
  columns: [
    ...columns.map(({ spec, required }) => ({
      heading: spec.label,
      kind: 'text' as const,
      width: widthOf(spec),
      required,
    })),
    { heading: '原行号', kind: 'integer', width: 10 },
    { heading: '错误原因', kind: 'text', width: 80 },
  ],
  rows: [
    rows.map(({ no, cells, problems }) => [
      ...columns.map(({ key }): OutgoingCell => cells[key] ?? null),
      no,
      problems.map(({ column, cause, remedy }) => `${column}：${cause}。${remedy}`).join('\n'),
    ]),
  ],
});
