// Who may do checks of which layer, and the state of a check; no IO.
import type { ControlLayer } from '@anlan/contract/modules/risk-point/check-cycle';
import type { CheckItem } from '@anlan/contract/modules/checklist/check-item';
import type { Control } from '@anlan/contract/modules/risk-point/hazards-controls';
import type { Presence } from '@anlan/contract/modules/risk-check/resource';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { invalid } from '#kernel/errors.ts';
import { nearnessOf, type GivenPosition } from '#kernel/position.ts';

export interface Checker {
  readonly employeeId: string | null;
  readonly posts: ReadonlySet<PostKind>;
}

const posts: Readonly<Record<Exclude<ControlLayer, 'post'>, readonly PostKind[]>> = {
  company: ['head', 'safetyManager'],
  department: ['head', 'safetyManager', 'teamLeader'],
  team: ['head', 'safetyManager', 'teamLeader'],
};
/**
 * Whether the person may do the check: they need a post of the layer or responsibility for the point. At the workplace
 * layer, anybody of the enterprise may.
 */
export const mayCheck = (layer: ControlLayer, ownerId: string | null, { employeeId, posts: held }: Checker): boolean =>
  layer === 'post'
    ? held.size > 0
    : posts[layer].some((post) => held.has(post)) ||
      (layer !== 'company' && employeeId !== null && employeeId === ownerId);

export interface Planner extends Checker {
  readonly department: string | null;
  /** False for people outside an enterprise, for whom permits are enough. */
  readonly isOfEnterprise: boolean;
}
/**
 * Whether the person may plan a check for other people. The person needs a post of the layer, leads the team, or is
 * responsible for the point.
 */
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

export interface HowBegun extends GivenPosition {
  code?: string | undefined;
}
export interface StoredPresence {
  readonly presence: 'qr' | 'position' | 'none';
  readonly metres: number | null;
  /** True if the position is too far away, which overrides the QR code, or if the check ended without proof. */
  readonly far: boolean;
  readonly presentAt: Date | null;
}
export function proofOf({ presence, metres, far }: Omit<StoredPresence, 'presentAt'>): Presence {
  if (far) return metres === null ? 'none' : 'far';
  return presence === 'qr' && metres !== null ? 'both' : presence;
}
/** What the scanned QR code and the position prove at this moment. Throws when the code belongs to another point. */
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
 * Merges a new proof into the stored one. A proven position stays, a position far away overrides a code, and only a
 * near position clears `far`.
 */
export function presenceAfter(before: StoredPresence, current: StoredPresence): StoredPresence {
  const wasProven = !before.far && before.metres !== null;
  if (current.far) return wasProven ? before : current;
  if (current.presence === 'none' || (before.far && current.metres === null)) return before;
  if (current.metres !== null) return before.presence === 'qr' ? { ...current, presence: 'qr' } : current;
  return { ...before, presence: 'qr', presentAt: current.presentAt };
}

export const isMissed = (status: string, dueAt: Date, now: Date): boolean => status === 'pending' && dueAt <= now;
/**
 * Whether this is an added check that may still be changed: nobody has begun or missed it. Planned checks never change.
 */
export const isAdded = (row: { planned: boolean; doneCount: number; dueAt: Date }, now: Date): boolean =>
  !row.planned && row.doneCount === 0 && row.dueAt > now;
export const isLate = (status: string, dueAt: Date, doneAt: Date | null): boolean =>
  status === 'done' && doneAt !== null && doneAt >= dueAt;

const generalItem = '现场管控措施已落实';
/**
 * Items for a point without a checklist: one item to judge each control of the layer. An emergency control is an act
 * during an emergency, so nobody can check it.
 */
export const itemsOfControls = (
  controls: readonly Control[],
  pointLayer: ControlLayer,
  layer: ControlLayer,
): CheckItem[] => {
  const checkable = controls.filter(({ kind }) => kind !== 'emergency');
  const own = checkable.filter((one) => (one.layer ?? pointLayer) === layer);
  // If the layer has no controls of its own, the check covers all controls.
  const texts = (own.length > 0 ? own : checkable).map(({ text }) => text.slice(0, 200));
  return (texts.length > 0 ? texts : [generalItem]).map((text, at) => ({
    key: `c${at + 1}`,
    kind: 'judgement' as const,
    text,
  }));
};
