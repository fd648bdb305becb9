import { restrictionTexts, type Restriction } from '@anlan/contract/modules/session/restriction';
import { formatInstant } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';

/** Refuses a call of a locked session; says what the lock page shows. */
export const lockedError = ({ userName, lockedAt }: { userName: string; lockedAt: Date | null }): AppError =>
  new AppError('denied', restrictionTexts.locked, {
    locked: true,
    name: userName,
    since: formatInstant(lockedAt ?? new Date(0)),
  });

/** Refuses a call of a session that something holds back. */
export const restrictionError = (restriction: Restriction, of: { userName: string; lockedAt: Date | null }): AppError =>
  restriction === 'locked'
    ? lockedError(of)
    : new AppError('denied', restrictionTexts[restriction], { [restriction]: true });
