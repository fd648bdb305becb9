// Geometry of site plans. Coordinates are shares of width and height. No DOM.
import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import type { PlanArea } from '@anlan/contract/modules/risk-point/hazards-controls';
import { rankOf } from '@anlan/contract/modules/risk-point/risk-methods';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Clamps a share to 0–1 with four decimals. */
export const clamped = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

/** Whether a point is inside a polygon (even-odd rule). */
export function isInside({ x, y }: Spot, corners: readonly Spot[]): boolean {
  let inside = false;
  corners.forEach((here, at) => {
    const before = corners[(at + corners.length - 1) % corners.length] ?? here;
    if (here.y > y !== before.y > y && x < ((before.x - here.x) * (y - here.y)) / (before.y - here.y) + here.x)
      inside = !inside;
  });
  return inside;
}

/** The worst level of the points in an area; null if there are none. */
export function levelOfArea(
  { corners }: Pick<PlanArea, 'corners'>,
  points: readonly { level: RiskLevel | null; spot: Spot }[],
): RiskLevel | null {
  return points.reduce<RiskLevel | null>((worst, { level, spot }) => {
    if (level === null || !isInside(spot, corners)) return worst;
    return worst === null || rankOf(level) > rankOf(worst) ? level : worst;
  }, null);
}

/** Position after an arrow key; null for other keys. Shift moves five times as far. */
export function nudged({ x, y }: Spot, key: string, isFar: boolean): Spot | null {
  const step = isFar ? 0.025 : 0.005;
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key];
  return by ? { x: clamped(x + (by[0] ?? 0)), y: clamped(y + (by[1] ?? 0)) } : null;
}

export function freshAreaKey(areas: readonly Pick<PlanArea, 'key'>[]): string {
  return `a${Math.max(0, ...areas.map(({ key }) => Number(/^a(\d+)$/.exec(key)?.[1] ?? 0))) + 1}`;
}
/** Top left of an area: position of its name. */
export const headOf = ({ corners }: Pick<PlanArea, 'corners'>): Spot => ({
  x: Math.min(...corners.map(({ x }) => x)),
  y: Math.min(...corners.map(({ y }) => y)),
});
