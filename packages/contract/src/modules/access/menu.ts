import * as z from 'zod/mini';
import { codeMapping, requiredText, id, text } from '../../domain/fields.ts';
import { parseExternalAddress } from '../../domain/external-frame.ts';
import { userType, type UserType } from '../session/session.ts';

const word = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, '名称只能用字母、数字、下划线和短横线'));
const isPath = (path: string) =>
  path === '' || /^\/[A-Za-z0-9_-][A-Za-z0-9_/-]{0,198}$/.test(path) || parseExternalAddress(path) !== null;
const fields = {
  parentId: z.optional(z.nullable(id)),
  /** Path of our page, or an external address that is shown in a frame; empty for a heading. */
  path: z.optional(z.string().check(z.refine(isPath, '路径不正确'))),
  /** Key of the page; if absent, it is derived from the path. */
  component: z.optional(z.nullable(z.string().check(z.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, '页面标识不正确')))),
  icon: z.optional(z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,30}$/, '请从图标库中选择')))),
  permission: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  sort: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
  /** Whether the page stays mounted while its tab is in the background. */
  keepAlive: z.optional(z.boolean()),
  query: z.optional(
    z.record(word, text(200, '参数值')).check(z.refine((all) => Object.keys(all).length <= 20, '参数最多 20 个')),
  ),
  /**
   * Codes of the roles that see the entry; empty shows it to everybody. This only hides the entry: access depends on
   * permits.
   */
  roles: z.optional(z.array(z.string().check(z.regex(/^[A-Z0-9_]{1,50}$/, '角色编码不正确'))).check(z.maxLength(50))),
  userTypes: z.optional(z.array(codeMapping(userType)).check(z.maxLength(4))),
  hidden: z.optional(z.boolean()),
};

export const menuInput = z.object({
  ...fields,
  name: requiredText(20, '名称'),
  /** Type of the entry: '0' page or heading, '1' button. */
  type: z.optional(z.enum(['0', '1'])),
});
export type MenuInput = z.output<typeof menuInput>;

/** Input of a change. Absent fields stay unchanged; null clears a field. */
export const menuPatch = z.object({
  ...fields,
  id,
  /** Version that the caller loaded. A stale version is refused with 409 and the current row. */
  version: z.int(),
  name: z.optional(requiredText(20, '名称')),
});
export type MenuPatch = z.output<typeof menuPatch>;

/** New order of the entries below one parent. */
export const menuOrder = z.object({
  parentId: z.nullable(id),
  /** Ids of all entries below the parent, in the new order. */
  ids: z.array(id).check(z.minLength(1), z.maxLength(200)),
});
export type MenuOrder = z.output<typeof menuOrder>;

export interface MenuNode {
  id: string;
  version: number;
  parentId: string | null;
  name: string;
  label: string;
  path: string;
  component: string | null;
  icon: string | null;
  type: '0' | '1';
  permission: string | null;
  sort: number;
  keepAlive: boolean;
  query: Record<string, string>;
  meta: { roles: string[] };
  userTypes: UserType[];
  hidden: boolean;
  /** Whether the entry is delivered with the product. It can be changed and hidden, but not removed. */
  preset: boolean;
  children: MenuNode[];
}
export const menuNode: z.ZodMiniType<MenuNode> = z.object({
  id,
  version: z.int(),
  parentId: z.nullable(id),
  name: z.string(),
  label: z.string(),
  path: z.string(),
  component: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  type: z.enum(['0', '1']),
  permission: z.nullable(z.string()),
  sort: z.int(),
  keepAlive: z.boolean(),
  query: z.record(z.string(), z.string()),
  meta: z.object({ roles: z.array(z.string()) }),
  userTypes: z.array(codeMapping(userType)),
  hidden: z.boolean(),
  preset: z.boolean(),
  get children() {
    return z.array(menuNode);
  },
});
