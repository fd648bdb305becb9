import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { coded, filled, id, instant, placeCode, text } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';

/** Whose enterprises a role reaches: all, those of chosen divisions, of the own organisation's and below, of it alone. */
export const dataScope = { all: '0', chosen: '1', below: '2', own: '3' } as const;
/** Whose enterprises a role reaches. */
export type DataScope = keyof typeof dataScope;

const roleName = filled(30, '角色名称');
const roleDesc = z.optional(z.nullable(text(200, '说明')));
const dsType = z.optional(coded(dataScope));
const regionCodes = z.optional(
  z.array(placeCode).check(z.maxLength(limits.role.regions, `最多选择 ${limits.role.regions} 个区域`)),
);

/** POST /upms/role. */
export const roleInput = z.object({
  /** Name. */
  roleName,
  /** Code, unique in the tenant: ROLE_ and capitals; made up when left out. */
  roleCode: z.optional(
    z.string().check(z.regex(/^ROLE_[A-Z0-9_]{1,40}$/, '编码以 ROLE_ 开头，只含大写字母、数字和下划线')),
  ),
  /** What it is for. */
  roleDesc,
  /** Whose enterprises it reaches. */
  dsType,
  /** The chosen divisions and streets, with all below them. */
  regionCodes,
  /** Which kind of people may hold it. */
  userType: coded(userType),
  /** A role whose permits the new one begins with. */
  copyOf: z.optional(id),
});
/** A new role. */
export type RoleInput = z.output<typeof roleInput>;

/** POST /upms/role/update: absent = unchanged; the code stays. */
export const rolePatch = z.object({
  /** Which role. */
  id,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
  /** Name. */
  roleName: z.optional(roleName),
  /** What it is for. */
  roleDesc,
  /** Whose enterprises it reaches. */
  dsType,
  /** The chosen divisions and streets, with all below them. */
  regionCodes,
});
/** Changes to a role. */
export type RolePatch = z.output<typeof rolePatch>;

/** POST /upms/role/menu: the entries of the menu whose permits the role holds from now on. */
export const roleMenus = z.object({
  /** Which role. */
  roleId: id,
  /** Entries; pages count with their own permit, headings with none. */
  menuIds: z.array(id).check(z.maxLength(2000)),
  /** The version the person saw. */
  version: z.optional(z.int()),
});

/** What a person may do with a role. */
export const roleAbility = z.enum(['update', 'permits', 'copy', 'remove']);
/** What a person may do with a role. */
export type RoleAbility = z.output<typeof roleAbility>;

/** A role as administrators see it. */
export const role = z.object({
  /** Id. */
  id,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with it. */
  abilities: z.array(roleAbility),
  /** Name. */
  roleName: z.string(),
  /** Code. */
  roleCode: z.string(),
  /** What it is for. */
  roleDesc: z.nullable(z.string()),
  /** Whose enterprises it reaches. */
  dsType: coded(dataScope),
  /** The chosen divisions and streets. */
  regions: z.array(
    z.object({
      /** Code of the division or street. */
      code: z.string(),
      /** Its name, with those around it. */
      name: z.string(),
    }),
  ),
  /** Which kind of people may hold it. */
  userType: coded(userType),
  /** Comes with the product. */
  preset: z.boolean(),
  /** Whether the caller holds it. */
  mine: z.boolean(),
  /** How many people hold it. */
  members: z.int(),
  /** How many permits it holds. */
  permits: z.int(),
  /** Names of permits that a release removed from a preset role while this role, made by the tenant, still holds them. */
  toReview: z.array(z.string()),
  /** 创建时间 */
  createTime: instant,
  /** 更新时间 */
  updateTime: instant,
});
/** A role as administrators see it. */
export type Role = z.output<typeof role>;

/** A role to choose for a person. */
export const roleChoice = z.object({
  /** Id. */
  id,
  /** Name. */
  roleName: z.string(),
  /** Code. */
  roleCode: z.string(),
  /** Which kind of people may hold it. */
  userType: coded(userType),
  /** Whether the caller may give and take it. */
  givable: z.boolean(),
});
/** A role to choose for a person. */
export type RoleChoice = z.output<typeof roleChoice>;

/** Columns that the list may be ordered by. */
export const roleSortable = ['roleName', 'createTime', 'updateTime'] as const;
/** A column that the list may be ordered by. */
export type RoleSort = (typeof roleSortable)[number];
