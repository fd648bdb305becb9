import { userImportColumns, type UserImportColumn } from '@anlan/contract/domain/user-import';
import type { UserType } from '@anlan/contract/domain/session';
import { exampleMark } from '#kernel/example-rows.ts';
import type { OutgoingCell, OutgoingSheet } from '#platform/sheets/index.ts';
import { requiredColumns, type ReadRow } from './rules.ts';

const widths: Partial<Record<UserImportColumn, number>> = { email: 26, organ: 26, roles: 26, creditCode: 24 };
const hints: Record<Exclude<UserImportColumn, 'type'>, string> = {
  username: '4 至 32 位小写字母、数字或 . _ -，以字母开头',
  nickName: '本人姓名',
  phone: '11位手机号码，首次用手机验证码登录',
  email: '可以不填',
  organ: '机构名称，可以不填',
  roles: '角色名称，多个用“、”隔开，可以不填',
  creditCode: '企业人员所属企业的统一社会信用代码；企业导入本企业员工时不填',
};
const example: Partial<Record<UserImportColumn, string>> = {
  username: `${exampleMark}shenanran`,
  nickName: '沈安然',
  phone: '13800000001',
  creditCode: '91330108DEM000014W',
};
/** What the kinds of people are called. */
type Types = Readonly<Record<UserType, string>>;
const columnsFor = (types: Types) =>
  userImportColumns.map(([column, heading]) => ({
    heading,
    kind: 'text' as const,
    width: widths[column] ?? 16,
    required: requiredColumns.has(column),
    hint: column === 'type' ? Object.values(types).join('、') : hints[column],
  }));

/** The template: hints and a row that shows how. */
export const templateSheet = (types: Types): OutgoingSheet => ({
  name: '用户导入',
  columns: columnsFor(types),
  rows: [
    [
      userImportColumns.map(([column]): OutgoingCell =>
        column === 'type' ? types.enterprise : (example[column] ?? null),
      ),
    ],
  ],
  preparedTo: 2_000,
});

/** Wrong rows as they were sent, each with what is wrong with it; the file can be corrected and sent again. */
export const errorSheet = (rows: readonly ReadRow[], types: Types): OutgoingSheet => ({
  name: '错误行',
  columns: [
    ...columnsFor(types),
    { heading: '原行号', kind: 'integer', width: 10 },
    { heading: '错误原因', kind: 'text', width: 80 },
  ],
  rows: [
    rows.map(({ no, cells, problems }) => [
      ...userImportColumns.map(([column]): OutgoingCell => cells[column] ?? null),
      no,
      problems.map(({ column, cause, remedy }) => `${column}：${cause}。${remedy}`).join('\n'),
    ]),
  ],
});
