import type { FrameType } from '@anlan/contract/domain/live';
import type { Principal } from '../principal/service.ts';
import type { Recipients } from './tables.ts';

/** What decides whether somebody is told. */
export type Listener = Pick<Principal, 'userId' | 'sessionId' | 'userType' | 'enterpriseId' | 'permits'>;

/** Whether something that is told is for somebody. */
export function isFor(to: Recipients, { userId, sessionId, userType, enterpriseId, permits }: Listener): boolean {
  if ('userIds' in to) return to.userIds.includes(userId) && to.butSession !== sessionId;
  return (
    (to.kinds === undefined || to.kinds.includes(userType)) &&
    (to.permit === undefined || permits.has(to.permit)) &&
    (to.enterpriseId === undefined || to.enterpriseId === enterpriseId)
  );
}

// They say only that something is to be read anew: the last one says what all before it said.
const mere: ReadonlySet<FrameType> = new Set<FrameType>(['pcRedDot', 'statistics', 'AllShifts']);
/** Whether a frame says nothing but that something has changed. */
export const isMere = (type: FrameType): boolean => mere.has(type);

/** What somebody who was away is told again: each notice, and of mere hints the last of each type. */
export const toRepeat = <F extends { type: FrameType }>(frames: readonly F[]): F[] =>
  frames.filter(({ type }, index) => !isMere(type) || !frames.slice(index + 1).some((other) => other.type === type));
