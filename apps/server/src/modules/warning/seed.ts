import { addDays, dayOf, addMonths } from '@anlan/contract/domain/instant';
import { warning } from '@anlan/contract/modules/warning/resource';
import { newId } from '#kernel/ids.ts';
import { createRandom, type Random } from '#kernel/random.ts';
import type { SeedContext, SeededEnterprise } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { sweep, takePapers } from './ledger-store.ts';
import { registeredDates, renewDates } from './seed-store.ts';
import { expiryRules } from './expiry-rules.ts';
import { itemNameOf } from './rules.ts';

export interface ItemSeed {
  enterpriseId: string;
  itemType: string;
  subjectName: string | null;
  docNo: string | null;
  validTo: string;
  issuedOn: string;
  formerTo: string | null;
}

const firms = 200;
/** Days until expiry of items of the published enterprises, chosen so that every level occurs. */
const shownItems = [
  ['fireFacilityTest', '候车厅', -21],
  ['safetyLicence', null, -2],
  ['fireFacilityTest', '停车场', 3],
  ['lightningTest', '综合楼', 6],
  ['lightningTest', '油料库', 12],
  ['fireFacilityTest', '维修车间', 25],
  ['safetyAssessment', null, 40],
  ['boilerInternal', '采暖锅炉', 55],
] as const;

const everywhere = ['fireFacilityTest', 'lightningTest'] as const;
const ofWorks = ['pressureGauge', 'safetyValve', 'boilerInternal'] as const;
const equipmentNames = { pressureGauge: '压力表', safetyValve: '储气罐安全阀', boilerInternal: '蒸汽锅炉' } as const;

/** Days until expiry of a demo item. 5 % expire within 30 days. The others are spread over the cycle. */
function daysLeft(random: Random, cycleDays: number, expired: number): number {
  if (random.chance(expired)) return -random.between(1, 90);
  if (random.chance(0.05)) return random.between(0, 30);
  return random.between(31, Math.max(32, Math.min(cycleDays, 1_095)));
}

function itemIn(
  { id: enterpriseId, conduct }: SeededEnterprise,
  itemType: string,
  subjectName: string | null,
  random: Random,
  today: string,
  left?: number,
): ItemSeed {
  const months = expiryRules.get(itemType)?.cycleMonths ?? 36;
  const days = left ?? daysLeft(random, Math.round(months * 30.4), conduct.expired);
  const validTo = addDays(today, days);
  const issuedOn = addMonths(validTo, -months);
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

/** Items that no register keeps. The dates of vehicles, people, equipment and plans come from their registers. */
function* ofFirm(firm: SeededEnterprise, place: number, random: Random, today: string): Generator<ItemSeed> {
  const make = (itemType: string, subjectName: string | null, left?: number) =>
    itemIn(firm, itemType, subjectName, random, today, left);
  const isOwn = place >= 0;
  for (const type of everywhere) yield make(type, random.pick(['办公楼', '一号库', '主厂房']));
  yield make('occupationalDetection', null);
  if (firm.supervisionKind !== 'transport')
    for (const type of ofWorks)
      if (isOwn || random.chance(0.6)) yield make(type, `${random.between(1, 6)}号${equipmentNames[type]}`);
  if (isOwn) for (const [type, subjectName, left] of shownItems) yield make(type, subjectName, left);
}

export function* generateItems(
  tenant: string,
  enterprises: readonly SeededEnterprise[],
  own: readonly string[],
  seed: number,
  today: string,
): Generator<ItemSeed> {
  const working = enterprises.filter(({ status }) => status === 'active' || status === 'suspended');
  const selectedFirms = working.filter(({ id }, at) => at < firms || own.includes(id));
  for (const [index, firm] of selectedFirms.entries())
    yield* ofFirm(firm, own.indexOf(firm.id), createRandom(seed, Number(tenant), 0xda7e, index), today);
}

export async function seedWarnings(tx: Tx, context: SeedContext): Promise<void> {
  const { vault, seed, now, enterprises, own, isBulk } = context;
  // A bulk tenant gets the dates of a sample of its enterprises.
  const enterpriseIds = isBulk ? enterprises.map(({ id }) => id) : undefined;
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
  await takePapers(tx, moment, enterpriseIds);
  // Expiry dates from registers are read from the registers, as in production.
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
  await sweep(tx, moment, enterpriseIds ? { enterpriseIds } : {});
}

/** Renews what ended in the days that are missing, then judges every date by today. */
export async function seedWarningDays(tx: Tx, { now, since, enterprises }: SeedContext): Promise<void> {
  const moment = { at: now, today: dayOf(now) };
  if (since === null || since === moment.today) return;
  const ids = enterprises.map(({ id }) => id);
  await renewDates(tx, since, moment.today, ids);
  await sweep(tx, moment);
}
