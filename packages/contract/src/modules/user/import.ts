import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

/** Headings and meaning of the columns of an import of people, in the order of the template. */
export const userImportColumns = [
  ['username', '用户名'],
  ['nickName', '姓名'],
  ['type', '用户类型'],
  ['phone', '手机号'],
  ['email', '邮箱'],
  ['organ', '机构'],
  ['roles', '角色'],
  ['creditCode', '企业信用代码'],
] as const;
/** A column of an import of people. */
export type UserImportColumn = (typeof userImportColumns)[number][0];

/** POST /upms/user/import/confirm. */
export const userImportConfirm = z.object({
  /** The dry run's job. */
  jobId: id,
  /** all: everything or nothing; rows (default): the good rows. */
  mode: z.optional(z.enum(['all', 'rows'])),
});
/** How an import of people is carried out. */
export type UserImportConfirm = z.output<typeof userImportConfirm>;
