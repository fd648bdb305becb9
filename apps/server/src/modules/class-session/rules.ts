// Who leads a session, and what proves that somebody was there; nothing here reads or writes.
import type { AttendanceProof } from '@anlan/contract/modules/class-session/views';
import type { Nearness } from '#kernel/position.ts';
import type { Scope } from '#kernel/scope.ts';
import type { StoredRow } from '#kit/table.ts';

/** What the caller may do, by their posts. */
export interface Holder {
  /** Whether they may plan and begin sessions. */
  readonly mayHold: boolean;
  /** Whether they answer for all sessions of the enterprise. */
  readonly leadsAll: boolean;
}

/** Whether somebody leads a session: who began or planned it, or who answers for all. */
export const isLeader = (row: StoredRow, { userId }: Pick<Scope, 'userId'>, { mayHold, leadsAll }: Holder): boolean =>
  leadsAll || (mayHold && userId !== null && (row.begunBy === userId || row.created_by === userId));

/** What a scan proves; a position that is far away outranks the code. */
export function proofOf(nearness: Nearness | null): AttendanceProof {
  if (nearness?.verdict === 'far') return 'far';
  return nearness?.verdict === 'near' ? 'place' : 'code';
}

/** What of an attendance decides whether another scan changes it. */
export interface Arrived {
  readonly way: 'code' | 'keeper';
  readonly proof: AttendanceProof | null;
}
/**
 * How one more scan changes an attendance. Who was far away arrives when a position proves it; a code without a position
 * does not change that. What the leader entered, or a position proved, stays.
 */
export function rescan({ way, proof }: Arrived, found: AttendanceProof): 'stays' | 'arrives' | 'proves' {
  if (way === 'keeper' || proof === 'place' || proof === found) return 'stays';
  if (proof === 'far') return found === 'place' ? 'arrives' : 'stays';
  return found === 'code' ? 'stays' : 'proves';
}
