import type { Tx } from '#platform/db/index.ts';
import * as store from './store.ts';

export const announcementReference = {
  countWith: (tx: Tx, type: string, value: string): Promise<number> =>
    type === 'noticeKind' ? store.countOfKind(tx, value) : Promise.resolve(0),
  titleAt: store.titleAt,
};
