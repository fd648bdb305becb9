// Demo reports, some missing: the last period of every supervised enterprise, and former periods of some.
import { addDays, startOfDay, dayOf } from '@anlan/contract/domain/instant';
import {
  lastEndedPeriod,
  periodBefore,
  reportKinds,
  reportTitle,
  spanOf,
  type ReportKind,
} from '@anlan/contract/modules/report/period';
import { report } from '@anlan/contract/modules/report/resource';
import { createRandom, type Random } from '#kernel/random.ts';
import { isSupervised, type SeedContext } from '#kit/module.ts';
import { insertSeeds, type SeedRow } from '#kit/direct-row-writes.ts';
import { personName } from '#platform/demo/people.ts';
import type { Tx } from '#platform/db/index.ts';
import { safetyCostFigures } from '../safety-cost/index.ts';
import { settingsOf } from '../setting/index.ts';
import { expiryFigures } from '../warning/index.ts';
import { countFigures, shownOf } from './figures.ts';
import { dueDay } from './rules.ts';
import { addEditions, openPeriod, type SentEdition } from './store.ts';

/** Number of past reports of each kind. */
const past: Readonly<Record<ReportKind, number>> = { month: 18, quarter: 5, year: 1 };
const firms = 60;
const hourMs = 3_600_000;
const works = [
  '组织全员安全培训，更换到期灭火器 41 具；复评橙色风险点 4 处。',
  '开展电气线路专项排查，整改插座和配电箱隐患。',
  '车辆换季保养，防滑链实操演练 3 场；约谈违章驾驶员。',
];
const troubles = [
  '个别班组班前会记录不全，已通报并补课。',
  '一处通道照明不足，整改超期 2 天，已约谈负责人。',
  '新员工岗前培训安排不及时。',
];
const plans = [
  '开展冬季防火检查，组织灭火疏散演练。',
  '继续驾驶员继续教育收尾，更换到期灭火器。',
  '完善风险点管控措施，复核上月问题。',
];

export const wordsOf = (random: Random) => ({
  investmentFen: null,
  mainWork: random.pick(works),
  problems: random.pick(troubles),
  nextPlan: random.pick(plans),
  remark: null,
  files: [],
});
export const sentAfter = (lastDay: string, random: Random): Date =>
  new Date(startOfDay(addDays(lastDay, random.between(3, 5))).getTime() + random.between(8 * 60, 18 * 60) * 60_000);

export async function seedReports(tx: Tx, context: SeedContext): Promise<void> {
  const { now, seed, own, enterprises, isBulk } = context;
  const owing = enterprises.filter(isSupervised);
  const orderedFirms = [...owing.filter(({ id }) => own.includes(id)), ...owing.filter(({ id }) => !own.includes(id))];
  const all = orderedFirms.map(({ id }) => id);
  const missing = new Map(orderedFirms.map(({ id, conduct }) => [id, conduct.missed]));
  const some = all.slice(0, firms);
  const settings = await settingsOf(tx);
  const periods = reportKinds.flatMap((kind) =>
    Array.from({ length: past[kind] }, (_, back) => ({
      kind,
      back,
      period: periodBefore(kind, lastEndedPeriod(kind, dayOf(now)), back),
    })),
  );
  for (const { kind, back, period } of periods.toReversed()) {
    const { to } = spanOf(kind, period);
    const ids = back === 0 && !isBulk ? all : some;
    const figures = await countFigures(tx, [safetyCostFigures, expiryFigures], { kind, period, ids });
    const dueOn = dueDay(kind, period, settings);
    const seeds: SeedRow[] = [];
    const editions: Omit<SentEdition, 'reportId'>[] = [];
    for (const [place, enterpriseId] of ids.entries()) {
      const random = createRandom(seed, 0x4e90 + reportKinds.indexOf(kind), place * 100 + back);
      const counted = figures.get(enterpriseId) ?? [];
      // The enterprises of published accounts have not submitted last month's report, so that users can fill it in.
      const isMissing = own.includes(enterpriseId)
        ? kind === 'month' && back === 0
        : random.chance(missing.get(enterpriseId) ?? 0);
      const sentAt = sentAfter(to, random);
      const isSent = !isMissing && sentAt < now;
      const isAccepted = isSent && (back > 0 || random.chance(0.7));
      const filler = personName(random);
      const signer = personName(random);
      const words = wordsOf(random);
      const reviewedAt = isAccepted
        ? new Date(Math.min(now.getTime(), sentAt.getTime() + random.between(4, 60) * hourMs))
        : null;
      seeds.push({
        values: {
          enterpriseId,
          kind,
          period,
          title: reportTitle(kind, period),
          dueOn,
          ...(isSent
            ? {
                ...words,
                ...shownOf(counted),
                filler,
                filledAt: new Date(sentAt.getTime() - 5 * hourMs),
                signer,
                sentAt,
                edition: 1,
                status: isAccepted ? 'accepted' : 'sent',
                acceptedEdition: isAccepted ? 1 : null,
                reviewedAt,
              }
            : {}),
        },
        at: isSent ? sentAt : startOfDay(addDays(to, 1)),
        until: reviewedAt ?? undefined,
      });
      editions.push({
        enterpriseId,
        edition: isSent ? 1 : 0,
        figures: counted,
        words,
        signature: null,
        signer,
        filler,
        sentAt,
      });
    }
    const made = await insertSeeds(tx, context, report, seeds);
    await addEditions(
      tx,
      editions.flatMap((one, at) => {
        const reportId = made[at];
        const isAccepted = seeds[at]?.values['status'] === 'accepted';
        return one.edition === 0 || reportId === undefined
          ? []
          : [{ ...one, reportId, ...(isAccepted ? { outcome: 'accepted' as const, outcomeAt: one.sentAt } : {}) }];
      }),
    );
  }
  // The job of the night finds nothing to open, so that the missing reports are the same before and after midnight.
  for (const kind of isBulk ? [] : reportKinds) {
    const period = lastEndedPeriod(kind, dayOf(now));
    const until = startOfDay(spanOf(kind, period).from);
    const opening = { kind, period, title: reportTitle(kind, period), dueOn: dueDay(kind, period, settings) };
    await openPeriod(tx, { ...opening, until, now });
  }
}
