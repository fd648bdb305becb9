import { addDays, dayOf, monthsAfter } from '@anlan/contract/domain/instant';
import { warning } from '@anlan/contract/modules/warning/resource';
import { newId } from '#kernel/ids.ts';
import { createRandom, type Random } from '#kernel/random.ts';
import type { SeedContext, SeededEnterprise } from '#kit/module.ts';
import { insertSeeds } from '#kit/stored-rows.ts';
import { insertAll } from '#platform/db/bulk.ts';
import type { Tx } from '#platform/db/index.ts';
import { personName } from '#platform/demo/people.ts';
import { sweep, takePapers } from './ledger-store.ts';
import { registeredDates } from './seed-store.ts';
import { expiryRules } from './expiry-rules.ts';
import { itemNameOf } from './rules.ts';

/** A made-up item. */
export interface ItemSeed {
  enterpriseId: string;
  itemType: string;
  subjectName: string | null;
  docNo: string | null;
  validTo: string;
  /** When the paper in force was issued. */
  issuedOn: string;
  /** Last day of the paper before it; null where it is the first. */
  formerTo: string | null;
}

/** Enterprises of a tenant whose items are made up, the published accounts' own aside. */
const firms = 200;
/** Vehicles of a fleet whose insurance ends on one day, as fleets are insured. */
const fleet = 12;
const fleetDays = 18;
/** Days from now on which items of the published accounts' enterprises end, so that each level stands there. */
const shownDays = [-21, -2, 3, 6, 12, 25, 40, 55] as const;

const ofVehicle = ['vehicleInspection', 'transportCertificate', 'compulsoryAuto', 'carrierLiability'] as const;
const ofDriver = ['driverLicence', 'roadQualification', 'driverContinuing'] as const;
const everywhere = ['fireFacilityTest', 'lightningTest'] as const;
const ofWorks = ['elevatorInspection', 'inPlantVehicleInspection', 'pressureVesselInspection', 'safetyValve'] as const;
const equipmentNames: Readonly<Record<string, string>> = {
  elevatorInspection: '货梯',
  inPlantVehicleInspection: '叉车',
  pressureVesselInspection: '储气罐',
  safetyValve: '储气罐安全阀',
};

/** 3 % have ended, 5 % end within 30 days, the others are spread over the 36 months of issue. */
function daysLeft(random: Random, cycleDays: number): number {
  if (random.chance(0.03)) return -random.between(1, 90);
  if (random.chance(0.05 / 0.97)) return random.between(0, 30);
  return random.between(31, Math.max(32, Math.min(cycleDays, 1_095)));
}

function itemIn(
  enterpriseId: string,
  itemType: string,
  subjectName: string | null,
  random: Random,
  today: string,
  left?: number,
): ItemSeed {
  const months = expiryRules.get(itemType)?.cycleMonths ?? 36;
  const days = left ?? daysLeft(random, Math.round(months * 30.4));
  const validTo = addDays(today, days);
  const issuedOn = monthsAfter(validTo, -months);
  return {
    enterpriseId,
    itemType,
    subjectName,
    docNo: `${itemType.slice(0, 2).toUpperCase()}${random.between(10_000_000, 99_999_999)}`,
    validTo,
    issuedOn: issuedOn < today ? issuedOn : addDays(today, -1),
    formerTo: random.chance(0.4) ? addDays(issuedOn, random.between(3, 40)) : null,
  };
}

const plate = (regionCode: string, random: Random) =>
  `${regionCode.startsWith('53') ? '云' : '浙'}${random.pick(['A', 'B', 'C'])}${random.between(10_000, 99_999)}`;

