import { station, type StationInput } from '@anlan/contract/modules/station/resource';
import { createRandom } from '#kernel/random.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { demoPhone, personName } from '#platform/demo/people.ts';
import type { Vault } from '#platform/vault/index.ts';

export interface DemoFirm {
  id: string;
  shortName: string | null;
  supervisionKind: string;
  regionCode: string;
  address: string;
  lng: number | null;
  lat: number | null;
}

export interface StationSeed extends Omit<StationInput, 'enterpriseId'> {
  firm: number;
  /** Days between the last change and the start day of the demo. */
  daysAgo: number;
}

interface Sort {
  kind: string;
  word: string;
  grades: readonly string[];
  area: readonly [number, number];
}

const transport: readonly Sort[] = [
  { kind: 'passenger', word: '客运站', grades: ['一级站', '二级站', '三级站'], area: [3_000, 42_000] },
  { kind: 'freight', word: '货运站场', grades: ['一级', '二级'], area: [8_000, 90_000] },
  { kind: 'passenger', word: '旅游集散站', grades: ['二级站', '三级站'], area: [2_000, 12_000] },
  { kind: 'parking', word: '停车场', grades: [], area: [1_500, 20_000] },
  { kind: 'repair', word: '维修厂', grades: ['一类', '二类'], area: [800, 6_000] },
  { kind: 'inspection', word: '检测站', grades: ['A级'], area: [1_200, 5_000] },
  { kind: 'driving', word: '训练场', grades: ['二级'], area: [6_000, 30_000] },
];
const others: readonly Sort[] = [
  { kind: 'workshop', word: '一号车间', grades: [], area: [600, 8_000] },
  { kind: 'warehouse', word: '成品仓库', grades: [], area: [400, 9_000] },
  { kind: 'office', word: '办公区', grades: [], area: [150, 2_500] },
];

export const stationFirms = 20;
const stationCounts: Readonly<Record<string, number>> = { '1': 9, '2': 34, '3': 5 };

export function* generateStations(tenant: string, firms: readonly DemoFirm[], seed: number): Generator<StationSeed> {
  const all = firms.length === 0 ? 0 : (stationCounts[tenant] ?? 0);
  for (let index = 0; index < all; index += 1) {
    const random = createRandom(seed, Number(tenant), 0x57a7, index);
    const at = index % firms.length;
    const firm = firms[at];
    if (!firm) return;
    const sorts = firm.supervisionKind === 'transport' ? transport : others;
    const sort = sorts[(index + Math.floor(index / firms.length)) % sorts.length] ?? others[0];
    if (!sort) return;
    const near = (middle: number | null) =>
      middle === null ? null : Math.round((middle + (random.next() - 0.5) * 0.02) * 1e6) / 1e6;
    yield {
      firm: at,
      code: `CZ${firm.regionCode}-${String(index + 1).padStart(3, '0')}`,
      name: `${firm.shortName ?? '安澜'}${sort.word}`,
      kind: sort.kind,
      grade: sort.grades.length > 0 ? random.pick(sort.grades) : null,
      regionCode: firm.regionCode,
      address: `${firm.address}${random.between(1, 9)}幢`,
      lng: near(firm.lng),
      lat: near(firm.lat),
      managerName: personName(random),
      managerPhone: demoPhone(random),
      areaSqm: random.between(...sort.area),
      status: random.chance(0.92) ? 'enabled' : 'disabled',
      daysAgo: random.between(1, 400),
    };
  }
}

export async function seedStations(
  tx: Tx,
  firms: readonly DemoFirm[],
  seed: number,
  now: Date,
  vault: Vault,
): Promise<void> {
  const seeds = [...generateStations(tx.scope.tenantId, firms, seed)].map(({ firm, daysAgo, ...values }) => ({
    values: { ...values, enterpriseId: firms[firm]?.id },
    at: new Date(now.getTime() - daysAgo * 86_400_000),
  }));
  await insertSeeds(tx, { vault }, station, seeds);
}
