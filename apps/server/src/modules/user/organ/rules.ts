export interface Placed {
  id: string;
  parent_id: string | null;
  name: string;
}

/** Depth of an organ in the tree; the root has depth 1. */
export function depthOf(rows: readonly Placed[], id: string | null): number {
  let depth = 0;
  for (let at = id; at !== null && depth <= rows.length; depth += 1)
    at = rows.find((row) => row.id === at)?.parent_id ?? null;
  return depth;
}

export function regionAt(rows: readonly (Placed & { region_code: string | null })[], id: string): string | null {
  let at = rows.find((row) => row.id === id);
  for (let steps = 0; at !== undefined && at.region_code === null && steps <= rows.length; steps += 1) {
    const { parent_id } = at;
    at = rows.find((row) => row.id === parent_id);
  }
  return at?.region_code ?? null;
}

export function branchOf(rows: readonly Placed[], id: string): Set<string> {
  const branch = new Set([id]);
  for (let before = 0; before < branch.size;) {
    before = branch.size;
    for (const row of rows) if (row.parent_id !== null && branch.has(row.parent_id)) branch.add(row.id);
  }
  return branch;
}

/** The reason why an organ cannot have this name or parent, or null. `id`: the organ that is moved. */
export function placeProblem(
  rows: readonly Placed[],
  { id, parentId, name }: { id: string | null; parentId: string | null; name: string },
  deepest: number,
): { field: string; msg: string } | null {
  if (parentId !== null && !rows.some((row) => row.id === parentId))
    return { field: 'parentId', msg: '没有这个上级机构，请重新选择' };
  const branch = id === null ? new Set<string>() : branchOf(rows, id);
  if (parentId !== null && branch.has(parentId)) return { field: 'parentId', msg: '不能移动到自己或自己的下级' };
  const own = id === null ? 1 : Math.max(...[...branch].map((one) => depthOf(rows, one))) - depthOf(rows, id) + 1;
  if (depthOf(rows, parentId) + own > deepest) return { field: 'parentId', msg: `机构最多 ${deepest} 级` };
  if (rows.some((row) => row.parent_id === parentId && row.id !== id && row.name === name))
    return { field: 'name', msg: `同级已有“${name}”` };
  return null;
}
