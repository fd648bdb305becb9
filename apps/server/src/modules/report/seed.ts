// Reports of the demonstration: the last eighteen months of every supervised enterprise, eight in a hundred missing.
import { addDays, dayBegins, dayOf } from '@anlan/contract/domain/instant';
import { lastEnded, periodBefore, reportTitle, spanOf } from '@anlan/contract/modules/report/period';
import { report } from '@anlan/contract/modules/report/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/stored-rows.ts';
import { personName } from '#platform/demo/people.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { countFigures, shownOf } from './figures.ts';
import { dueDay } from './rules.ts';
import { addEditions, type SentEdition } from './store.ts';

const months = 18;
const missingShare = 0.08;
/** Enterprises of a tenant whose reports are made up. */
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

/** Puts the reports of past months in place, in bulk. */
export async function seedReports(tx: Tx, context: SeedContext): Promise<void> {
  const { now, seed, own, enterprises } = context;
  const owing = enterprises.filter(({ status }) => status === 'active' || status === 'suspended');
  const chosen = [...owing.filter(({ id }) => own.includes(id)), ...owing.filter(({ id }) => !own.includes(id))];
  const ids = chosen.slice(0, firms).map(({ id }) => id);
  const settings = await settingsOf(tx);
  const last = lastEnded('month', dayOf(now));
  for (let back = months - 1; back >= 0; back -= 1) {
    const period = periodBefore('month', last, back);
    const { to } = spanOf('month', period);
    const figures = await countFigures(tx, [], { kind: 'month', period, ids });
    const dueOn = dueDay('month', period, settings);
    const seeds: { values: Readonly<Record<string, unknown>>; at: Date }[] = [];
    const editions: Omit<SentEdition, 'reportId'>[] = [];
    for (const [place, enterpriseId] of ids.entries()) {
      const random = createRandom(seed, 0x4e90, place * 100 + back);
      const counted = figures.get(enterpriseId) ?? [];
      // The published enterprises owe their last month, so that it can be filled in.
      const isMissing = own.includes(enterpriseId) ? back === 0 : random.chance(missingShare);
      const sentAt = new Date(
        dayBegins(addDays(to, random.between(3, 5))).getTime() + random.between(8 * 60, 18 * 60) * 60_000,
      );
      const isSent = !isMissing && sentAt < now;
      const isAccepted = isSent && (back > 0 || random.chance(0.7));
      const filler = personName(random);
      const signer = personName(random);
      const words = {
        investmentFen: random.between(80, 900) * 10_000,
        mainWork: random.pick(works),
        problems: random.pick(troubles),
        nextPlan: random.pick(plans),
        remark: null,
        files: [],
      };
      const reviewedAt = isAccepted
        ? new Date(Math.min(now.getTime(), sentAt.getTime() + random.between(4, 60) * hourMs))
        : null;
      seeds.push({
        values: {
          enterpriseId,
          kind: 'month',
          period,
          title: reportTitle('month', period),
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
        at: isSent ? sentAt : dayBegins(addDays(to, 1)),
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
}
