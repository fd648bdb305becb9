// Officers for demo tenants; all names and numbers are invented.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { regionAncestors } from '@anlan/contract/domain/region-code';
import { officer } from '@anlan/contract/modules/officer/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { personName } from '#platform/demo/people.ts';
import type { Card } from './rules.ts';

export type SeededOfficer = Card;

/** Replaces the codes by their common divisions, because a card lists a limited number of codes. */
function jurisdictionOf(codes: readonly string[]): string[] {
  const districts = [...new Set(codes.map((code) => code.slice(0, 6)))].toSorted();
  if (districts.length <= 10) return districts;
  const upper = (level: 0 | -1) => [...new Set(districts.map((code) => regionAncestors(code).at(level) ?? code))];
  const cities = upper(-1).toSorted();
  return cities.length <= 10 ? cities : upper(0).toSorted();
}

/** The officers of a demo tenant, the same in every run; the last officer's card has expired. */
export function seededOfficers(
  tenant: string,
  { enterprises, seed, now }: Pick<SeedContext, 'enterprises' | 'seed' | 'now'>,
): SeededOfficer[] {
  const random = createRandom(seed, Number(tenant), 0x0ff1);
  const regionCodes = jurisdictionOf(enterprises.map(({ regionCode }) => regionCode));
  const today = dayOf(now);
  const names = new Set<string>();
  while (names.size < 7) names.add(personName(random));
  return [...names].map((name, at, { length }) => {
    const validTo = addDays(today, at === length - 1 ? -20 : 240 + at * 130);
    return {
      name,
      paperNo: `DEM${tenant.padStart(2, '0')}00-${String(11 + at).padStart(3, '0')}`,
      validFrom: addDays(validTo, -5 * 365),
      validTo,
      regionCodes,
    };
  });
}

export async function seedOfficers(tx: Tx, context: SeedContext): Promise<void> {
  const { vault, now, accounts } = context;
  const { tenantId } = tx.scope;
  const own = accounts.get(`regulator${tenantId}`) ?? null;
  const at = new Date(now.getTime() - 600 * 86_400_000);
  await insertSeeds(
    tx,
    { vault },
    officer,
    seededOfficers(tenantId, context).map((card, place) => ({
      values: { ...card, userId: place === 0 ? own : null },
      at,
    })),
  );
}
