// Demo emergency plans: one of each kind for the enterprises of the published accounts, a comprehensive plan for
// other enterprises.
import { addDays, addMonths, dayOf, startOfDay } from '@anlan/contract/domain/instant';
import { emergencyPlan, emergencyPlanKinds } from '@anlan/contract/modules/emergency-plan/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { drillMonths, mustFile, reviewMonths } from './rules.ts';

const firms = 120;
const titles = {
  comprehensive: '生产安全事故综合应急预案',
  special: '火灾事故专项应急预案',
  onSite: '车辆伤害现场处置方案',
};

export async function seedEmergencyPlans(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, own, seed, now } = context;
  const today = dayOf(now);
  const rows = enterprises
    .filter(({ status }) => status === 'active')
    .flatMap((firm, place) => {
      const isOwn = own.includes(firm.id);
      if (place >= firms && !isOwn) return [];
      const random = createRandom(seed, 0xe8, place);
      return emergencyPlanKinds
        .filter((kind) => isOwn || kind === 'comprehensive' || random.chance(0.3))
        .map((kind, at) => {
          const issuedOn = addDays(today, -random.between(30, 1_080));
          const months = drillMonths(kind, firm.supervisionKind);
          const filed = addDays(issuedOn, random.between(5, 25));
          return {
            enterpriseId: firm.id,
            kind,
            title: titles[kind],
            issuedOn,
            content: '适用于本单位生产经营活动中的事故应对',
            papers: isOwn ? context.photos(firm.id, 'plan') : [],
            // 28 days are twenty workdays if there are no holidays.
            filingDueOn: filed > today && mustFile(kind, firm.supervisionKind) ? addDays(issuedOn, 28) : null,
            filedOn: filed <= today ? filed : null,
            filingNo:
              filed <= today ? `YA${issuedOn.slice(0, 4)}-${String(place * 10 + at + 1).padStart(4, '0')}` : null,
            nextReviewOn: addMonths(issuedOn, reviewMonths),
            nextDrillOn: addMonths(addDays(today, -random.between(1, 28 * months)), months),
            status: 'effective',
          };
        });
    });
  await insertSeeds(
    tx,
    context,
    emergencyPlan,
    rows.map((values) => ({ values, at: startOfDay(values.issuedOn) })),
  );
}
