// Who checks what, and how a check stands; nothing here reads or writes.
import type { ControlLayer } from '@anlan/contract/modules/risk-point/cycle';
import type { CheckItem } from '@anlan/contract/modules/checklist/item';
import type { Control } from '@anlan/contract/modules/risk-point/measures';
import type { presences } from '@anlan/contract/modules/risk-check/resource';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { invalid } from '#kernel/errors.ts';

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

const earthMetres = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Metres between two places on earth. */
function metresBetween(one: { lng: number; lat: number }, other: { lng: number; lat: number }): number {
  const [dLat, dLng] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const half =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** How somebody says that they are at a point. */
export interface HowBegun {
  code?: string | undefined;
  latitude?: string | undefined;
  longitude?: string | undefined;
}
/** How presence at a point is shown; refuses what would show that somebody is elsewhere. */
export function presenceOf(
  point: { presence_code: string; lng: number | null; lat: number | null },
  { code, latitude, longitude }: HowBegun,
  most: number,
): keyof typeof presences {
  if (code) {
    if (code !== point.presence_code)
      throw invalid({ field: 'code', msg: '二维码不是这个风险点的，请扫现场张贴的告知卡' });
    return 'qr';
  }
  if (!latitude || !longitude || point.lng === null || point.lat === null) return 'none';
  const far = Math.round(
    metresBetween({ lng: point.lng, lat: point.lat }, { lng: Number(longitude), lat: Number(latitude) }),
  );
  if (far > most) throw invalid({ field: 'latitude', msg: `您离风险点约 ${far} 米，超过 ${most} 米，不能记为到点` });
  return 'position';
}

/** Whether a check was missed: its time is over and nobody did it. */
export const isMissed = (status: string, dueAt: Date, now: Date): boolean => status === 'pending' && dueAt <= now;
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
