import { restrictionTexts, type Restriction } from '@anlan/contract/modules/session/restriction';
import { formatInstant } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';

/** Error for requests of a locked session. The error contains the data for the lock page. */
export const lockedError = ({ userName, lockedAt }: { userName: string; lockedAt: Date | null }): AppError =>
  new AppError('denied', restrictionTexts.locked, {
    locked: true,
    name: userName,
    since: formatInstant(lockedAt ?? new Date(0)),
  });

export const restrictionError = (restriction: Restriction, of: { userName: string; lockedAt: Date | null }): AppError =>
  restriction === 'locked'
    ? lockedError(of)
    : new AppError('denied', restrictionTexts[restriction], { [restriction]: true });
