// Pure functions on the part tree of a design. Unchanged parts remain the same objects.
import { designLimits } from '@anlan/contract/modules/page-design/limits';
import { kindOf, walkParts, type Part, type PartType } from '@anlan/contract/modules/page-design/parts';

/** Position of a part. `parent` is null at page level; `slot` is the index of the list inside the parent. */
export interface Place {
  readonly parent: string | null;
  readonly slot: number;
  readonly at: number;
}
type Parts = readonly Part[];

export function find(parts: Parts, id: string): Part | undefined {
  for (const part of walkParts(parts)) if (part.id === id) return part;
  return undefined;
}
export function placeOf(parts: Parts, id: string, parent: string | null = null, slot = 0): Place | undefined {
  for (const [at, part] of parts.entries()) {
    if (part.id === id) return { parent, slot, at };
    for (const [inner, list] of part.slots.entries()) {
      const nestedPlace = placeOf(list, id, part.id, inner);
      if (nestedPlace) return nestedPlace;
    }
  }
  return undefined;
}
export const listAt = (parts: Parts, { parent, slot }: Pick<Place, 'parent' | 'slot'>): Parts =>
  parent === null ? parts : (find(parts, parent)?.slots[slot] ?? []);

/**
 * Splits the parts into render groups. Part ids decide where a group ends (about every 25 parts), so a change elsewhere
 * does not move the borders.
 */
