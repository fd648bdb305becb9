// Where things are on a plan: shares of its width and height; without a browser.
import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import type { PlanArea } from '@anlan/contract/modules/risk-point/measures';
import { rankOf } from '@anlan/contract/modules/risk-point/methods';

/** A place on a plan. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Keeps a share between the edges, to four digits. */
export const clamped = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

/** Whether a place lies within corners (even-odd rule). */
export function isInside({ x, y }: Spot, corners: readonly Spot[]): boolean {
  let inside = false;
  corners.forEach((here, at) => {
    const before = corners[(at + corners.length - 1) % corners.length] ?? here;
    if (here.y > y !== before.y > y && x < ((before.x - here.x) * (y - here.y)) / (before.y - here.y) + here.x)
      inside = !inside;
  });
  return inside;
}

/** The worst level of the points within an area; null where none lies in it. */
export function levelOfArea(
  { corners }: Pick<PlanArea, 'corners'>,
  points: readonly { level: RiskLevel | null; spot: Spot }[],
): RiskLevel | null {
  return points.reduce<RiskLevel | null>((worst, { level, spot }) => {
    if (level === null || !isInside(spot, corners)) return worst;
    return worst === null || rankOf(level) > rankOf(worst) ? level : worst;
  }, null);
}

/** Where an arrow key takes something; null for any other key. With shift it goes five times as far. */
export function nudged({ x, y }: Spot, key: string, isFar: boolean): Spot | null {
  const step = isFar ? 0.025 : 0.005;
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key];
  return by ? { x: clamped(x + (by[0] ?? 0)), y: clamped(y + (by[1] ?? 0)) } : null;
}

/** Key of an area that none of the others has. */
export function freshAreaKey(areas: readonly Pick<PlanArea, 'key'>[]): string {
  return `a${Math.max(0, ...areas.map(({ key }) => Number(/^a(\d+)$/.exec(key)?.[1] ?? 0))) + 1}`;
}
/** Top left of an area, where its name stands. */
export const headOf = ({ corners }: Pick<PlanArea, 'corners'>): Spot => ({
  x: Math.min(...corners.map(({ x }) => x)),
  y: Math.min(...corners.map(({ y }) => y)),
});