function* ofFirm(firm: SeededEnterprise, place: number, random: Random, today: string): Generator<ItemSeed> {
  const { id, regionCode } = firm;
  const make = (itemType: string, subjectName: string | null, left?: number) =>
    itemIn(id, itemType, subjectName, random, today, left);
  const isOwn = place >= 0;
  for (const type of everywhere)
    yield make(type, expiryRules.get(type)?.subject === 'place' ? random.pick(['办公楼', '一号库', '主厂房']) : null);
  yield make('safetyHeadCertificate', personName(random));
  if (firm.supervisionKind === 'transport' || place === 0) {
    const vehicles = isOwn ? fleet : random.between(2, 6);
    for (let at = 0; at < vehicles; at += 1) {
      const car = plate(regionCode, random);
      for (const type of ofVehicle)
        if (place === 0 && type === 'compulsoryAuto') yield make(type, car, fleetDays);
        else if (isOwn || random.chance(0.6)) yield make(type, car);
      const driver = personName(random);
      for (const type of ofDriver) if (random.chance(isOwn ? 0.8 : 0.4)) yield make(type, driver);
    }
  } else
    for (const type of ofWorks)
      if (isOwn || random.chance(0.6)) yield make(type, `${random.between(1, 6)}号${equipmentNames[type] ?? '设备'}`);
  for (let at = random.between(1, 3); at > 0; at -= 1) yield make('operatorCertificate', personName(random));
  if (isOwn)
    for (const [at, left] of shownDays.entries())
      yield at % 2 === 0
        ? make('operatorReview', personName(random), left)
        : make(
            at % 4 === 1 ? 'pressureGauge' : 'craneInspection',
            `${at}号${at % 4 === 1 ? '压力表' : '起重机'}`,
            left,
          );
}

/** The items of a demo tenant; each enterprise's depend on its place alone. */
export function* generateItems(
  tenant: string,
  enterprises: readonly SeededEnterprise[],
  own: readonly string[],
  seed: number,
  today: string,
): Generator<ItemSeed> {
  const working = enterprises.filter(({ status }) => status === 'active' || status === 'suspended');
  const chosen = working.filter(({ id }, at) => at < firms || own.includes(id));
  for (const [index, firm] of chosen.entries())
    yield* ofFirm(firm, own.indexOf(firm.id), createRandom(seed, Number(tenant), 0xda7e, index), today);
}

/** Puts the ledger of the demonstration in place: made-up items, the dates of the files, and what the day says of both. */
export async function seedWarnings(tx: Tx, context: SeedContext): Promise<void> {
  const { vault, seed, now, enterprises, own } = context;
  const moment = { at: now, today: dayOf(now) };
  const items = [...generateItems(tx.scope.tenantId, enterprises, own, seed, moment.today)];
  const ids = await insertSeeds(
    tx,
    { vault },
    warning,
    items.map(({ issuedOn, formerTo, ...values }) => {
      const rule = expiryRules.get(values.itemType);
      return {
        values: {
          ...values,
          itemId: newId(),
          papers: [],
          subject: rule?.subject,
          isBlocking: rule?.blocking,
          itemName: itemNameOf(rule?.label ?? '', values.subjectName),
          edition: formerTo === null ? 1 : 2,
        },
        at: new Date(`${issuedOn}T02:00:00Z`),
      };
    }),
  );
  await insertAll(
    tx,
    'warning_version',
    items.flatMap(({ enterpriseId, formerTo, issuedOn }, at) =>
      formerTo === null
        ? []
        : [
            {
              tenant_id: tx.scope.tenantId,
              id: newId(),
              enterprise_id: enterpriseId,
              warning_id: ids[at],
              edition: 1,
              valid_to: formerTo,
              papers: [],
              replaced_at: new Date(`${issuedOn}T02:00:00Z`),
            },
          ],
    ),
  );
  await takePapers(tx, moment);
  // What registers keep comes from them, as everywhere.
  await insertSeeds(
    tx,
    { vault },
    warning,
    (await registeredDates(tx)).map(({ itemName, ...date }) => {
      const rule = expiryRules.get(date.itemType);
      return {
        values: {
          ...date,
          origin: 'module',
          papers: [],
          subjectName: itemName,
          subject: rule?.subject,
          isBlocking: rule?.blocking,
          itemName: itemNameOf(rule?.label ?? '', itemName),
        },
        at: now,
      };
    }),
  );
  await context.updateStatistics();
  await sweep(tx, moment);
}