export function groupsOf(parts: Parts): readonly Parts[] {
  if (parts.length <= fewParts) return [parts];
  const groups: Part[][] = [];
  for (const part of parts) {
    const letters = [...part.id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
    if (groups.length === 0 || letters % 25 === 0) groups.push([part]);
    else groups.at(-1)?.push(part);
  }
  return groups;
}
const fewParts = 60;

export function spotOf(parts: Parts, id: string): string {
  const where = placeOf(parts, id);
  return where ? `第 ${where.at + 1} 个，共 ${listAt(parts, where).length} 个` : '';
}

function changeList(parts: Parts, where: Pick<Place, 'parent' | 'slot'>, change: (list: Parts) => Parts): Parts {
  if (where.parent === null) return change(parts);
  let changed = false;
  const next = parts.map((part): Part => {
    if (changed || part.slots.length === 0) return part;
    if (part.id === where.parent) {
      changed = true;
      return { ...part, slots: part.slots.map((list, at) => (at === where.slot ? change(list) : list)) };
    }
    const slots = part.slots.map((list) => changeList(list, where, change));
    if (slots.every((list, at) => list === part.slots[at])) return part;
    changed = true;
    return { ...part, slots };
  });
  return changed ? next : parts;
}

export const insert = (parts: Parts, where: Place, part: Part): Parts =>
  changeList(parts, where, (list) => [...list.slice(0, where.at), part, ...list.slice(where.at)]);
export function remove(parts: Parts, id: string): Parts {
  const where = placeOf(parts, id);
  return where ? changeList(parts, where, (list) => list.filter((part) => part.id !== id)) : parts;
}
export function setProp(parts: Parts, id: string, key: string, value: unknown): Parts {
  const where = placeOf(parts, id);
  if (!where) return parts;
  return changeList(parts, where, (list) =>
    // The input control returns a value of the type of this field.
    list.map((part) => (part.id === id ? ({ ...part, props: { ...part.props, [key]: value } } as Part) : part)),
  );
}

const depthOf = (part: Part): number =>
  part.slots.length === 0 ? 0 : 1 + Math.max(0, ...part.slots.flat().map(depthOf));
function depthAt(parts: Parts, parent: string | null): number {
  let depth = 0;
  for (let at = parent; at !== null; depth += 1) at = placeOf(parts, at)?.parent ?? null;
  return depth;
}
/** Why a part may not be placed in a list; null if it may. */
export function refusalOf(parts: Parts, part: Part, parent: string | null): string | null {
  const kind = kindOf(part.type);
  if (parent !== null && kind.single) return `${kind.label}不能放进其他组件`;
  if (parent !== null && [...walkParts([part])].some(({ id }) => id === parent)) return '组件不能放进自己里面';
  if (depthAt(parts, parent) + depthOf(part) > designLimits.nesting) return `组件最多套 ${designLimits.nesting} 层`;
  return null;
}
/** Moves a part. The target index is counted before the part is removed from its old position. */
export function move(parts: Parts, id: string, to: Place): Parts {
  const part = find(parts, id);
  const from = placeOf(parts, id);
  if (!part || !from) return parts;
  const same = from.parent === to.parent && from.slot === to.slot;
  const at = same && from.at < to.at ? to.at - 1 : to.at;
  if (same && at === from.at) return parts;
  return insert(remove(parts, id), { ...to, at }, part);
}

/** Target position one step up or down in the same list; null at the end of the list. */
export function stepOf(parts: Parts, id: string, by: 1 | -1): Place | null {
  const from = placeOf(parts, id);
  if (!from) return null;
  const at = from.at + by;
  if (at < 0 || at >= listAt(parts, from).length) return null;
  return { ...from, at: by === 1 ? at + 1 : at };
}
/**
 * Target position when a part moves one level in: into the part before it, or into the next list of its parent. null if
 * there is none.
 */
export function inwardOf(parts: Parts, id: string): Place | null {
  const from = placeOf(parts, id);
  if (!from) return null;
  const before = listAt(parts, from)[from.at - 1];
  if (before && before.slots.length > 0) return { parent: before.id, slot: 0, at: before.slots[0]?.length ?? 0 };
  const holder = from.parent === null ? undefined : find(parts, from.parent);
  const next = holder?.slots[from.slot + 1];
  return holder && next ? { parent: holder.id, slot: from.slot + 1, at: next.length } : null;
}
/** Target position when a part moves one level out: after its parent. */
export function outwardOf(parts: Parts, id: string): Place | null {
  const from = placeOf(parts, id);
  if (!from || from.parent === null) return null;
  const holder = placeOf(parts, from.parent);
  return holder ? { ...holder, at: holder.at + 1 } : null;
}

export function freeId(parts: Parts, type: PartType): string {
  const usedIds = new Set([...walkParts(parts)].map(({ id }) => id));
  const stem = type.toLowerCase().slice(0, 10);
  for (let count = usedIds.size + 1; ; count += 1) if (!usedIds.has(`${stem}${count}`)) return `${stem}${count}`;
}
/** Copies a part and its content with new ids. */
export function copyOf(parts: Parts, part: Part): Part {
  let count = [...walkParts(parts)].length;
  const usedIds = new Set([...walkParts(parts)].map(({ id }) => id));
  const renamed = (one: Part): Part => {
    let id = '';
    do id = `${one.type.toLowerCase().slice(0, 10)}${(count += 1)}`;
    while (usedIds.has(id));
    usedIds.add(id);
    return { ...one, id, slots: one.slots.map((list) => list.map(renamed)) };
  };
  return renamed(part);
}

export function nameOf(part: Part): string {
  const { label } = kindOf(part.type);
  switch (part.type) {
    case 'title':
    case 'text':
    case 'notice':
    case 'button':
      return part.props.text === '' ? label : `${label}：${part.props.text.slice(0, 12)}`;
    case 'floatButton':
      return `${label}：${part.props.name}`;
    default:
      return label;
  }
}
export function differing(mine: Parts, theirs: Parts): string[] {
  const ownById = new Map([...walkParts(mine)].map((part) => [part.id, JSON.stringify(part)]));
  const changed = [...walkParts(theirs)].filter((part) => ownById.get(part.id) !== JSON.stringify(part)).map(nameOf);
  const there = new Set([...walkParts(theirs)].map(({ id }) => id));
  const gone = [...walkParts(mine)].filter(({ id }) => !there.has(id)).map((part) => `${nameOf(part)}（对方没有）`);
  const order = mine.map(({ id }) => id).join() === theirs.map(({ id }) => id).join() ? [] : ['组件的顺序'];
  return [...new Set([...changed, ...gone, ...order])];
}
