// Demo certificates: some expire soon, some have expired, some are missing.
import { addDays, dayOf, addMonths } from '@anlan/contract/domain/instant';
import { certificate } from '@anlan/contract/modules/certificate/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { cycleOf, requiredKinds, reviewOf } from './rules.ts';
import { holders, type SeedHolder } from './seed-store.ts';

const words: Readonly<Record<string, string>> = {
  safetyHead: '主要负责人安全考核证',
  safetyManager: '安全管理人员考核证',
  operator: '特种作业操作证',
  equipmentOperator: '特种设备作业人员证',
  driverLicence: '机动车驾驶证',
  roadQualification: '道路运输从业资格证',
  escort: '押运员证',
};
const usualMonths = 72;

function* certificatesOf(holder: SeedHolder, place: number, seed: number, today: string, expired: number) {
  const random = createRandom(seed, 0xce27, place);
  for (const kind of requiredKinds(holder.postKind, holder.isRisky)) {
    if (random.chance(0.04)) continue;
    const months = cycleOf(kind).months ?? usualMonths;
    const left = random.chance(expired)
      ? -random.between(1, 60)
      : random.chance(0.05)
        ? random.between(1, 30)
        : random.between(40, months * 28);
    const validTo = addDays(today, left);
    const issuedOn = addMonths(validTo, -months);
    yield {
      enterpriseId: holder.enterpriseId,
      employeeId: holder.id,
      kind,
      category: kind === 'operator' ? random.pick(['electrician', 'welding', 'height']) : null,
      certNo: `T${String(110_000_000_000_000 + place * 10 + kind.length)}`,
      issuedOn,
      validTo,
      nextReviewOn: reviewOf(kind, issuedOn, validTo, null),
      name: `${holder.name} ${words[kind] ?? ''}`,
    };
  }
}

export async function seedCertificates(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, seed, now } = context;
  const expired = new Map(enterprises.map(({ id, conduct }) => [id, conduct.expired]));
  const all = (await holders(tx)).flatMap((holder, place) => [
    ...certificatesOf(holder, place, seed, dayOf(now), expired.get(holder.enterpriseId) ?? 0),
  ]);
  await insertSeeds(
    tx,
    context,
    certificate,
    all.map((values) => ({ values, at: new Date(`${values.issuedOn}T02:00:00Z`) })),
  );
}
