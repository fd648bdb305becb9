import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { codeMapping, requiredText, id, instant, placeCode, text } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';

/**
 * Enterprises that a role covers: all; in selected divisions; of the person's organisation and below; or of the
 * person's organisation only.
 */
export const dataScope = { all: '0', chosen: '1', below: '2', own: '3' } as const;
export type DataScope = keyof typeof dataScope;

const roleName = requiredText(30, '角色名称');
const roleDesc = z.optional(z.nullable(text(200, '说明')));
const dsType = z.optional(codeMapping(dataScope));
export const selectedRegions = z
  .array(placeCode, '请至少选择一个区域')
  .check(z.maxLength(limits.role.regions, `最多选择 ${limits.role.regions} 个区域`));
const regionCodes = z.optional(selectedRegions);
export const roleCodeShape = {
  pattern: /^ROLE_[A-Z0-9_]{1,40}$/,
  message: '编码以 ROLE_ 开头，只含大写字母、数字和下划线',
};

export const roleInput = z.object({
  roleName,
  /** Code of the role, unique in the tenant: ROLE_ and capital letters. Generated if absent. */
  roleCode: z.optional(z.string().check(z.regex(roleCodeShape.pattern, roleCodeShape.message))),
  roleDesc,
  dsType,
  /** Selected divisions and streets; everything below them is included. */
  regionCodes,
  userType: codeMapping(userType),
  /** Id of a role from which the new role copies its permits. */
  copyOf: z.optional(id),
});
export type RoleInput = z.output<typeof roleInput>;

/** Input of a change. Absent fields stay unchanged; the role code cannot change. */
export const rolePatch = z.object({
  id,
  /** Version that the caller loaded. A stale version is refused with 409 and the current row. */
  version: z.int(),
  roleName: z.optional(roleName),
  roleDesc,
  dsType,
  regionCodes,
});
export type RolePatch = z.output<typeof rolePatch>;

export const roleMenus = z.object({
  /** Ids of the granted menu entries. A page grants its own permit; a heading grants none. */
  roleId: id,
  menuIds: z.array(id).check(z.maxLength(2000)),
  version: z.optional(z.int()),
});

export const roleAbility = z.enum(['update', 'permits', 'copy', 'remove']);
export type RoleAbility = z.output<typeof roleAbility>;

export const role = z.object({
  id,
  version: z.int(),
  abilities: z.array(roleAbility),
  roleName: z.string(),
  roleCode: z.string(),
  roleDesc: z.nullable(z.string()),
  dsType: codeMapping(dataScope),
  regions: z.array(
    z.object({
      code: z.string(),
      /** Name of the entry, preceded by the names of its parent entries. */
      name: z.string(),
    }),
  ),
  userType: codeMapping(userType),
  preset: z.boolean(),
  mine: z.boolean(),
  members: z.int(),
  permits: z.int(),
  /** Permits that a release removed from a preset role but that this role of the tenant still has. */
  toReview: z.array(z.string()),
  createTime: instant,
  updateTime: instant,
});
export type Role = z.output<typeof role>;

export const roleChoice = z.object({
  id,
  roleName: z.string(),
  roleCode: z.string(),
  userType: codeMapping(userType),
  /** Whether the caller may grant the role and take it away. */
  givable: z.boolean(),
});
export type RoleChoice = z.output<typeof roleChoice>;

export const roleSortable = ['roleName', 'createTime', 'updateTime'] as const;
export type RoleSort = (typeof roleSortable)[number];
