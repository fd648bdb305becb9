import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';

/** An entry of the menu as a person sees it (contracts §2). */
export interface MenuEntry {
  /** Id of the entry. */
  id: string;
  /** Id of the upper entry, or null for a top menu. */
  parentId: string | null;
  /** Name. */
  name: string;
  /** Label, the same as the name. */
  label: string;
  /** Absolute path; empty for a group. */
  path: string;
  /** Page key that the page registry knows, or null. */
  component: string | null;
  /** Name of an icon of ours. */
  icon: string | null;
  /** '0' menu, '1' button. */
  type: '0' | '1';
  /** Permission it needs, or null. */
  permission: string | null;
  /** Order among siblings. */
  sort: number;
  /** Whether its tab stays alive. */
  keepAlive: boolean;
  /** Paths of pages that belong to this entry. */
  group: string[];
  /** Query the entry opens with. */
  query: Record<string, string>;
  /** Name of the counter behind its red dot, or null. */
  redDot: string | null;
  /** Readings of the label, apart by a space: initials, then the whole pinyin. */
  pinyin: string;
  /** Who may see it: role codes; empty for everybody. */
  meta: { roles: string[] };
  /** Lower entries. */
  children: MenuEntry[];
}
/** An entry of the menu as a person sees it. */
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
