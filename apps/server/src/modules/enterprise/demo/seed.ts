import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseColor, EnterpriseStatus, RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import { createWeightedPick, createRandom, type Random } from '#kernel/random.ts';
import { demoBodies, demoCreditCode } from '#platform/demo/firms.ts';
import { demoPhone, personName } from '#platform/demo/people.ts';
import words from '../../../../data/enterprise-seed.json' with { type: 'json' };

export type DemoTenant = keyof typeof words.tenants;
/**
 * Fixed indexes of demo enterprises that accounts, tests and screenshots use. One person is the head of both
 * enterprises in `pair`.
 */
export const seedPlaces = { pair: [0, 1], perfect: 1, empty: 2, burning: 3, inTwoTenants: 4 } as const;
export const officerCount = (tenant: DemoTenant): number => words.tenants[tenant].officers;
export const firmCount = (tenant: DemoTenant): number => words.tenants[tenant].count;
/** Names of places and telephone area code of a tenant. A group without own places uses those of the first tenant. */
export const homeOf = (tenant: DemoTenant) => {
  const { places, areaCode } = words.tenants[tenant];
  return { places: places.length > 1 ? places : words.tenants[1].places, areaCode };
};
/** The colours of the demo enterprises of a tenant, in their order. */
export function colorsOf(tenant: DemoTenant, seed: number): EnterpriseColor[] {
  const run = createRun(tenant, seed, '2026-01-01');
  return Array.from({ length: firmCount(tenant) }, (_, index) => colorAt(run, index));
}
export const townsOf = (tenant: DemoTenant): readonly string[] => words.tenants[tenant].regions[0]?.towns ?? [];

export type TradeCode = keyof typeof words.trades;
type Form = '有限公司' | '股份有限公司' | '厂' | '专业合作社' | '分公司' | '经营部' | '集团有限公司';
type Size = NonNullable<Enterprise['enterpriseSize']>;
interface Region {
  code: string;
  towns: readonly string[];
  lng: number | null;
  lat: number | null;
}
export interface Trade {
  words: readonly string[];
  industryClass: string;
  supervisionKind: string;
  /** Risk of the trade, from 0 (low) to 3 (major). */
  risk: number;
  hazardFeatures: readonly string[];
  highRiskKinds: readonly string[];
  permitKinds: readonly string[];
  carTypes: readonly string[];
  scope: string;
}

export type Run = ReturnType<typeof createRun>;

const trades: Readonly<Record<TradeCode, Trade>> = words.trades;
const specialTrades = new Map<string, Partial<Trade>>(Object.entries(words.specialTrades));
const isTradeCode = (code: string): code is TradeCode => code in trades;
const tradeCodes = Object.keys(trades).filter(isTradeCode);
const tradesByWord = new Map(
  tradeCodes.flatMap((code) =>
    trades[code].words.map((word): [string, Trade] => [code + word, { ...trades[code], ...specialTrades.get(word) }]),
  ),
);
export const tradeOf = (code: TradeCode, word: string): Trade => tradesByWord.get(code + word) ?? trades[code];
export const wordOf = (code: TradeCode, random: Random): string => random.pick(trades[code].words);
export const streetOf = (random: Random): string => `${random.pick(words.streets)}${random.between(1, 999)}号`;
/** A random level for the worst risk point, based on the trade. */
export const inherentRisk = (trade: Trade, random: Random): RiskLevel | null =>
  risks[Math.max(0, trade.risk - random.between(0, 1))] ?? null;

export function createRun(tenant: DemoTenant, seed: number, today: string) {
  const plan = words.tenants[tenant];
  const others: Region[] = words.otherRegions.map((code) => ({ code, towns: townsOf(tenant), lng: null, lat: null }));
  const mix = Object.entries(plan.mix).flatMap(([code, weight]) =>
    isTradeCode(code) ? [[code, weight] as const] : [],
  );
  return {
    tenant,
    seed,
    plan,
    regions: [...plan.regions, ...others],
    today: Date.parse(`${today}T00:00:00Z`) / dayMs,
    drawRegion: createWeightedPick(plan.regions.map(({ weight }, index) => [index, weight] as const)),
    drawTrade: createWeightedPick(mix),
    drawSize: createWeightedPick<Size>(
      Object.entries(plan.sizes).flatMap(([size, weight]) => (isSize(size) ? [[size, weight] as const] : [])),
    ),
    start: createRandom(seed, Number(tenant)).next(),
  };
}

