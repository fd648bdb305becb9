import { addDays, dayOf, addMonths } from '@anlan/contract/domain/instant';
import type { Audience, PlannedLesson } from '@anlan/contract/modules/learning/plan';
import type { OwnLesson } from '@anlan/contract/modules/learning/views';
import type { Stretch } from '@anlan/contract/modules/learning/time-credit';

/** Minutes in one class hour (学时). */
export const hourMinutes = 45;

/** Milliseconds in class hours, rounded down to two decimals. */
export const hoursOf = (ms: number): number => Math.floor((ms / 60_000 / hourMinutes) * 100) / 100;

export const isMeant = (
  { everyone, postKinds, departments }: Audience,
  { postKind, department }: { postKind: string; department: string | null },
): boolean =>
  everyone || postKinds.some((kind) => kind === postKind) || (department !== null && departments.includes(department));

/** Due day of a new task: the end of the plan, or thirty days from today if the plan has ended. */
export const dueFor = (endOn: string, today: string): string => (endOn >= today ? endOn : addDays(today, 30));

export interface Progress {
  readonly credited: readonly Stretch[];
  readonly creditedMs: number;
  readonly furthestMs: number;
  readonly done: boolean;
}

/** Lessons for the learner. Each is locked until all lessons before it are finished. */
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

export const passedAs = ({ id, cycleMonths }: { id: string; cycleMonths: number | null }, at: Date) => ({
  passedAt: at,
  certificateNo: `PX${dayOf(at).replaceAll('-', '')}-${id.slice(-6).toUpperCase()}`,
  validTo: cycleMonths === null ? null : addDays(addMonths(dayOf(at), cycleMonths), -1),
});

export const certificateStateOf = (
  { revokedAt, validTo }: { revokedAt: Date | null; validTo: string | null },
  today: string,
): 'revoked' | 'expired' | 'valid' =>
  revokedAt !== null ? 'revoked' : validTo !== null && validTo < today ? 'expired' : 'valid';

/** New state of a task; null if it does not change. */
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
