import { maskPhone } from '@anlan/contract/domain/phone';
import type { UserType } from '@anlan/contract/modules/session/session';
import { userInput } from '@anlan/contract/modules/user/admin';
import { userImportColumns, type UserImportColumn } from '@anlan/contract/modules/user/import';
import { userTypeLabels } from '@anlan/contract/modules/user/labels';
import { textReader, type Cell } from '#kit/import/read-cells.ts';
import type { FieldReader } from '#kit/import/read-fields.ts';
import { tell, type ReadRow } from '#kit/import/read-rows.ts';
import type { FileColumn } from '#kit/import/sheets.ts';
import { maskEmail } from '../rules.ts';

/** Columns that must be filled in, whoever imports. */
export const requiredColumns: ReadonlySet<UserImportColumn> = new Set(['username', 'nickName', 'type', 'phone']);

const labels = new Map<UserImportColumn, string>(userImportColumns);
const kinds = ['regulator', 'enterprise', 'shop', 'platform'] as const satisfies readonly UserType[];
/** What the kinds of people are called. */
type Types = Readonly<Record<UserType, string>>;
/** The kind of people that a word means: one of these, or the usual one of a file that is older than they are. */
export const typeNamed = (words: Types, word: string): UserType | undefined =>
  kinds.find((kind) => words[kind] === word) ?? kinds.find((kind) => userTypeLabels[kind] === word);

const line = textReader(1_000);
/** What the form takes; it says itself how long. */
const checked =
  (column: 'username' | 'nickName' | 'phone' | 'email'): FieldReader =>
  (cell) => {
    const read = line(cell);
    if (!('value' in read)) return read;
    const found = userInput.shape[column].safeParse(read.value);
    if (found.success) return { value: found.data ?? '' };
    return { cause: found.error.issues[0]?.message ?? '格式不正确', remedy: `请改正${labels.get(column)}` };
  };
const readers: Readonly<Record<UserImportColumn, FieldReader>> = {
  username: checked('username'),
  nickName: checked('nickName'),
  type: line,
  phone: checked('phone'),
  email: checked('email'),
  organ: line,
  // One in each line, where there are several.
  roles: (cell: Cell) => line(typeof cell === 'string' ? cell.replace(/[\r\n]+/g, '、') : cell),
  // A sheet keeps fifteen digits of a number: the rest of a code is lost.
  creditCode: (cell) =>
    typeof cell === 'number'
      ? { cause: '内容变成了数字，末几位可能已经丢失', remedy: '请把该列设为文本格式后重新填写' }
      : line(cell),
};
const masks: Partial<Record<UserImportColumn, (value: string) => string>> = { phone: maskPhone, email: maskEmail };
const widths: Partial<Record<UserImportColumn, number>> = { email: 26, organ: 26, roles: 26, creditCode: 24 };
const hints: Partial<Record<UserImportColumn, string>> = {
  username: '4 至 32 位小写字母、数字或 . _ -，以字母开头',
  nickName: '本人姓名',
  phone: '11位手机号码，首次用手机验证码登录',
  email: '可以不填',
  organ: '机构名称，可以不填',
  roles: '角色名称，多个用“、”隔开，可以不填',
  creditCode: '企业人员所属企业的统一社会信用代码；企业导入本企业员工时不填',
};
const examples: Partial<Record<UserImportColumn, string>> = {
  username: 'shenanran',
  nickName: '沈安然',
  phone: '13800000001',
  creditCode: '91330108DEM000014W',
};

/** The columns of an import, with what the kinds of people are called. */
export const columnsFor = (types: Types): FileColumn[] =>
  userImportColumns.map(([key, label]) => ({
    key,
    label,
    required: requiredColumns.has(key),
    mask: masks[key],
    read: readers[key],
    width: widths[key] ?? 16,
    hint: key === 'type' ? Object.values(types).join('、') : hints[key],
    example: key === 'type' ? types.enterprise : examples[key],
  }));

/** What a cell of a row means; empty where it holds nothing, or nothing that can be taken. */
export const textIn = ({ values }: ReadRow, column: UserImportColumn): string => {
  const value = values[column];
  return typeof value === 'string' ? value : '';
};

/** Says what is wrong with a cell of a row. */
export const flaw = (row: ReadRow, column: UserImportColumn, cause: string, remedy: string) =>
  tell(row, { key: column, label: labels.get(column) ?? column, mask: masks[column] }, cause, remedy);

/** Names in one cell. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、，,;；]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