// Multiples of these square roots of primes give independent, evenly spread sequences.
const roots = {
  trade: Math.sqrt(2),
  size: Math.sqrt(3),
  status: Math.sqrt(5),
  color: Math.sqrt(7),
  standard: Math.sqrt(11),
  complete: Math.sqrt(13),
  joined: Math.sqrt(17),
} as const;
/** A value from 0 to 1, spread evenly over the indexes, so that short runs have the same mix. */
export function evenShare({ start }: Run, theme: keyof typeof roots, index: number): number {
  return (start + index * roots[theme]) % 1;
}

const dayMs = 86_400_000;
const drawStatus = createWeightedPick<EnterpriseStatus>([
  ['active', 88],
  ['underReview', 4],
  ['draft', 3],
  ['suspended', 3],
  ['closed', 1.5],
  ['rejected', 0.5],
]);
const drawColor = createWeightedPick<EnterpriseColor>([
  ['blue', 58],
  ['yellow', 27],
  ['orange', 11],
  ['red', 4],
]);
const drawStandard = createWeightedPick<NonNullable<Enterprise['standardLevel']>>([
  ['none', 55],
  ['small', 18],
  ['third', 22],
  ['second', 4.6],
  ['first', 0.4],
]);
const scores = { blue: [90, 100], yellow: [75, 89], orange: [60, 74], red: [31, 59], unrated: [0, 0] } as const;
// Probability and maximum number of expired certificates by colour. Blue has none, so the other colours make up the 3
// % in total. Yellow has at most two, because three expired certificates mean orange.
const expired = { blue: [0, 0], unrated: [0, 0], yellow: [0.07, 2], orange: [0.08, 5], red: [0.07, 5] } as const;
const risks: readonly RiskLevel[] = ['low', 'general', 'considerable', 'major'];

interface Known {
  industryCode: TradeCode;
  name?: string;
  word?: string;
  form: Form;
  size?: Size;
}

export function knownAt({ tenant }: Run, index: number): Known | null {
  const form = '有限公司';
  if (index === seedPlaces.inTwoTenants && tenant !== '3') {
    return { industryCode: 'G54', name: words.nameInTwoTenants, word: '货运', form };
  }
  if (index === seedPlaces.perfect) {
    return tenant === '2' ? { industryCode: 'G54', word: '危货运输', form } : { industryCode: 'C26', form };
  }
  if (index === seedPlaces.pair[0])
    return {
      ...(tenant === '2' ? { industryCode: 'G54', word: '客运' } : { industryCode: 'C34' }),
      form: '集团有限公司',
      size: 'large',
    };
  // Put long names, brackets and rare characters on the first pages.
  const odd = tenant === '1' && index % 7 === 5 ? words.oddNames[(index - 5) / 7] : undefined;
  return odd && isTradeCode(odd.industryCode) ? { industryCode: odd.industryCode, name: odd.name, form } : null;
}

/** Legal form of the enterprise: a micro firm may be a sole trader, a manufacturer may be a factory. */
export function drawForm(random: Random, tenant: DemoTenant, trade: TradeCode, size: Size): Form {
  const u = random.next() * 100;
  if (tenant !== '3') {
    if (size === 'micro' && u < 4.9) return '经营部';
    if (['C13', 'F51', 'G54', 'A03'].includes(trade) && u > 5 && u < 11) return '专业合作社';
    if (trade.startsWith('C') && u > 89) return '厂';
  }
  if (u > 80 && u < 85) return '分公司';
  return u > 75 && u < 79 ? '股份有限公司' : '有限公司';
}

export function economicTypeOf(random: Random, form: Form): Enterprise['economicType'] {
  if (form === '股份有限公司') return '160';
  if (form === '经营部') return '175';
  if (form === '专业合作社') return '900';
  return form === '厂' ? '170' : random.pick(['150', '150', '150', '170', '110', '200'] as const);
}

/**
 * Region and credit code of a demo enterprise. After 10,000 rows the organization part of the code is used again, in
 * another region.
 */
export function registration(run: Run, index: number, form: Form): { region: Region; creditCode: string } {
  const shared = index % demoBodies === seedPlaces.inTwoTenants && run.tenant !== '3';
  const number = (run.plan.bodyFrom + index) % demoBodies;
  const home = createRandom(run.seed, Number(run.tenant), number, 1);
  const drawn = shared && run.tenant === '1' ? 0 : run.drawRegion(home.next());
  const region = run.regions[(drawn + Math.floor(index / demoBodies)) % run.regions.length] ?? run.plan.regions[0];
  if (region === undefined) throw new RangeError('no region');
  const elsewhere = words.tenants[1];
  if (shared && run.tenant === '2' && index < demoBodies) {
    return { region, creditCode: demoCreditCode('91', elsewhere.regions[0]?.code ?? '', elsewhere.bodyFrom + index) };
  }
  const kind = form === '经营部' ? '92' : form === '专业合作社' ? '93' : '91';
  return { region, creditCode: demoCreditCode(kind, region.code, number) };
}

