// Who checks what, and how a check stands; nothing here reads or writes.
import type { ControlLayer } from '@anlan/contract/modules/risk-point/cycle';
import type { CheckItem } from '@anlan/contract/modules/checklist/item';
import type { Control } from '@anlan/contract/modules/risk-point/measures';
import type { PostKind } from '@anlan/contract/modules/staff/resource';

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
