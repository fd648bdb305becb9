// Demo accidents: six with harm, one of them fatal, and forty near misses.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { accident } from '@anlan/contract/modules/accident/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { closeDays, gradeFor } from './rules.ts';

const harmful = 6;
const nearMisses = 40;
const samples = [
  ['vehicleInjury', '叉车擦碰', '一号库', '叉车倒车时与货架擦碰', '倒车时没有观察后方'],
  ['objectStrike', '工件滑落', '二车间', '吊运时工件从吊具滑落', '吊具没有锁紧'],
  ['fallFromHeight', '登高作业坠落', '主厂房', '更换灯具时从梯子上坠落', '没有系安全带'],
  ['machineInjury', '手部夹伤', '冲压线', '清理卡料时手部被夹', '没有停机上锁'],
] as const;
const defaultTexts = {
  liability: '对当班负责人和作业人员按制度处理',
  measures: '补齐防护并修订作业规程',
  education: '组织全员学习事故教训',
};

export async function seedAccidents(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, own, seed, now } = context;
  const firms = enterprises.filter(({ status, id }) => status === 'active' && !own.includes(id));
  const mine = enterprises.filter(({ status, id }) => status === 'active' && own.includes(id));
  const rows = Array.from({ length: harmful + nearMisses }, (_, place) => {
    const random = createRandom(seed, 0xac, place);
    const isHarmful = place < harmful;
    // Some near misses belong to the enterprise of the published accounts; accidents with harm belong to other
    // enterprises.
    const firm =
      !isHarmful && place % 8 === 0 && mine[0] ? mine[0] : firms[(place * 7 + 3) % Math.max(1, firms.length)];
    const [type, title, where, process, cause] = samples[place % samples.length] ?? samples[0];
    if (!firm) return [];
    const occurredAt = new Date(now.getTime() - random.between(2, 360) * 86_400_000 - random.between(0, 600) * 60_000);
    const harm = {
      deaths: place === 0 ? 1 : 0,
      seriousInjuries: isHarmful && place % 2 === 1 ? 1 : 0,
      minorInjuries: isHarmful ? 1 : 0,
      lossFen: isHarmful ? random.between(1, 30) * 1_000_000 : 0,
    };
    const reportedAt = new Date(occurredAt.getTime() + random.between(5, 55) * 60_000);
    const kind = isHarmful ? 'harm' : 'nearMiss';
    const closed = addDays(dayOf(occurredAt), closeDays) < dayOf(now);
    return [
      {
        enterpriseId: firm.id,
        kind,
        number: `SG${dayOf(occurredAt).replaceAll('-', '')}-${String(9_000 + place)}`,
        title,
        type,
        place: where,
        occurredAt,
        firstReportAt: reportedAt,
        reportedAt,
        ...harm,
        process,
        grade: gradeFor(kind, harm),
        closeDueOn: addDays(dayOf(occurredAt), closeDays),
        ...(closed
          ? { ...defaultTexts, cause, status: 'closed', closedAt: new Date(occurredAt.getTime() + 30 * 86_400_000) }
          : { status: 'investigating', cause }),
      },
    ];
  }).flat();
  await insertSeeds(
    tx,
    context,
    accident,
    rows.map((values) => ({
      values,
      at: values.reportedAt,
      until: 'closedAt' in values ? values.closedAt : undefined,
    })),
  );
}
