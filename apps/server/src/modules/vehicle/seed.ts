// Demo vehicles: 5,200 for the firms of the transport authority, and a fleet for each published enterprise.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { vehicle, type VehicleInput } from '@anlan/contract/modules/vehicle/resource';
import { createRandom, type Random } from '#kernel/random.ts';
import type { SeedContext, SeededEnterprise } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { roadPapers } from './rules.ts';
import { papersIn } from './hooks.ts';
import { idsByEnterprise } from './seed-store.ts';

/** Number of vehicles of all firms of a tenant, by tenant. In other tenants each firm has `fewEach` vehicles. */
const fleets: Readonly<Record<string, number>> = { '2': 5_200 };
const fewEach = 6;
const ownEach = 24;
const sameDay = { vehicles: 12, days: 18 };

const goodsVehicles = ['truck', 'tractor'] as const;
const brands: Readonly<Record<string, readonly string[]>> = {
  bus: ['客车 ZK6115', '客车 XMQ6110', '客车 KLQ6882'],
  truck: ['重卡 J6P', '厢式货车 L5', '牵引车 T7'],
};
const letters = 'ABCDEFGHJK';

const provinces = new Map(Object.entries({ 31: '沪', 32: '苏', 42: '鄂', 44: '粤', 51: '川', 53: '云' }));
const plateOf = (regionCode: string, place: number) =>
  `${provinces.get(regionCode.slice(0, 2)) ?? '浙'}${letters.charAt(Math.floor(place / 90_000) % letters.length)}${String(10_000 + (place % 90_000))}`;

function until(random: Random, cycleDays: number, expired: number): number {
  if (random.chance(expired / 4)) return -random.between(1, 40);
  return random.chance(0.05) ? random.between(0, 30) : random.between(31, cycleDays);
}

function vehicleIn(
  { id, regionCode, conduct, carTypes }: SeededEnterprise,
  place: number,
  random: Random,
  today: string,
  near: { stations: readonly string[]; drivers: readonly string[]; at: number },
): VehicleInput & { status: string } {
  const carType = random.pick(carTypes.length > 0 ? carTypes : goodsVehicles);
  const isBus = carType.endsWith('Bus');
  const isDangerous = carType === 'dangerousTruck';
  const day = (cycle: number) => addDays(today, until(random, cycle, conduct.expired));
  const [stationId, driverId] = [near.stations[near.at % Math.max(1, near.stations.length)], near.drivers[near.at]];
  return {
    enterpriseId: id,
    plateNo: plateOf(regionCode, place),
    plateColor: 'yellow',
    carType,
    brand: random.pick(brands[isBus ? 'bus' : 'truck'] ?? ['—']),
    vin: `LDEM${String(place).padStart(13, '0')}`,
    stationId: stationId ?? null,
    ownership: random.chance(0.9) ? 'owned' : 'affiliated',
    seats: isBus ? random.pick([33, 39, 45, 49]) : null,
    ratedLoadKg: isBus ? null : random.pick([5_000, 15_000, 30_000]),
    isDangerous,
    firstRegisteredOn: addDays(today, -random.between(200, 2_600)),
    transportCertNo: `${regionCode}${String(100_000 + place)}`,
    techLevel: '一级',
    terminalNo: `T${String(1_000_000 + place)}`,
    driverId: driverId ?? null,
    inspectionTo: day(365),
    transportCertTo: day(365),
    compulsoryTo: near.at < sameDay.vehicles && near.drivers.length > 0 ? addDays(today, sameDay.days) : day(365),
    carrierTo: isBus || isDangerous ? day(365) : null,
    maintenanceTo: addDays(today, random.between(10, 90)),
    status: random.chance(0.93) ? 'operating' : random.pick(['stopped', 'repairing'] as const),
  };
}

function* generateVehicles(
  tenant: string,
  firms: readonly SeededEnterprise[],
  own: readonly string[],
  seed: number,
  today: string,
  near: { stations: ReadonlyMap<string, readonly string[]>; drivers: ReadonlyMap<string, readonly string[]> },
) {
  const working = firms.filter(
    ({ id, status, supervisionKind }) =>
      (status === 'active' || status === 'suspended') && (supervisionKind === 'transport' || own.includes(id)),
  );
  if (working.length === 0) return;
  const all = fleets[tenant] ?? working.length * fewEach;
  let place = 0;
  for (const [index, firm] of working.entries()) {
    const share = Math.floor((all * (index + 1)) / working.length) - Math.floor((all * index) / working.length);
    const many = own.includes(firm.id) ? Math.max(ownEach, share) : share;
    for (let at = 0; at < many; at += 1, place += 1) {
      const random = createRandom(seed, Number(tenant), 0xca25, place);
      yield vehicleIn(firm, Number(tenant) * 20_000 + place, random, today, {
        at,
        stations: near.stations.get(firm.id) ?? [],
        drivers: near.drivers.get(firm.id) ?? [],
      });
    }
  }
}

export async function seedVehicles(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, own, seed, now } = context;
  const near = { stations: await idsByEnterprise(tx, 'station'), drivers: await idsByEnterprise(tx, 'driver') };
  const all = [...generateVehicles(tx.scope.tenantId, enterprises, own, seed, dayOf(now), near)];
  await insertSeeds(
    tx,
    context,
    vehicle,
    all.map((values, at) => ({
      values: { ...values, ...roadPapers(papersIn(null, { ...values })) },
      at: new Date(now.getTime() - (at + 1) * 60_000),
    })),
  );
}
