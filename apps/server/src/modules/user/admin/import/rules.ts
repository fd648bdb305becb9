import { maskPhone } from '@anlan/contract/domain/phone';
import type { UserType } from '@anlan/contract/modules/session/session';
import { userInput } from '@anlan/contract/modules/user/admin';
import { userImportColumns, type UserImportColumn } from '@anlan/contract/modules/user/import';
import { userTypeLabels } from '@anlan/contract/modules/user/labels';
import { textReader, type Cell } from '#kit/import/read-cells.ts';
import type { FieldReader } from '#kit/import/read-fields.ts';
import { addProblem, type ReadRow } from '#kit/import/read-rows.ts';
import type { FileColumn } from '#kit/import/sheets.ts';
import { maskEmail } from '../rules.ts';

export const requiredColumns: ReadonlySet<UserImportColumn> = new Set(['username', 'nickName', 'type', 'phone']);

const labels = new Map<UserImportColumn, string>(userImportColumns);
const kinds = ['regulator', 'enterprise', 'shop', 'platform'] as const satisfies readonly UserType[];
type Types = Readonly<Record<UserType, string>>;
/** The user type that a label means. Default labels are accepted too, for files made before the label was changed. */
export const typeNamed = (words: Types, word: string): UserType | undefined =>
  kinds.find((kind) => words[kind] === word) ?? kinds.find((kind) => userTypeLabels[kind] === word);

const line = textReader(1_000);
const checked =
  (column: 'username' | 'nickName' | 'phone' | 'email'): FieldReader =>
  (cell) => {
    const read = line(cell);
    if (!('value' in read)) return read;
    const parseResult = userInput.shape[column].safeParse(read.value);
    if (parseResult.success) return { value: parseResult.data ?? '' };
    return { cause: parseResult.error.issues[0]?.message ?? '格式不正确', remedy: `请改正${labels.get(column)}` };
  };
const readers: Readonly<Record<UserImportColumn, FieldReader>> = {
  username: checked('username'),
  nickName: checked('nickName'),
  type: line,
  phone: checked('phone'),
  email: checked('email'),
  organ: line,
  // In one cell, line breaks separate several roles.
  roles: (cell: Cell) => line(typeof cell === 'string' ? cell.replace(/[\r\n]+/g, '、') : cell),
  // A spreadsheet stores only fifteen digits of a number, so digits of the code would be lost.
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

export const textIn = ({ values }: ReadRow, column: UserImportColumn): string => {
  const value = values[column];
  return typeof value === 'string' ? value : '';
};

export const flaw = (row: ReadRow, column: UserImportColumn, cause: string, remedy: string) =>
  addProblem(row, { key: column, label: labels.get(column) ?? column, mask: masks[column] }, cause, remedy);

export const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、，,;；]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
