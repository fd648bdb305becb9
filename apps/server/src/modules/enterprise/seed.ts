import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import { createRandom, type Random } from '#kernel/random.ts';
import { demoBodies, firmMark } from '#platform/demo/firms.ts';
import {
  chemicalsOf,
  createExpiry,
  createRun,
  dayText,
  degrees,
  type DemoTenant,
  drawForm,
  economicTypeOf,
  evenShare,
  inherentRisk,
  inPair,
  knownAt,
  lifecycleOf,
  parentOf,
  peopleOf,
  reasonsOf,
  registration,
  type Run,
  safetyOf,
  seedPlaces,
  sizeOf,
  streetOf,
  tradeOf,
  transportOf,
  wordOf,
} from './demo/seed.ts';

type Given = 'townCode' | 'id' | 'version' | 'abilities' | 'regionName' | 'industryName' | 'officerName' | 'logoUrl';
/** A demo enterprise. The code that inserts it sets ids, authority and files. */
export type EnterpriseSeed = Omit<Enterprise, Given | 'parentId' | 'authorityId' | 'officerId' | 'licence'> & {
  hasLicence: boolean;
  /** Index of the demo officer, from 0. */
  officerIndex: number | null;
  /** Index of the parent enterprise in the run, from 0. */
  parentIndex: number | null;
};

export interface SeedPlan {
  tenant: DemoTenant;
  count?: number;
  seed: number;
  today: string;
}

/** Generates demo enterprises. Each depends only on its index, not on the count. */
export function* generateEnterprises({ tenant, count, seed, today }: SeedPlan): Generator<EnterpriseSeed> {
  const run = createRun(tenant, seed, today);
  const all = count ?? run.plan.count;
  if (all > run.regions.length * demoBodies) throw new RangeError('more enterprises than credit codes');
  for (let index = 0; index < all; index += 1) yield enterpriseAt(run, index);
}

function enterpriseAt(run: Run, index: number): EnterpriseSeed {
  const random = createRandom(run.seed, Number(run.tenant), index);
  const fixedFirm = knownAt(run, index);
  const industryCode = fixedFirm?.industryCode ?? run.drawTrade(evenShare(run, 'trade', index));
  const word = fixedFirm?.word ?? wordOf(industryCode, random);
  const trade = tradeOf(industryCode, word);
  const size = sizeOf(random, fixedFirm?.size ?? run.drawSize(evenShare(run, 'size', index)));
  const form = fixedFirm?.form ?? drawForm(random, run.tenant, industryCode, size.enterpriseSize);
  const { place, mark } = firmMark(run.plan.places, index);
  const { region, creditCode } = registration(run, index, form);
  const branch = form === '分公司' ? `有限公司${random.pick(region.towns).replace(/街道|镇/, '')}分公司` : form;
  const { createdDay, ...lifecycle } = lifecycleOf(run, random, index);
  const expiry = createExpiry(run, random, lifecycle.color, index);
  const town = random.pick(region.towns);
  const address = town + streetOf(random);
  const has = (feature: string) => trade.hazardFeatures.includes(feature);
  const some = (codes: readonly string[]) => codes.filter(() => index === seedPlaces.perfect || random.chance(0.7));
  return finish(run, random, index, {
    name: fixedFirm?.name ?? `${place}${mark}${word}${branch}`,
    shortName: mark + word,
    aliasName: (mark + word).slice(0, 6),
    creditCode,
    enterpriseCode: `QY${dayText(createdDay).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`,
    economicType: economicTypeOf(random, form),
    establishedOn: dayText(createdDay - random.between(200, 11_000)),
    registeredCapitalFen: Math.max(10, Math.round(size.revenue10k * random.pick([0.1, 0.2, 0.5, 1]))) * 1_000_000,
    businessScope: `${trade.scope}（依法须经批准的项目，经相关部门批准后方可开展经营活动）`,
    licenceTo: index <= seedPlaces.burning || random.chance(0.4) ? expiry.on('营业期限') : null,
    supervisionKind: trade.supervisionKind,
    regionCode: region.code,
    town,
    registeredAddress: address,
    businessAddress: random.chance(0.8) ? address : `${address}${random.between(2, 12)}幢`,
    lng: region.lng === null ? null : degrees(region.lng, random),
    lat: region.lat === null ? null : degrees(region.lat, random),
    industryCode,
    industryClass: trade.industryClass,
    ...size,
    ...peopleOf(run, random, index, size.enterpriseSize),
    ...safetyOf(run, random, expiry, index, size.headcount, trade.risk),
    hazardFeatures: some(trade.hazardFeatures),
    highRiskKinds: [...trade.highRiskKinds],
    chemicals: has('hazchemUse') ? chemicalsOf(random) : null,
    confinedSpaces: has('confinedSpace') ? random.between(1, 9) : 0,
    dustWorkers: has('dust') ? Math.ceil(size.headcount * 0.2) : 0,
    occupationalExposed: has('occupational') ? Math.ceil(size.headcount * 0.3) : 0,
    permitKinds: some(trade.permitKinds),
    ...transportOf(random, expiry, trade, creditCode, size.headcount),
    labels: labelsAt(index),
    ...lifecycle,
    planCode: null,
    mergedInto: null,
    membershipTo: lifecycle.joinedAt === null ? null : expiry.membership(),
    profileRate: 0,
    colorReasons: reasonsOf(lifecycle.color, lifecycle.healthScore, expiry.gone),
    inherentColor: lifecycle.joinedAt === null ? null : inherentRisk(trade, random),
    hasLicence: true,
    officerIndex: lifecycle.activatedAt === null ? null : random.between(0, run.plan.officers - 1),
    parentIndex: parentOf(run, random, index),
  });
}