const bands = {
  micro: { z: [-9, -0.2275], people: [1, 22], revenue: [20, 295] },
  small: { z: [-0.2275, 1.0364], people: [20, 299], revenue: [300, 1990] },
  medium: { z: [1.0364, 1.8808], people: [300, 999], revenue: [2000, 39_000] },
  large: { z: [1.8808, 9], people: [1000, 6000], revenue: [40_000, 300_000] },
} as const;
const isSize = (size: string): size is Size => size in bands;

/** Number of employees: log-normal around 34, limited to the range of the size class. */
export function sizeOf(random: Random, enterpriseSize: Size) {
  const band = bands[enterpriseSize];
  let z = random.normal();
  while (z < band.z[0] || z >= band.z[1]) z = random.normal();
  const [low, high] = band.revenue;
  const revenue10k = Math.round(low * (high / low) ** random.next());
  const headcount = Math.min(band.people[1], Math.max(band.people[0], Math.round(34 * Math.exp(1.9 * z))));
  return {
    enterpriseSize,
    headcount,
    revenue10k,
    assets10k: Math.round(revenue10k * (0.4 + random.next())),
    areaSqm: headcount * random.between(12, 60),
  };
}

export const inPair = (index: number): boolean => index === seedPlaces.pair[0] || index === seedPlaces.pair[1];

export function peopleOf({ tenant, plan }: Run, random: Random, index: number, size: Size) {
  const legalPerson = personName(random);
  const legalPhone = demoPhone(random);
  const ownHead = size === 'micro' || random.chance(0.5);
  const head = inPair(index)
    ? { headName: words.pairHead, headPhone: `1990000000${tenant}` }
    : { headName: ownHead ? legalPerson : personName(random), headPhone: ownHead ? legalPhone : demoPhone(random) };
  return {
    legalPerson,
    legalPhone,
    ...head,
    safetyHeadName: personName(random),
    safetyHeadPhone: demoPhone(random),
    safetyManagerName: personName(random),
    safetyManagerPhone: demoPhone(random),
    // No local phone number begins with 0, so this number cannot exist.
    emergencyPhone: `${plan.areaCode}-0000${random.between(1000, 9999)}`,
    email: `anquan${tenant}${String(index).padStart(4, '0')}@example.com`,
  };
}

export function safetyOf(run: Run, random: Random, expiry: Expiry, index: number, headcount: number, risk: number) {
  const standardLevel = index === seedPlaces.perfect ? 'first' : drawStandard(evenShare(run, 'standard', index));
  const reached = standardLevel !== 'none';
  const insured = risk >= 2 || index <= seedPlaces.burning || random.chance(0.95);
  const covered = Math.ceil(headcount * (0.8 + random.next() * 0.2));
  return {
    hasSafetyBody: headcount > 100 || risk >= 2,
    fullTimeSafety: headcount > 100 ? Math.ceil(headcount / 150) : random.between(0, 1),
    partTimeSafety: random.between(1, 3),
    standardLevel,
    standardNo: reached ? `AQB-DEM-${random.between(100_000, 999_999)}` : null,
    standardTo: reached ? expiry.on('标准化证书') : null,
    insurer: insured ? words.insurer : null,
    policyNo: insured ? `PDEM${random.between(10_000_000, 99_999_999)}` : null,
    insuredCount: insured ? covered : null,
    coverPerPersonFen: insured ? random.pick([40, 50, 60, 80, 100]) * 1_000_000 : null,
    policyTo: insured ? expiry.on('安责险保单') : null,
    injuryInsured: covered,
  };
}

export function transportOf(random: Random, expiry: Expiry, trade: Trade, creditCode: string, headcount: number) {
  if (trade.supervisionKind !== 'transport') {
    return { carTypes: null, transportLicenceNo: null, transportLicenceTo: null, dispatchers: null };
  }
  return {
    carTypes: trade.carTypes.filter((_, at) => at === 0 || random.chance(0.6)),
    transportLicenceNo: `DEM${creditCode.slice(2, 8)}${creditCode.slice(12, 16)}`,
    transportLicenceTo: expiry.on('道路运输经营许可证', true),
    dispatchers: Math.max(2, Math.ceil(headcount / 100)),
  };
}

export const chemicalsOf = (random: Random) =>
  words.chemicals
    .filter(() => random.chance(0.3))
    .concat(random.pick(words.chemicals))
    .filter((item, at, all) => all.indexOf(item) === at)
    .map((item) => ({ ...item, maxTonnes: random.between(1, 400) / 10 }));

