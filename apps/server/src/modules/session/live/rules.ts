import type { FrameType } from '@anlan/contract/domain/live-message';
import type { Principal } from '../principal/service.ts';
import type { Recipients } from './tables.ts';

export type Subscriber = Pick<Principal, 'userId' | 'sessionId' | 'userType' | 'enterpriseId' | 'permits'>;

export function isFor(to: Recipients, { userId, sessionId, userType, enterpriseId, permits }: Subscriber): boolean {
  if ('userIds' in to) return to.userIds.includes(userId) && to.butSession !== sessionId;
  return (
    (to.kinds === undefined || to.kinds.includes(userType)) &&
    (to.permit === undefined || permits.has(to.permit)) &&
    (to.enterpriseId === undefined || to.enterpriseId === enterpriseId)
  );
}

// Frames of these types only ask the browser to reload, so the last frame replaces all earlier frames.
const reloadHintTypes: ReadonlySet<FrameType> = new Set<FrameType>(['pcRedDot', 'statistics', 'AllShifts']);
export const isReloadHint = (type: FrameType): boolean => reloadHintTypes.has(type);

/** Missed frames for a client that reconnects: every notice, but only the last reload frame of each type. */
export const framesToRepeat = <F extends { type: FrameType }>(frames: readonly F[]): F[] =>
  frames.filter(
    ({ type }, index) => !isReloadHint(type) || !frames.slice(index + 1).some((other) => other.type === type),
  );
