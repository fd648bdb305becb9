import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

export interface MenuEntry {
  id: string;
  parentId: string | null;
  name: string;
  label: string;
  /** Absolute path of the page; empty for a group. */
  path: string;
  component: string | null;
  icon: string | null;
  /** Type of the entry: '0' menu, '1' button. */
  type: '0' | '1';
  permission: string | null;
  sort: number;
  keepAlive: boolean;
  group: string[];
  query: Record<string, string>;
  redDot: string | null;
  /** Pinyin initials and full pinyin of the label, separated by a space. */
  pinyin: string;
  /** Codes of the roles that see the entry; empty if everybody sees it. */
  meta: { roles: string[] };
  children: MenuEntry[];
}
export const menuEntry: z.ZodMiniType<MenuEntry> = z.object({
  id,
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
  group: z.array(z.string()),
  query: z.record(z.string(), z.string()),
  redDot: z.nullable(z.string()),
  pinyin: z.string(),
  meta: z.object({ roles: z.array(z.string()) }),
  get children() {
    return z.array(menuEntry);
  },
});
