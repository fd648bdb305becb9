// Demo equipment: a few pieces of special equipment in factories, more in the enterprises of the published accounts.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { equipment } from '@anlan/contract/modules/equipment/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext, SeededEnterprise } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';

const pieces = [
  ['elevator', '货梯', '主厂房'],
  ['inPlantVehicle', '叉车', '一号库'],
  ['pressureVessel', '储气罐', '空压站'],
  ['crane', '桥式起重机', '二车间'],
  ['boiler', '蒸汽锅炉', '锅炉房'],
  [null, '空压机', '空压站'],
] as const;
const firms = 120;

function* equipmentOf(firm: SeededEnterprise, place: number, isOwn: boolean, seed: number, today: string) {
  const random = createRandom(seed, 0xe9, place);
  const many = isOwn ? 9 : random.between(1, 3);
  for (let at = 0; at < many; at += 1) {
    const [specialKind, name, where] = pieces[(at + place) % pieces.length] ?? pieces[0];
    const left = random.chance(firm.conduct.expired)
      ? -random.between(1, 30)
      : random.chance(0.05)
        ? random.between(1, 30)
        : random.between(40, 700);
    yield {
      enterpriseId: firm.id,
      name: `${at + 1}号${name}`,
      code: `SB-${String(at + 1).padStart(3, '0')}`,
      specialKind,
      registrationNo:
        specialKind === null ? null : `DEM${String(place).padStart(4, '0')}${String(at).padStart(3, '0')}`,
      place: where,
      usedFrom: addDays(today, -random.between(400, 3_000)),
      nextInspectionOn: specialKind === null ? null : addDays(today, left),
    };
  }
}

export async function seedEquipment(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, own, seed, now } = context;
  const all = enterprises
    .filter(({ status }) => status === 'active')
    .flatMap((firm, place) => {
      const isOwn = own.includes(firm.id);
      return place < firms || isOwn ? [...equipmentOf(firm, place, isOwn, seed, dayOf(now))] : [];
    });
  await insertSeeds(
    tx,
    context,
    equipment,
    all.map((values, at) => ({ values, at: new Date(now.getTime() - (at + 1) * 120_000) })),
  );
}