// Labels depend on the index only, because another random draw would change all later values.
const labelCycle = ['keySupervision', 'doubleRandom', 'assisted', 'model', 'provincialSupervision'];
const labelsAt = (index: number): string[] | null => {
  const label = index % 7 === 2 ? labelCycle[Math.floor(index / 7) % labelCycle.length] : undefined;
  return label === undefined ? null : [label];
};

// Fields that some demo enterprises leave empty. The first list counts for completeness, the second does not.
const later = [
  ...(['economicType', 'establishedOn', 'headName', 'headPhone', 'safetyHeadName', 'safetyHeadPhone'] as const),
  ...(['fullTimeSafety', 'emergencyPhone', 'hasSafetyBody', 'hazardFeatures'] as const),
];
const optional = [
  ...(['shortName', 'aliasName', 'registeredCapitalFen', 'businessScope', 'town', 'lng', 'industryClass'] as const),
  ...(['revenue10k', 'assets10k', 'areaSqm', 'legalPhone', 'partTimeSafety', 'email', 'injuryInsured'] as const),
  ...(['confinedSpaces', 'dustWorkers', 'occupationalExposed', 'permitKinds', 'dispatchers'] as const),
];
const rest = [
  ...(['licenceTo', 'businessAddress', 'enterpriseSize', 'headcount', 'standardLevel', 'standardNo'] as const),
  ...(['standardTo', 'insurer', 'policyNo', 'insuredCount', 'coverPerPersonFen', 'policyTo', 'carTypes'] as const),
  ...(['highRiskKinds', 'chemicals', 'transportLicenceNo', 'transportLicenceTo', 'membershipTo'] as const),
  ...(['joinedAt', 'dossierRate', 'healthScore', 'inherentColor', 'parentIndex'] as const),
];

/** Leaves some fields empty, then computes the completeness. */
function finish(run: Run, random: Random, index: number, row: EnterpriseSeed): EnterpriseSeed {
  const supervised = row.activatedAt !== null && row.status !== 'closed';
  if (index === seedPlaces.empty) {
    for (const field of [...later, ...optional, ...rest]) row[field] = null;
    row.hasLicence = false;
    row.color = 'unrated';
    row.colorReasons = [];
  } else if (!inPair(index) && evenShare(run, 'complete', index) > (supervised ? 0.65 : 0.2)) {
    const first = random.between(0, later.length - 1);
    later.forEach((field, at) => {
      if (at === first || random.chance(0.12)) row[field] = null;
    });
    for (const field of optional) if (random.chance(0.45)) row[field] = null;
    row.hasLicence = random.chance(0.6);
  }
  if (row.lng === null) row.lat = null;
  row.planCode = row.membershipTo === null ? null : 'standard';
  const [licence, authorityId, officerId, parentId] = [row.hasLicence || null, true, row.officerIndex, row.parentIndex];
  row.profileRate = profileRate({ ...row, licence, authorityId, officerId, parentId });
  return row;
}
