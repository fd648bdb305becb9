import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

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
export type UserImportColumn = (typeof userImportColumns)[number][0];

export const userImportConfirm = z.object({
  jobId: id,
  /** `all`: imports all rows, or none if one is invalid. `rows` (default): imports the valid rows. */
  mode: z.optional(z.enum(['all', 'rows'])),
});
