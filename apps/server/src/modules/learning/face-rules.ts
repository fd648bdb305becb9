import { faceShotsMost, faceTriesMost, type FaceResultWord } from '@anlan/contract/modules/learning/face';
import { joined, totalOf, type Stretch } from '@anlan/contract/modules/learning/crediting';

/** A check as it is kept: when, and how it ended; never a picture. */
export interface KeptCheck {
  readonly at: string;
  readonly result: FaceResultWord | 'asked';
  /** Of a shot that the service is asked about: which. It counts from before it is asked, since each is paid for. */
  readonly key?: string;
}
/** A check that has ended. */
type EndedCheck = KeptCheck & { readonly result: FaceResultWord };
/** Checks that have ended. */
export const endedChecks = (checks: readonly KeptCheck[]): EndedCheck[] =>
  checks.filter((one): one is EndedCheck => one.result !== 'asked');

/** Checks with the answer to a shot in its place; without the shot where none came. */
export const withAnswer = (
  checks: readonly KeptCheck[],
  key: string,
  answer: { at: string; result: FaceResultWord } | null,
): KeptCheck[] => checks.flatMap((one) => (one.key !== key ? [one] : answer === null ? [] : [answer]));

/** What of a lesson waits for somebody's confirmation: what was credited before, and what was played since. */
export interface Held {
  readonly credited: readonly Stretch[];
  readonly furthest: number;
}

const minute = 60_000;
/** Credited time between two checks, in milliseconds: 15 minutes on average. */
export const faceEvery = { leastMs: 5 * minute, mostMs: 25 * minute } as const;

/** The credited time at which the next check is demanded; `draw` gives a whole number below its argument. */
export const nextFaceDue = (creditedMs: number, draw: (below: number) => number): number =>
  creditedMs + faceEvery.leastMs + draw(faceEvery.mostMs - faceEvery.leastMs + 1);

const isMiss = ({ result }: KeptCheck) => result === 'failed' || result === 'unsure' || result === 'asked';

/** Tries of the check that is open: those since the last that ended otherwise. */
export const triesLeft = (checks: readonly KeptCheck[]): number =>
  Math.max(0, faceTriesMost - (checks.length - 1 - checks.findLastIndex((one) => !isMiss(one))));

/** Whether a sitting may send one more shot. */
export const mayShoot = (checks: readonly KeptCheck[]): boolean =>
  checks.filter((one) => isMiss(one) || one.result === 'passed').length < faceShotsMost;

/** Whether a check is demanded of a sitting, as far as its row says. */
export const isDue = ({
  faceDueMs,
  sittingMs,
  heldState,
}: {
  faceDueMs: number | null;
  sittingMs: number;
  heldState: string | null;
}): boolean => faceDueMs !== null && heldState !== 'waiting' && sittingMs >= faceDueMs;

/** What is credited together with what waits. */
export function withHeld(own: Held, helds: readonly Held[]): Held & { readonly totalMs: number } {
  const credited = helds.reduce<readonly Stretch[]>(
    (all, { credited: more }) => more.reduce<readonly Stretch[]>((sum, one) => joined(sum, one), all),
    own.credited,
  );
  return {
    credited,
    furthest: Math.max(own.furthest, ...helds.map(({ furthest }) => furthest)),
    totalMs: totalOf(credited),
  };
}
