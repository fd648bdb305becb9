// Rules for who leads a session and how presence is proven. Pure functions.
import type { classSession } from '@anlan/contract/modules/class-session/resource';
import type { AttendanceProof } from '@anlan/contract/modules/class-session/views';
import type { Nearness } from '#kernel/position.ts';
import type { Scope } from '#kernel/scope.ts';
import type { RowOf } from '#kit/table.ts';

type SessionRow = RowOf<typeof classSession>;

export interface Holder {
  readonly mayHold: boolean;
  readonly leadsAll: boolean;
}

/** Whether the user leads the session: they started or planned it, or may lead all sessions. */
export const isLeader = (row: SessionRow, { userId }: Pick<Scope, 'userId'>, { mayHold, leadsAll }: Holder): boolean =>
  leadsAll || (mayHold && userId !== null && (row.begunById === userId || row.createdBy === userId));

/** Whether the user sees all participants and their signatures. Learners see only themselves. */
export const seesRoster = (row: SessionRow, scope: Pick<Scope, 'userId' | 'permits'>, holder: Holder): boolean =>
  isLeader(row, scope, holder) || scope.permits.has('bus:classsession:export');

export function proofOf(nearness: Nearness | null): AttendanceProof {
  if (nearness?.verdict === 'far') return 'far';
  return nearness?.verdict === 'near' ? 'place' : 'code';
}

export interface Attendance {
  readonly way: 'code' | 'keeper';
  readonly proof: AttendanceProof | null;
}
/**
 * Effect of another scan. A scan nearby replaces a far one and its time. A scan without position proves nothing new.
 * An entry by the leader or a near position is final.
 */
export function rescan({ way, proof }: Attendance, newProof: AttendanceProof): 'stays' | 'arrives' | 'proves' {
  if (way === 'keeper' || proof === 'place' || proof === newProof) return 'stays';
  if (proof === 'far') return newProof === 'place' ? 'arrives' : 'stays';
  return newProof === 'code' ? 'stays' : 'proves';
}