export function parentOf({ tenant }: Run, random: Random, index: number): number | null {
  if (index === seedPlaces.perfect) return seedPlaces.pair[0];
  return tenant === '3' && index >= 8 && random.chance(0.6) ? random.between(0, 1) * 5 : null;
}

const colorAt = (run: Run, index: number): EnterpriseColor =>
  index === seedPlaces.perfect
    ? 'blue'
    : index === seedPlaces.burning
      ? 'red'
      : drawColor(evenShare(run, 'color', index));

/** Creation day, status and rating of an enterprise. Only supervised enterprises have a score and colour. */
export function lifecycleOf(run: Run, random: Random, index: number) {
  const fixed = index <= seedPlaces.inTwoTenants;
  const status = fixed ? 'active' : drawStatus(evenShare(run, 'status', index));
  const { today } = run;
  const age = random.between(20, 548);
  // A pending application is some days old, never a year.
  const createdDay = today - (status === 'underReview' ? 2 + (age % 5) : age);
  const supervised = status === 'active' || status === 'suspended';
  const approved = supervised || status === 'closed';
  const color = supervised || index === seedPlaces.perfect ? colorAt(run, index) : 'unrated';
  const [low, high] = scores[color];
  const joined = approved && (fixed || color !== 'blue' || evenShare(run, 'joined', index) < 0.845);
  const scored = joined && supervised && (color !== 'blue' || fixed || random.chance(0.95));
  const applied = status === 'underReview' || status === 'rejected';
  const activatedDay = createdDay + random.between(0, 5);
  return {
    createdDay,
    status,
    source: applied
      ? 'apply'
      : random.pick(status === 'draft' ? ['import', 'regulator'] : ['apply', 'import', 'regulator']),
    createdAt: instant(createdDay, random),
    activatedAt: approved ? instant(activatedDay + 1, random) : null,
    joinedAt: joined ? instant(activatedDay + random.between(2, 12), random) : null,
    updatedAt: instant(random.between(Math.min(createdDay + 19, today - 1), today - 1), random),
    reviewNote: status === 'rejected' ? random.pick(words.rejections) : null,
    color,
    dossierRate: joined ? (index === seedPlaces.perfect ? 100 : random.between(35, 100)) : null,
    healthScore: scored ? (index === seedPlaces.perfect ? 100 : random.between(low, high)) : null,
  };
}

export type Expiry = ReturnType<typeof createExpiry>;

/** Functions for expiry days of certificates: a few have expired, some expire soon. */
export function createExpiry({ today }: Run, random: Random, color: EnterpriseColor, index: number) {
  const [share, most] = expired[color];
  const gone: { label: string; days: number }[] = [];
  const lapsed = () => random.between(1, 120);
  const ahead = () => dayText(today + (random.chance(0.05) ? random.between(0, 30) : random.between(31, 1095)));
  return {
    gone,
    /** Expiry day of a certificate. `blocking`: an enterprise without this certificate is red. */
    on(label: string, blocking = false): string {
      const likely = index === seedPlaces.burning ? 1 : blocking ? Number(color === 'red') * 0.6 : share;
      if (gone.length >= most || !random.chance(likely)) return ahead();
      const days = lapsed();
      gone.push({ label, days });
      return dayText(today - days);
    },
    /** Expiry day of the membership. An expired membership does not affect the colour. */
    membership(): string {
      const ends = gone.length < most && random.chance(share) ? dayText(today - lapsed()) : ahead();
      return index % 31 === seedPlaces.burning ? dayText(today - 20) : ends;
    },
  };
}

export function reasonsOf(color: EnterpriseColor, score: number | null, gone: Expiry['gone']): string[] {
  if (color === 'unrated' || color === 'blue') return [];
  const papers = gone.map(({ label, days }) => `${label}已过期 ${days} 天`);
  return score === null ? papers : [...papers, `安全分 ${score}，低于 ${{ yellow: 90, orange: 75, red: 60 }[color]}`];
}

/** A random coordinate near the middle of a region. */
export const degrees = (middle: number, random: Random) =>
  Math.round((middle + (random.next() - 0.5) * 0.06) * 1e6) / 1e6;

const dayTexts = new Map<number, string>();
export function dayText(day: number): string {
  const cachedText = dayTexts.get(day);
  if (cachedText !== undefined) return cachedText;
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  dayTexts.set(day, text);
  return text;
}

const instant = (day: number, random: Random) => new Date(day * dayMs + random.between(0, 36_000) * 1000);
