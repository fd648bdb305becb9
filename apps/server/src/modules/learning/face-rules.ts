import { maxFaceShots, maxFaceTries, type FaceResultWord } from '@anlan/contract/modules/learning/face';
import { mergeStretches, sumStretches, type Stretch } from '@anlan/contract/modules/learning/time-credit';

/** A stored face check: time and result, never a picture. */
export interface KeptCheck {
  readonly at: string;
  readonly result: FaceResultWord | 'asked';
  /**
   * Key of a picture sent to the comparison service. The attempt is stored before the request, because each request
   * costs money.
   */
  readonly key?: string;
}
type EndedCheck = KeptCheck & { readonly result: FaceResultWord };
export const endedChecks = (checks: readonly KeptCheck[]): EndedCheck[] =>
  checks.filter((one): one is EndedCheck => one.result !== 'asked');

/** Replaces a pending check by its result. Removes it if the service gave no result. */
export const withAnswer = (
  checks: readonly KeptCheck[],
  key: string,
  answer: { at: string; result: FaceResultWord } | null,
): KeptCheck[] => checks.flatMap((one) => (one.key !== key ? [one] : answer === null ? [] : [answer]));

/** Credit that needs a confirmation by the enterprise: the credit before, plus the time played since. */
export interface Held {
  readonly credited: readonly Stretch[];
  readonly furthest: number;
}

const minute = 60_000;
/** Minimum and maximum of credited milliseconds between two face checks; 15 minutes on average. */
export const faceEvery = { leastMs: 5 * minute, mostMs: 25 * minute } as const;

/** Credited time at which the next check is due. `draw(n)` returns a random integer below n. */
export const nextFaceDue = (creditedMs: number, draw: (below: number) => number): number =>
  creditedMs + faceEvery.leastMs + draw(faceEvery.mostMs - faceEvery.leastMs + 1);

const isMiss = ({ result }: KeptCheck) => result === 'failed' || result === 'unsure' || result === 'asked';

export const triesLeft = (checks: readonly KeptCheck[]): number =>
  Math.max(0, maxFaceTries - (checks.length - 1 - checks.findLastIndex((one) => !isMiss(one))));

export const mayShoot = (checks: readonly KeptCheck[]): boolean =>
  checks.filter((one) => isMiss(one) || one.result === 'passed').length < maxFaceShots;

export const isDue = ({
  faceDueMs,
  sittingMs,
  heldState,
}: {
  faceDueMs: number | null;
  sittingMs: number;
  heldState: string | null;
}): boolean => faceDueMs !== null && heldState !== 'waiting' && sittingMs >= faceDueMs;

export function withHeld(own: Held, helds: readonly Held[]): Held & { readonly totalMs: number } {
  const credited = helds.reduce<readonly Stretch[]>(
    (all, { credited: more }) => more.reduce<readonly Stretch[]>((sum, one) => mergeStretches(sum, one), all),
    own.credited,
  );
  return {
    credited,
    furthest: Math.max(own.furthest, ...helds.map(({ furthest }) => furthest)),
    totalMs: sumStretches(credited),
  };
}
