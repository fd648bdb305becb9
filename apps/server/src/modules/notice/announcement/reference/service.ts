import type { Tx } from '#platform/db/index.ts';
import * as store from './store.ts';

/** What other modules ask about announcements that name something of theirs. */
export const announcementReference = {
  /** How many carry a value of a dictionary. */
  countWith: (tx: Tx, type: string, value: string): Promise<number> =>
    type === 'noticeKind' ? store.countOfKind(tx, value) : Promise.resolve(0),
  /** The title of one for a division, street or grid that readers find there, or will. */
  titleAt: store.titleAt,
};
