import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { topic, type TopicItem } from '@anlan/contract/modules/topic/resource';
import { newId } from '#kernel/ids.ts';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { personName } from '#platform/demo/people.ts';
import type { Tx } from '#platform/db/index.ts';

const entries: readonly (readonly [name: string, path: string, icon: string])[] = [
  ['隐患排查治理', '/bus/enterpriseexpinfo1/index', 'alert'],
  ['风险预警', '/bus/enterprisewarn/index', 'bell'],
  ['执法通知', '/bus/spot/index', 'file'],
  ['人员与证书', '/bus/emp/index', 'users'],
  ['本企业信息', '/bus/enterprise/mine', 'building'],
  ['场站管理', '/bus/station/index', 'place'],
];

/** A demo task: name, number of days after the campaign's start when it is due, and whether it needs evidence. */
type Task = readonly [name: string, after: number, evidence: boolean];
const june: readonly Task[] = [
  ['制定安全生产月活动方案', 5, false],
  ['主要负责人“安全承诺”公示', 10, false],
  ['开展一次全员安全宣传教育', 16, false],
  ['组织一次应急演练', 22, false],
  ['报送活动照片和总结', 28, true],
];
const winter: readonly Task[] = [
  ['制定冬春火灾防控方案', 14, false],
  ['电气线路和用电设备自查', 45, false],
  ['消防设施、疏散通道自查', 75, false],
  ['消防安全培训和疏散演练', 110, false],
  ['报送自查整改照片', 140, true],
];

function lastBegin(monthDay: string, today: string): string {
  const begin = `${today.slice(0, 4)}-${monthDay}`;
  return begin <= today ? begin : `${Number(today.slice(0, 4)) - 1}-${monthDay}`;
}

export async function seedTopics(tx: Tx, context: SeedContext): Promise<void> {
  const { now, seed, enterprises, own } = context;
  const today = dayOf(now);
  const at = (day: string) => new Date(`${day}T09:00:00+08:00`);
  const campaigns = [
    { title: '安全生产月', startOn: lastBegin('06-01', today), days: 29, tasks: june },
    { title: '冬春火灾防控', startOn: lastBegin('11-01', today), days: 150, tasks: winter },
  ].map(({ tasks, days, ...rest }) => ({
    ...rest,
    endOn: addDays(rest.startOn, days),
    items: tasks.map(([name, after, evidence]) => ({
      id: newId(),
      name,
      dueOn: addDays(rest.startOn, after),
      evidence,
    })),
  }));
  const motif: TopicItem[] = entries.map(([name, path, icon]) => ({ id: newId(), name, path, icon }));
  const ids = await insertSeeds(tx, context, topic, [
    {
      values: { type: 'motif', title: '快捷入口', cover: [], items: motif, sort: 1 },
      at: new Date(now.getTime() - 300 * 86_400_000),
    },
    ...campaigns.map(({ title, startOn, endOn, items }, place) => ({
      values: { type: 'campaign', title, cover: [], startOn, endOn, items, sort: place + 2 },
      at: at(addDays(startOn, -10)),
    })),
  ]);
  const tasks = campaigns.flatMap(({ items }, place) =>
    enterprises
      .filter(({ status }) => status === 'active')
      .flatMap(({ id: enterprise_id }, index) => {
        const random = createRandom(seed, Number(tx.scope.tenantId), 0x70b1, place * 10_000 + index);
        // Some enterprises finish all tasks, some are late, and a few have not begun.
        const isOwn = own.includes(enterprise_id);
        const eager = isOwn ? 0.1 : random.next();
        return items.flatMap(({ id: item_id, dueOn, evidence }, step) => {
          const doneOn = addDays(dueOn, eager < 0.6 ? -random.between(0, 4) : random.between(1, 12));
          const isDone = eager < 0.9 - step * 0.06 && doneOn <= today && (!evidence || isOwn || index < 8);
          if (!isDone) return [];
          return [
            {
              tenant_id: tx.scope.tenantId,
              id: newId(),
              enterprise_id,
              topic_id: ids[place + 1],
              item_id,
              done_at: at(doneOn),
              done_by: null,
              done_by_name: personName(random),
              note: null,
              evidence: evidence ? context.photos(enterprise_id, 'after') : [],
            },
          ];
        });
      }),
  );
  await insertAll(tx, 'topic_task', tasks);
}
