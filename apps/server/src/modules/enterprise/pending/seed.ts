import { newId } from '#kernel/ids.ts';
import type { Tx } from '#platform/db/index.ts';
import { insertChanges } from '../lifecycle/store.ts';
import { idsIn } from './store.ts';

const hourMs = 3_600_000;
// Hours between the starts of demo reviews. Some started today, some exceed the promised time.
const hoursApart = 13;
const spread = 12;

/** Sets the start time of demo reviews and rejections. */
export async function seedReviews(tx: Tx, now: Date): Promise<void> {
  for (const [status, from] of [
    ['underReview', 'draft'],
    ['rejected', 'underReview'],
  ] as const) {
    const ids = await idsIn(tx, status);
    await insertChanges(
      tx,
      ids.map((enterprise_id, index) => ({
        id: newId(),
        enterprise_id,
        from_status: from,
        to_status: status,
        at: new Date(now.getTime() - ((index % spread) * hoursApart + 2) * hourMs),
        by_id: null,
        by_name: null,
        note: null,
        details: JSON.stringify({}),
        files: [],
      })),
    );
  }
}
