import { addDays, dayOf, monthsAfter } from '@anlan/contract/domain/instant';
import type { Audience, PlannedLesson } from '@anlan/contract/modules/learning/plan';
import type { OwnLesson } from '@anlan/contract/modules/learning/views';
import type { Stretch } from '@anlan/contract/modules/learning/crediting';

/** Minutes of one class hour of an enterprise's own training (domain.md §8.1). */
export const hourMinutes = 45;

/** Class hours of milliseconds, cut to two digits: never more than was learned. */
export const hoursOf = (ms: number): number => Math.floor((ms / 60_000 / hourMinutes) * 100) / 100;

/** Whether a plan is for somebody. */
export const isMeant = (
  { everyone, postKinds, departments }: Audience,
  { postKind, department }: { postKind: string; department: string | null },
): boolean =>
  everyone || postKinds.some((kind) => kind === postKind) || (department !== null && departments.includes(department));

/** The day by which somebody who comes in on a day is done: the plan's, or a month where that is gone. */
export const dueFor = (endOn: string, today: string): string => (endOn >= today ? endOn : addDays(today, 30));

/** What is credited of one lesson. */
export interface Progress {
  readonly credited: readonly Stretch[];
  readonly creditedMs: number;
  readonly furthestMs: number;
  readonly done: boolean;
}

/** The lessons of a plan as a learner sees them: each opens when those before it are done. */
export function lessonsFor(
  lessons: readonly PlannedLesson[],
  progress: ReadonlyMap<string, Progress>,
  isOpen: boolean,
): OwnLesson[] {
  let reached = isOpen;
  return lessons.map(({ key, title, media, seconds }) => {
    const { credited = [], creditedMs = 0, furthestMs = 0, done = false } = progress.get(key) ?? {};
    const state = done ? 'done' : reached ? 'open' : 'locked';
    if (!done) reached = false;
    return {
      key,
      title,
      media,
      seconds,
      credited: credited.map(([from, to]) => ({ from, to })),
      creditedMs,
      furthestMs,
      state,
    };
  });
}

/** How a task ends well: its moment, the number of its certificate and the last day on which that holds. */
export const passedAs = ({ id, cycleMonths }: { id: string; cycleMonths: number | null }, at: Date) => ({
  passedAt: at,
  certificateNo: `PX${dayOf(at).replaceAll('-', '')}-${id.slice(-6).toUpperCase()}`,
  validTo: cycleMonths === null ? null : addDays(monthsAfter(dayOf(at), cycleMonths), -1),
});

/** How a certificate stands on a day. */
export const certificateStateOf = (
  { revokedAt, validTo }: { revokedAt: Date | null; validTo: string | null },
  today: string,
): 'revoked' | 'expired' | 'valid' =>
  revokedAt !== null ? 'revoked' : validTo !== null && validTo < today ? 'expired' : 'valid';

/** What a task becomes when so much is learned: null where it stays. */
export function nextState(
  status: string,
  {
    allDone,
    hours,
    hoursRequired,
    hasExam,
    signRequired,
  }: { allDone: boolean; hours: number; hoursRequired: number; hasExam: boolean; signRequired: boolean },
): 'learning' | 'examPending' | 'signPending' | 'passed' | null {
  const ready = allDone && hours >= hoursRequired;
  const after = hasExam ? 'examPending' : signRequired ? 'signPending' : 'passed';
  if (status === 'notStarted') return ready ? after : 'learning';
  if (status !== 'learning' || !ready) return null;
  return after;
}
