// Demo data of the published enterprises' vehicles for each day of the last two weeks.
import { addDays, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { vehicleDay } from '@anlan/contract/modules/vehicle-day/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { vehiclesForSeeds } from '../vehicle/index.ts';

const daysBack = 14;

export async function seedVehicleDays(tx: Tx, context: SeedContext): Promise<void> {
  const { own, now, seed, since } = context;
  const today = dayOf(now);
  const vehicles = await vehiclesForSeeds(tx, own);
  const seeds = vehicles.flatMap(({ id, enterpriseId, plateNo }, place) =>
    Array.from({ length: since === null ? daysBack : daysBetween(since, today) }, (_, back) => {
      const random = createRandom(
        seed,
        0xda1,
        place * daysBack + back,
        since === null ? 0 : Number(today.replaceAll('-', '')),
      );
      const runMinutes = random.chance(0.08) ? 0 : random.between(90, 560);
      const onlineShare = runMinutes === 0 || random.chance(0.9) ? 100 : random.between(55, 99);
      const day = addDays(today, -back - 1);
      return {
        values: {
          enterpriseId,
          vehicleId: id,
          day,
          plateNo,
          runMinutes,
          mileageKm: Math.round(runMinutes * 0.9),
          onlineMinutes: Math.round((runMinutes * onlineShare) / 100),
          onlineShare,
        },
        at: new Date(`${day}T15:59:00Z`),
      };
    }),
  );
  await insertSeeds(
    tx,
    context,
    vehicleDay,
    seeds.filter(({ values }) => since === null || values.day >= since),
  );
}
