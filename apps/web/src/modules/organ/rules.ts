import type { OrganRow } from '@anlan/contract/modules/user/organ';
import * as z from 'zod/mini';

const code = z.nullable(z.string());
/** What of a dialog is kept while it is not saved. */
export const draftShape = z.object({ name: z.string(), parentId: code, regionCode: code });

/** An organisation in its place. */
export interface Placed extends OrganRow {
  /** 0 at the top. */
  depth: number;
  /** Place among its siblings, from 0, and how many they are. */
  place: number;
  siblings: number;
  /** How many stand below it, at any depth. */
  below: number;
  /** People in it and below it. */
  allPeople: number;
}

/** Organisations in the order in which a tree is read; what is folded hides what lies below. */
export function inOrder(rows: readonly OrganRow[], folded: ReadonlySet<string>): Placed[] {
  const children = new Map<string | null, OrganRow[]>();
  for (const row of rows) children.set(row.parentId, [...(children.get(row.parentId) ?? []), row]);
  const walk = (parentId: string | null, depth: number): Placed[] => {
    const siblings = (children.get(parentId) ?? []).toSorted((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1));
    return siblings.flatMap((row, place) => {
      const lower = walk(row.id, depth + 1);
      const own: Placed = {
        ...row,
        depth,
        place,
        siblings: siblings.length,
        below: lower.length,
        allPeople: lower.reduce((sum, { people }) => sum + people, row.people),
      };
      return [own, ...lower];
    });
  };
  const hidden = new Set<string>();
  return walk(null, 0).filter((row) => {
    const under = row.parentId !== null && (hidden.has(row.parentId) || folded.has(row.parentId));
    if (under) hidden.add(row.id);
    return !under;
  });
}

/** Organisations whose name holds a word, and those above them, so that a find is seen in its place. */
export function found(rows: readonly OrganRow[], word: string): OrganRow[] {
  const wanted = word.trim();
  if (wanted === '') return [...rows];
  const kept = new Set<string>();
  for (const row of rows) {
    if (!row.name.includes(wanted)) continue;
    for (let at: OrganRow | undefined = row; at !== undefined && !kept.has(at.id);) {
      kept.add(at.id);
      const upper: string | null = at.parentId;
      at = rows.find(({ id }) => id === upper);
    }
  }
  return rows.filter(({ id }) => kept.has(id));
}

/** Names from the top down to an organisation, joined. */
export function pathOf(rows: readonly OrganRow[], id: string | null): string {
  const row = rows.find((one) => one.id === id);
  return row ? [pathOf(rows, row.parentId), row.name].filter(Boolean).join(' / ') : '';
}

/** A place where an organisation may stand, for a choice among them. */
export interface Choice {
  value: string;
  title: string;
  children: Choice[];
}

/** The tree without one branch: where an organisation may move. */
export function choices(rows: readonly OrganRow[], without: string | null, parentId: string | null = null): Choice[] {
  return rows
    .filter((row) => row.parentId === parentId && row.id !== without)
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ id, name }) => ({ value: id, title: name, children: choices(rows, without, id) }));
}
