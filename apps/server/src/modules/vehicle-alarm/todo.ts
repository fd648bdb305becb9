// An alarm waits for those who watch the vehicles until it is handled.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Kit } from '#kit/ports.ts';
import type { Source } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { openAfter, openAlarms } from './store.ts';

/** What the source depends on. */
export interface TodoDeps {
  dictionaries: Kit['dictionaries'];
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly ('dispatcher' | 'safetyManager')[],
  ) => Promise<readonly { userId: string | null }[]>;
}

/** Makes the source of to-dos about alarms. */
export const alarmSource = ({ dictionaries, byPost }: TodoDeps): Source => ({
  type: 'vehicleAlarm',
  async wanted(tx, ids) {
    const rows = await openAlarms(tx, ids);
    if (rows.length === 0) return [];
    const words = new Map(
      (await dictionaries.itemsOf(tx, 'vehicleAlarmKind')).map(({ value, label }) => [value, label]),
    );
    const watchers = new Map<string, string[]>();
    for (const enterpriseId of new Set(rows.map((row) => row.enterpriseId)))
      for (const post of ['dispatcher', 'safetyManager'] as const) {
        if (watchers.get(enterpriseId)?.length) break;
        const found = await byPost(tx, enterpriseId, [post]);
        watchers.set(
          enterpriseId,
          found.flatMap(({ userId }) => userId ?? []),
        );
      }
    return rows.map((row) => {
      const userIds = watchers.get(row.enterpriseId) ?? [];
      return {
        kind: 'warning' as const,
        title: `处理报警：${row.plateNo} ${words.get(row.kind) ?? row.kind}（${formatInstant(row.at).slice(5, 16)}）`,
        subject: { type: 'vehicleAlarm', id: row.id },
        path: '/bus/vehicleAlarm/index?tab=open',
        since: row.at,
        owner:
          userIds.length > 0
            ? { userIds }
            : {
                userType: 'enterprise' as const,
                permit: 'bus:vehiclealarm:handle' as const,
                enterpriseId: row.enterpriseId,
              },
      };
    });
  },
  after: openAfter,
});
