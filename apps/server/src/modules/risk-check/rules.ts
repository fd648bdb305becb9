// Who checks what, and how a check stands; nothing here reads or writes.
import type { ControlLayer } from '@anlan/contract/modules/risk-point/cycle';
import type { CheckItem } from '@anlan/contract/modules/checklist/item';
import type { Control } from '@anlan/contract/modules/risk-point/measures';
import type { Presence } from '@anlan/contract/modules/risk-check/resource';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { invalid } from '#kernel/errors.ts';
import { nearnessOf, type GivenPosition } from '#kernel/position.ts';

/** Somebody who wants to check. */
export interface Checker {
  readonly employeeId: string | null;
  /** Posts whose acts they may do; none for people of no enterprise. */
  readonly posts: ReadonlySet<PostKind>;
}

const posts: Readonly<Record<Exclude<ControlLayer, 'post'>, readonly PostKind[]>> = {
  company: ['head', 'safetyManager'],
  department: ['head', 'safetyManager', 'teamLeader'],
  team: ['head', 'safetyManager', 'teamLeader'],
};
/** Whether somebody checks for a layer: its posts, or who answers for the point; at the post itself anybody who works there. */
export const mayCheck = (layer: ControlLayer, ownerId: string | null, { employeeId, posts: held }: Checker): boolean =>
  layer === 'post'
    ? held.size > 0
    : posts[layer].some((post) => held.has(post)) ||
      (layer !== 'company' && employeeId !== null && employeeId === ownerId);

/** Somebody who wants to plan checks beside those of the cycle. */
export interface Planner extends Checker {
  readonly department: string | null;
  /** Whether they are of an enterprise; others are asked for permits alone. */
  readonly isOfEnterprise: boolean;
}
/** Whether somebody may plan a check for others: the post says it, for a team its leader, or who answers for the point. */
export const mayPlan = (
  layer: ControlLayer,
  point: { owner_id: string; department: string } | undefined,
  { employeeId, posts: held, department, isOfEnterprise }: Planner,
): boolean =>
  !isOfEnterprise ||
  held.has('head') ||
  held.has('safetyManager') ||
  (point !== undefined &&
    layer !== 'company' &&
    ((employeeId !== null && point.owner_id === employeeId) ||
      (held.has('teamLeader') && layer !== 'department' && point.department === department)));

/** How somebody says that they are at a point. */
export interface HowBegun extends GivenPosition {
  code?: string | undefined;
}
/** What a check stores of presence. */
export interface StoredPresence {
  readonly presence: 'qr' | 'position' | 'none';
  /** Metres between the point and the position that was given. */
  readonly metres: number | null;
  /** The position is too far away, which outranks the code, or the check ended without any proof. */
  readonly far: boolean;
  readonly presentAt: Date | null;
}
/** What proves presence, in one word. */
export function proofOf({ presence, metres, far }: Omit<StoredPresence, 'presentAt'>): Presence {
  if (far) return metres === null ? 'none' : 'far';
  return presence === 'qr' && metres !== null ? 'both' : presence;
}
/** What code and position prove at a moment; refuses the code of another point. */
export function presenceOf(
  point: { presence_code: string; former_codes: readonly string[]; lng: number | null; lat: number | null },
  { code, ...position }: HowBegun,
  most: number,
  at: Date,
): StoredPresence {
  if (code && point.former_codes.includes(code)) throw invalid({ field: 'code', msg: '二维码已更换，请扫现场的新码' });
  if (code && code !== point.presence_code)
    throw invalid({ field: 'code', msg: '二维码不是这个风险点的，请扫现场张贴的告知卡' });
  const place = point.lng === null || point.lat === null ? null : { lng: point.lng, lat: point.lat };
  const nearness = nearnessOf(place, position, most);
  if (nearness?.verdict === 'far') return { presence: 'none', metres: nearness.metres, far: true, presentAt: null };
  const isNear = nearness?.verdict === 'near';
  const presence = code ? 'qr' : isNear ? 'position' : 'none';
  return { presence, metres: isNear ? nearness.metres : null, far: false, presentAt: presence === 'none' ? null : at };
}
/**
 * What is stored once more was found. A position that proved presence stays; one that is far away outranks a code; only a
 * position that is near takes that back.
 */
export function presenceAfter(before: StoredPresence, found: StoredPresence): StoredPresence {
  const wasProven = !before.far && before.metres !== null;
  if (found.far) return wasProven ? before : found;
  if (found.presence === 'none' || (before.far && found.metres === null)) return before;
  if (found.metres !== null) return before.presence === 'qr' ? { ...found, presence: 'qr' } : found;
  return { ...before, presence: 'qr', presentAt: found.presentAt };
}

/** Whether a check was missed: its time is over and nobody did it. */
export const isMissed = (status: string, dueAt: Date, now: Date): boolean => status === 'pending' && dueAt <= now;
/** Whether somebody added it, and nobody has begun or missed it: then it may be changed; what is planned never. */
export const isAdded = (row: { planned: boolean; doneCount: number; dueAt: Date }, now: Date): boolean =>
  !row.planned && row.doneCount === 0 && row.dueAt > now;
/** Whether it was done after its time. */
export const isLate = (status: string, dueAt: Date, doneAt: Date | null): boolean =>
  status === 'done' && doneAt !== null && doneAt >= dueAt;

/** Items of a point without a check list: one judgement a control that the layer sees to. */
export const itemsOfControls = (
  controls: readonly Control[],
  pointLayer: ControlLayer,
  layer: ControlLayer,
): CheckItem[] => {
  const own = controls.filter((one) => (one.layer ?? pointLayer) === layer);
  // A layer that no control names looks at all of them.
  return (own.length > 0 ? own : controls).map(({ text }, at) => ({
    key: `c${at + 1}`,
    kind: 'judgement' as const,
    text: text.slice(0, 200),
  }));
};
