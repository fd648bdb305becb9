import type { OrganRow } from '@anlan/contract/modules/user/organ';

export interface Placed extends OrganRow {
  /** Depth in the tree; 0 at the top. */
  depth: number;
  /** Position among its siblings, starting at 0, and the number of siblings. */
  place: number;
  siblings: number;
  /** Number of descendants. */
  below: number;
  allPeople: number;
}

/** Rows in tree order. Children of folded rows are omitted. */
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

/** Organisations whose name contains the word, and all their ancestors. */
export function findMatches(rows: readonly OrganRow[], word: string): OrganRow[] {
  const wanted = word.trim();
  if (wanted === '') return [...rows];
  const visibleIds = new Set<string>();
  for (const row of rows) {
    if (!row.name.includes(wanted)) continue;
    for (let at: OrganRow | undefined = row; at !== undefined && !visibleIds.has(at.id);) {
      visibleIds.add(at.id);
      const upper: string | null = at.parentId;
      at = rows.find(({ id }) => id === upper);
    }
  }
  return rows.filter(({ id }) => visibleIds.has(id));
}

export interface Choice {
  value: string;
  title: string;
  children: Choice[];
}

/** Organisations that can become the parent: the tree without the branch `without`. */
export function choices(rows: readonly OrganRow[], without: string | null, parentId: string | null = null): Choice[] {
  return rows
    .filter((row) => row.parentId === parentId && row.id !== without)
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ id, name }) => ({ value: id, title: name, children: choices(rows, without, id) }));
}
