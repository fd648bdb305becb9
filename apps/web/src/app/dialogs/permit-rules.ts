import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { isPermit, permitLabels } from '@anlan/contract/labels';

export interface PermitNode {
  id: string;
  label: string;
  icon: string | null;
  may: { permit: string; words: string }[];
  children: PermitNode[];
}

const stemOf = (permit: string) => permit.slice(0, permit.lastIndexOf(':'));
const namesOf = (permit: string): [string, string] => {
  const [thing = permit, ...verb] = (isPermit(permit) ? permitLabels[permit] : permit).split('-');
  return [thing, verb.join('-') || thing];
};

/** Groups the user's permits by the page they belong to. Permits without a page come last. */
export function permitTree(menu: readonly MenuEntry[], held: readonly string[]): PermitNode[] {
  const left = new Set(held);
  const take = (stem: string) => {
    const own = held.filter((permit) => left.has(permit) && stemOf(permit) === stem);
    for (const permit of own) left.delete(permit);
    return own.map((permit) => ({ permit, words: namesOf(permit)[1] }));
  };
  const walk = (entries: readonly MenuEntry[]): PermitNode[] =>
    entries.map(({ id, label, icon, permission, children }) => ({
      id,
      label,
      icon,
      may: permission === null ? [] : take(stemOf(permission)),
      children: walk(children),
    }));
  const tree = walk(menu);
  const things = new Map<string, PermitNode>();
  for (const permit of held.filter((one) => left.has(one))) {
    const [thing, words] = namesOf(permit);
    const node = things.get(thing) ?? { id: `other-${thing}`, label: thing, icon: null, may: [], children: [] };
    node.may.push({ permit, words });
    things.set(thing, node);
  }
  if (things.size === 0) return tree;
  return [...tree, { id: 'other', label: '其他', icon: null, may: [], children: [...things.values()] }];
}

/**
 * Filters the permit tree by a search word. A matching page keeps all its permits, any other page only its matching
 * permits.
 */
export function searchPermits(tree: readonly PermitNode[], word: string): PermitNode[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return [...tree];
  const has = (text: string) => text.toLowerCase().includes(wanted);
  return tree.flatMap((node) => {
    if (has(node.label)) return [node];
    const may = node.may.filter(({ permit, words }) => has(permit) || has(words));
    const children = searchPermits(node.children, wanted);
    return may.length + children.length === 0 ? [] : [{ ...node, may, children }];
  });
}

export function countPermits(tree: readonly PermitNode[]): { pages: number; permits: number } {
  return tree.reduce(
    (sum, { may, children, id }) => {
      const below = countPermits(children);
      const page = children.length === 0 && !id.startsWith('other') ? 1 : 0;
      return { pages: sum.pages + below.pages + page, permits: sum.permits + below.permits + may.length };
    },
    { pages: 0, permits: 0 },
  );
}
