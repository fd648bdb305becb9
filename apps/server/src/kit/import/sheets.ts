// Builds the spreadsheets of an import: the template, and the file of wrong rows with their problems.
import type { FieldSpec } from '@anlan/contract/kit/field';
import { exampleMark } from '#kernel/example-rows.ts';
import type { OutgoingCell, OutgoingSheet, SheetColumn } from '#platform/sheets/index.ts';
import type { ReadColumn, ReadRow } from './read-rows.ts';

export interface ColumnLayout extends Pick<ReadColumn, 'key' | 'label' | 'required'> {
  /** Width in characters; a Chinese character counts as two. */
  readonly width: number;
  readonly hint?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  /** Whether a cell may contain texts that are not in the list: several choices, or a code. */
  readonly mayDiffer?: boolean;
  readonly example?: string | undefined;
}
export interface FileColumn extends ReadColumn, ColumnLayout {}

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

function hintOf({ kind, unit, help, example, digits, max, refersTo }: FieldSpec): string | undefined {
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
  const hints = [usual[kind], unit && unit !== '°' ? `单位：${unit}` : '', example, help].filter(Boolean);
  return hints.length === 0 ? undefined : hints.join('；').slice(0, 200);
}

function exampleOf(spec: FieldSpec, choices: readonly string[]): string {
  const exampleText = spec.example?.replace(/^(?:如|例如)\s*/, '');
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
    (exampleText !== undefined && exampleText !== spec.example ? exampleText : `示例${spec.label}`)
  );
}

export const columnLayoutOf = (spec: FieldSpec, choices: readonly string[]) => ({
  width: widthOf(spec),
  hint: hintOf(spec),
  choices,
  // A cell may contain several codes, or the code of an industry.
  mayDiffer: ['codes', 'industry'].includes(spec.kind),
  example: exampleOf(spec, choices),
});

type Cells = Readonly<Record<string, string | undefined>>;
const cellsOf = (columns: readonly ColumnLayout[], cells: Cells) =>
  columns.map(({ key }): OutgoingCell => cells[key] ?? null);
const wordsOf = ({ choices = [] }: ColumnLayout) => choices;

export interface TemplateRows {
  readonly examples?: readonly Cells[];
  /** Row up to which the template has drop-down lists. */
  readonly preparedTo?: number;
}

export function templateSheets(
  label: string,
  columns: readonly ColumnLayout[],
  { examples, preparedTo = preparedRows }: TemplateRows = {},
): OutgoingSheet[] {
  const lists = columns.filter((column) => wordsOf(column).length > 0);
  const sheetColumns = columns.map((column): SheetColumn => {
    const { label: heading, width, required, hint, mayDiffer = false } = column;
    const letters = columnLetters(lists.indexOf(column));
    const range = `'${listed}'!$${letters}$2:$${letters}$${wordsOf(column).length + 1}`;
    return {
      heading,
      kind: 'text',
      width,
      required,
      ...(hint === undefined ? {} : { hint }),
      ...(lists.includes(column) ? { choices: { range, severe: !mayDiffer } } : {}),
    };
  });
  const usual = () => Object.fromEntries(columns.map(({ key, example }) => [key, example]));
  const rows = (examples ?? [usual()]).map((cells) =>
    cellsOf(columns, cells).map((cell, at) => (at === 0 ? `${exampleMark}${String(cell ?? '')}` : cell)),
  );
  const longest = Math.max(0, ...lists.map((column) => wordsOf(column).length));
  const options = Array.from({ length: longest }, (_, row) =>
    lists.map((column): OutgoingCell => wordsOf(column)[row] ?? null),
  );
  const optionColumns = lists.map((column) => ({ heading: column.label, kind: 'text' as const, width: 28 }));
  return [
    { name: `${label}导入`, columns: sheetColumns, rows: [rows], preparedTo },
    ...(lists.length > 0 ? [{ name: listed, columns: optionColumns, rows: [options] }] : []),
  ];
}

type WrongRow = Pick<ReadRow, 'no' | 'problems'> & { readonly cells: Cells };

export function problemSheet(columns: readonly ColumnLayout[], wrong: readonly WrongRow[]): OutgoingSheet {
  const rows = wrong.map(({ no, cells, problems }): OutgoingCell[] => [
    ...cellsOf(columns, cells),
    no,
    problems.map(({ column, cause, remedy }) => `${column}：${cause}。${remedy}`).join('\n'),
  ]);
  return {
    name: '错误行',
    columns: [
      ...columns.map(({ label: heading, width, required }) => ({ heading, kind: 'text' as const, width, required })),
      { heading: '原行号', kind: 'integer', width: 10 },
      { heading: '错误原因', kind: 'text', width: 80 },
    ],
    rows: [rows],
  };
}
