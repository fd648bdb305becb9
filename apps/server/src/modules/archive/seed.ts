// Demo archives: documents of some enterprises, then the completeness of every archive.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { catalogue } from '@anlan/contract/modules/archive/catalogue';
import { archiveDocument } from '@anlan/contract/modules/archive/resource';
import { idRange } from '#kernel/ids.ts';
import { createRandom } from '#kernel/random.ts';
import { isSupervised, type SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { recount } from './recount.ts';
import { filledSources } from './automatic-items-store.ts';
import { supervisedAfter } from './store.ts';

const firms = 60;
const batch = 500;
const uploaded = [
  'layout',
  'orgChart',
  'dutyBooks',
  'managementRules',
  'operationRules',
  'fire',
  'ppe',
  'plan',
  'resources',
  'drills',
  'budget',
  'selfReview',
  'safetyLicence',
];
const yearly = new Set(['fire', 'safetyLicence', 'plan']);
const items = catalogue.flatMap(({ code, items: all }) => all.map((item) => ({ ...item, category: code })));

export async function seedArchives(tx: Tx, context: SeedContext): Promise<void> {
  const { now, seed, own, isBulk, enterprises, photos } = context;
  const today = dayOf(now);
  const supervised = enterprises.filter(isSupervised);
  const selectedFirms = [
    ...supervised.filter(({ id }) => own.includes(id)),
    ...supervised.filter(({ id }) => !own.includes(id)),
  ];
  const seeds = selectedFirms.slice(0, firms).flatMap(({ id: enterpriseId, supervisionKind }, place) => {
    const random = createRandom(seed, 0xa1c4, place);
    return uploaded.flatMap((code) => {
      const item = items.find((one) => one.code === code);
      const isLeft = random.chance(own.includes(enterpriseId) ? 0.2 : 0.35);
      const age = random.between(20, 900);
      const until = random.between(-30, 700);
      if (!item || isLeft || (code === 'safetyLicence' && supervisionKind !== 'hazchem')) return [];
      const issuedOn = addDays(today, -age);
      return [
        {
          values: {
            enterpriseId,
            item: code,
            category: item.category,
            name: item.label,
            no: `${issuedOn.slice(0, 4)}-${String(place + 1).padStart(2, '0')}-${String(age).padStart(3, '0')}`,
            issuedOn,
            validTo: yearly.has(code) ? addDays(today, until) : null,
            files: place < 3 ? photos(enterpriseId, code === 'layout' ? 'plan' : 'paper') : [],
          },
          at: new Date(now.getTime() - age * 86_400_000),
        },
      ];
    });
  });
  await insertSeeds(tx, context, archiveDocument, seeds);
  const count = (ids: readonly string[]) => recount(tx, { archiveSources: () => filledSources }, ids, now);
  if (isBulk) {
    await count(supervised.map(({ id }) => id));
    return;
  }
  let after: string = idRange.lowest;
  for (;;) {
    const ids = await supervisedAfter(tx, after, batch);
    if (ids.length > 0) await count(ids);
    const last = ids.at(-1);
    if (ids.length < batch || last === undefined) return;
    after = last;
  }
}
