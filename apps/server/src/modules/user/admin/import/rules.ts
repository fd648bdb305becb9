import { maskPhone } from '@anlan/contract/domain/phone';
import type { UserType } from '@anlan/contract/domain/session';
import { userInput } from '@anlan/contract/domain/user-admin';
import { userImportColumns, type UserImportColumn } from '@anlan/contract/domain/user-import';
import { userTypeLabels } from '@anlan/contract/domain/user-labels';
import { beginning } from '#kernel/beginning.ts';
import { isExample } from '#kernel/example-rows.ts';
import type { SheetRow } from '#platform/sheets/index.ts';
import { maskEmail } from '../rules.ts';

/** One wrong cell, as a person reads of it. */
export interface RowProblem {
  row: number;
  column: string;
  value: string;
  cause: string;
  remedy: string;
}

/** A row as it was read, before anything is known of who is there already. */
export interface ReadRow {
  no: number;
  /** What stood in the template's columns. */
  cells: Partial<Record<UserImportColumn, string>>;
  problems: RowProblem[];
  /** Nobody sees it in the sheet. */
  hidden?: true;
}

/** Columns that must be filled in, whoever imports. */
export const requiredColumns: ReadonlySet<UserImportColumn> = new Set(['username', 'nickName', 'type', 'phone']);

const labels = new Map<UserImportColumn, string>(userImportColumns);
const kinds = ['regulator', 'enterprise', 'shop', 'platform'] as const satisfies readonly UserType[];
/** The kind of people that a word means: one of these, or the usual one of a file that is older than they are. */
export const typeNamed = (words: Readonly<Record<UserType, string>>, word: string): UserType | undefined =>
  kinds.find((kind) => words[kind] === word) ?? kinds.find((kind) => userTypeLabels[kind] === word);

type Cell = SheetRow['cells'][number];
function shown(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return 'day' in cell ? cell.day : 'error' in cell ? cell.error : '（公式）';
}

const checked = {
  username: userInput.shape.username,
  nickName: userInput.shape.nickName,
  phone: userInput.shape.phone,
  email: userInput.shape.email,
} as const;

// Long work is kept and shown: classified values stand there masked alone (S78).
const hidden = (column: UserImportColumn, value: string) =>
  column === 'phone' ? maskPhone(value) : column === 'email' ? maskEmail(value) : value;

/** Says what is wrong with a cell of a row. */
export const flaw = (row: ReadRow, column: UserImportColumn, cause: string, remedy: string) =>
  row.problems.push({
    row: row.no,
    column: labels.get(column) ?? column,
    value: beginning(hidden(column, row.cells[column] ?? '').toWellFormed(), 200),
    cause: beginning(cause, 300),
    remedy,
  });

const asText = '请把该列设为文本格式后重新填写';
// A list of roles may have one in each line.
const severalLines: ReadonlySet<UserImportColumn> = new Set(['roles']);
/** What no column takes, and what to do about it. */
function brokenCell(cell: Cell, column: UserImportColumn): [string, string] | null {
  // A sheet keeps fifteen digits of a number: the rest of a code is lost.
  if (typeof cell === 'number' && (column === 'creditCode' || Math.abs(cell) >= 1e15))
    return ['内容变成了数字，末几位可能已经丢失', asText];
  if (typeof cell === 'string') {
    if (cell.includes('\ufffd')) return ['内容中有无法识别的字符“\ufffd”', '请重新填写该单元格'];
    return /[\r\n]/.test(cell.trim()) && !severalLines.has(column) ? ['内容中有换行', '请改为一行'] : null;
  }
  if (typeof cell !== 'object' || cell === null) return null;
  if ('day' in cell) return [`内容变成了日期 ${cell.day}`, asText];
  if ('formula' in cell) return ['单元格是公式，导入不计算公式', '复制该列，选择性粘贴为“数值”后重新上传'];
  return [`单元格是错误值 ${cell.error}`, '请改为实际内容'];
}

/** Reads one row; null where it is empty or only shows how. */
export function readRow(
  { no, cells, hidden }: SheetRow,
  places: ReadonlyMap<UserImportColumn, number>,
): ReadRow | null {
  const row: ReadRow = { no, cells: {}, problems: [], ...(hidden && { hidden }) };
  const wrong: [UserImportColumn, string, string][] = [];
  for (const [column, label] of userImportColumns) {
    const cell = cells[places.get(column) ?? -1] ?? null;
    const value = shown(cell).trim();
    if (column === 'username' && isExample(value)) return null;
    if (value !== '') row.cells[column] = beginning(value, 1_000);
    const broken = brokenCell(cell, column);
    if (broken) wrong.push([column, ...broken]);
    else if (value === '') {
      if (requiredColumns.has(column)) wrong.push([column, `${label}不能为空`, `请填写${label}`]);
    } else if (column in checked) {
      const found = checked[column as keyof typeof checked].safeParse(value);
      if (!found.success) wrong.push([column, found.error.issues[0]?.message ?? '格式不正确', `请改正${label}`]);
      else row.cells[column] = found.data ?? '';
    }
  }
  if (Object.keys(row.cells).length === 0) return null;
  for (const [column, cause, remedy] of wrong) flaw(row, column, cause, remedy);
  return row;
}

/** Names in one cell. */
export const namesIn = (text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[、，,;；\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
