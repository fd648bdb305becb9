// To-dos of alarms. A to-do is assigned to the vehicle supervisors until the alarm is handled.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Kit } from '#kit/ports.ts';
import { holderOf, type TodoSource } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { openAfter, openAlarms } from './store.ts';

export interface TodoDeps {
  dictionaries: Kit['dictionaries'];
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly ('dispatcher' | 'safetyManager')[],
  ) => Promise<readonly { userId: string | null }[]>;
}

export const alarmSource = ({ dictionaries, byPost }: TodoDeps): TodoSource => ({
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
        const people = await byPost(tx, enterpriseId, [post]);
        watchers.set(
          enterpriseId,
          people.flatMap(({ userId }) => userId ?? []),
        );
      }
    return rows.map((row) => {
      const userIds = watchers.get(row.enterpriseId) ?? [];
      return {
        kind: 'warning' as const,
        act: 'vehicleAlarm.handle' as const,
        title: `处理报警：${row.plateNo} ${words.get(row.kind) ?? row.kind}（${formatInstant(row.at).slice(5, 16)}）`,
        subject: { type: 'vehicleAlarm', id: row.id },
        path: `/bus/vehicleAlarm/index?record=${row.id}`,
        since: row.at,
        owner: holderOf(userIds, 'bus:vehiclealarm:handle', row.enterpriseId),
      };
    });
  },
  after: openAfter,
});
