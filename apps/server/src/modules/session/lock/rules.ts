import { holdTexts, type Hold } from '@anlan/contract/modules/session/hold';
import { formatInstant } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';

/** Refuses a call of a locked session; says what the lock page shows. */
export const lockedError = ({ userName, lockedAt }: { userName: string; lockedAt: Date | null }): AppError =>
  new AppError('denied', holdTexts.locked, {
    locked: true,
    name: userName,
    since: formatInstant(lockedAt ?? new Date(0)),
  });

/** Refuses a call of a session that something holds back. */
export const heldError = (hold: Hold, of: { userName: string; lockedAt: Date | null }): AppError =>
  hold === 'locked' ? lockedError(of) : new AppError('denied', holdTexts[hold], { [hold]: true });
