import * as z from 'zod/mini';
import { coded, filled, id, text } from '../../domain/fields.ts';
import { foreignAddress } from '../../domain/frame.ts';
import { userType, type UserType } from '../session/session.ts';

const word = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, '名称只能用字母、数字、下划线和短横线'));
const isPath = (path: string) =>
  path === '' || /^\/[A-Za-z0-9_-][A-Za-z0-9_/-]{0,198}$/.test(path) || foreignAddress(path) !== null;
const fields = {
  /** Entry above; null for the top. */
  parentId: z.optional(z.nullable(id)),
  /** Path of one of our pages, or the address of somebody else's that is shown in a frame; empty for a heading. */
  path: z.optional(z.string().check(z.refine(isPath, '路径不正确'))),
  /** Page key; the path's own page when left out. */
  component: z.optional(z.nullable(z.string().check(z.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, '页面标识不正确')))),
  /** Name of an icon of ours. */
  icon: z.optional(z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,30}$/, '请从图标库中选择')))),
  /** Permit that it takes to see it. */
  permission: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  /** Order among siblings. */
  sort: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
  /** Whether its tab stays alive when another comes to the front. */
  keepAlive: z.optional(z.boolean()),
  /** Query that it opens with. */
  query: z.optional(
    z.record(word, text(200, '参数值')).check(z.refine((all) => Object.keys(all).length <= 20, '参数最多 20 个')),
  ),
  /** Role codes that see it; empty for everybody. It hides and allows nothing. */
  roles: z.optional(z.array(z.string().check(z.regex(/^[A-Z0-9_]{1,50}$/, '角色编码不正确'))).check(z.maxLength(50))),
  /** Kinds of people that see it ('0', '1', '2', '9'); empty for everybody. */
  userTypes: z.optional(z.array(coded(userType)).check(z.maxLength(4))),
  /** Left out of everybody's menu for now. */
  hidden: z.optional(z.boolean()),
};

/** POST /upms/menu. */
export const menuInput = z.object({
  ...fields,
  /** Name. */
  name: filled(20, '名称'),
  /** '0' a page or heading, '1' a button. */
  type: z.optional(z.enum(['0', '1'])),
});
/** A new entry of the menu. */
export type MenuInput = z.output<typeof menuInput>;

/** POST /upms/menu/update: absent = unchanged, null clears. */
export const menuPatch = z.object({
  ...fields,
  /** Which entry. */
  id,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
  /** Name. */
  name: z.optional(filled(20, '名称')),
});
/** Changes to an entry of the menu. */
export type MenuPatch = z.output<typeof menuPatch>;

/** POST /upms/menu/order: these entries, in this order, stand below that one. */
export const menuOrder = z.object({
  /** Entry above; null for the top. */
  parentId: z.nullable(id),
  /** All entries that stand there afterwards, in their order. */
  ids: z.array(id).check(z.minLength(1), z.maxLength(200)),
});
/** Where entries stand. */
export type MenuOrder = z.output<typeof menuOrder>;

/** An entry of the whole menu as those who keep it see it. */
export interface MenuNode {
  /** Id of the entry. */
  id: string;
  /** Grows with every change. */
  version: number;
  /** Id of the upper entry, or null for a top menu. */
  parentId: string | null;
  /** Name. */
  name: string;
  /** Label, the same as the name. */
  label: string;
  /** Absolute path; empty for a heading. */
  path: string;
  /** Page key, or null. */
  component: string | null;
  /** Name of an icon of ours. */
  icon: string | null;
  /** '0' menu, '1' button. */
  type: '0' | '1';
  /** Permit it needs, or null. */
  permission: string | null;
  /** Order among siblings. */
  sort: number;
  /** Whether its tab stays alive. */
  keepAlive: boolean;
  /** Query the entry opens with. */
  query: Record<string, string>;
  /** Role codes that see it; empty for everybody. */
  meta: { roles: string[] };
  /** Kinds of people that see it; empty for everybody. */
  userTypes: UserType[];
  /** Left out of everybody's menu. */
  hidden: boolean;
  /** Comes with the product: it can be changed and hidden, not removed. */
  preset: boolean;
  /** Lower entries. */
  children: MenuNode[];
}
/** An entry of the whole menu as those who keep it see it. */
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
  userTypes: z.array(coded(userType)),
  hidden: z.boolean(),
  preset: z.boolean(),
  get children() {
    return z.array(menuNode);
  },
});
