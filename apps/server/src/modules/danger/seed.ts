// Demo dangers of thirteen months, so that a month can be compared with the same month a year earlier. Old dangers
// have a short history and no photos; open dangers have both.
import { addDays, startOfDay, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { danger } from '@anlan/contract/modules/danger/resource';
import { type DangerState } from '@anlan/contract/modules/danger/states';
import { settings } from '@anlan/contract/modules/setting/settings';
import { createRandom, type Random } from '#kernel/random.ts';
import type { Conduct, SeedContext, SeededEnterprise } from '#kit/module.ts';
import { numberOf, reserveNumbers } from '#kit/number-store.ts';
import { insertSeedMoves, insertSeeds, type SeedMove } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { linkRepeats, peopleForSeeds, type SeedPerson } from './danger-store.ts';
import { criteriaFor } from './standard-dangers.ts';
import { turnOf, type Facts } from './rules.ts';
import { ownExamples, type DangerSeed } from './seed-published-accounts.ts';
import { categoryIn, monthFactor, placesFor, poisson, sourceOf, standardIn } from './seed-texts.ts';

export const months = 13;
/** Average dangers per enterprise and month. The worst tenth of the enterprises has five times as many. */
const usualRate = 1.64;
const freshDays = 45;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

export interface Staffing {
  people: readonly SeedPerson[];
  heads: readonly string[];
  leads: readonly string[];
}
export type Extreme = 'none' | 'perfect' | 'fire' | 'usual';
/** Which enterprises are extreme examples. Enterprises of the published accounts never are. */
export const extremeAt = (place: number, isOwn: boolean): Extreme =>
  isOwn ? 'usual' : (({ 7: 'none', 11: 'perfect', 13: 'fire' } as const)[place] ?? 'usual');

/** A random working hour in the month, rarely at a weekend. */
function foundIn(first: string, length: number, random: Random): Date {
  let day = addDays(first, random.between(0, length - 1));
  for (let tries = 0; tries < 4; tries += 1) {
    const weekday = startOfDay(day).getTime() / dayMs;
    const isWeekend = [2, 3].includes(Math.floor(weekday + 1 / 3) % 7);
    if (!isWeekend || random.chance(0.3)) break;
    day = addDays(first, random.between(0, length - 1));
  }
  return new Date(startOfDay(day).getTime() + random.between(8 * 60, 17 * 60 + 40) * 60_000);
}

export function statusOf(
  age: number,
  overdue: number,
  extreme: Extreme,
  conduct: Conduct,
  random: Random,
): DangerState {
  if (extreme === 'perfect') return age > 12 ? 'accepted' : 'submitted';
  const share = random.next();
  if (overdue > 0) {
    if (share < 0.02) return 'voided';
    const isOpen =
      random.chance(extreme === 'fire' ? 0.3 : conduct.open) &&
      overdue <= (extreme === 'fire' ? 150 : conduct.openDays);
    return isOpen ? (share < 0.2 ? 'returned' : 'rectifying') : 'accepted';
  }
  if (share < Math.min(0.76, age / 26) * (extreme === 'fire' ? 0.5 : 1)) return 'accepted';
  return random.chance(0.45)
    ? 'open'
    : random.chance(0.55)
      ? 'rectifying'
      : random.chance(0.85)
        ? 'submitted'
        : 'returned';
}

/**
 * Generates the dangers of one enterprise. The dangers depend only on the index of the enterprise and the start day.
 */
export function* generateDangers(
  {
    id,
    supervisionKind,
    activatedAt,
    conduct,
  }: Pick<SeededEnterprise, 'id' | 'supervisionKind' | 'activatedAt' | 'conduct'>,
  place: number,
  {
    tenant,
    seed,
    now,
    extreme,
    people,
  }: { tenant: string; seed: number; now: Date; extreme: Extreme; people: readonly SeedPerson[] },
): Generator<DangerSeed> {
  if (extreme === 'none' || activatedAt === null) return;
  const random = createRandom(seed, Number(tenant), 0xda9e, place);
  const today = dayOf(now);
  const rate = extreme === 'fire' ? usualRate * 7 : place % 10 === 3 ? usualRate * 5 : usualRate;
  const places = placesFor(supervisionKind);
  const criteria = criteriaFor(supervisionKind);
  const lead = people.filter(({ post }) => post === 'teamLeader');
  const safety = people.find(({ post }) => post === 'safetyManager');
  const earlier: DangerSeed[] = [];
  for (let month = months - 1; month >= 0; month -= 1) {
    const first = addDays(today, -30 * (month + 1));
    const number = Number(first.slice(5, 7));
    const count = poisson(rate * monthFactor(number) * (extreme === 'perfect' ? 0.6 : 1), random);
    const times = Array.from({ length: count }, () => foundIn(first, 30, random)).sort(
      (one, other) => one.getTime() - other.getTime(),
    );
    for (const foundAt of times.filter((time) => time > activatedAt)) {
      const age = daysBetween(dayOf(foundAt), today);
      const seen = random.chance(0.06)
        ? earlier.findLastIndex(
            (one) =>
              one.values.status === 'accepted' &&
              (one.values.verifiedAt ?? now) < foundAt &&
              daysBetween(dayOf(one.values.foundAt), dayOf(foundAt)) < 170,
          )
        : -1;
      const category = earlier[seen]?.values.category ?? categoryIn(number, supervisionKind, random);
      const standard = standardIn(category, random);
      // An open major danger makes an enterprise orange, so that only enterprises with old open dangers have one.
      const mayBeMajor = extreme === 'fire' || conduct.openDays > 30 || age > 45;
      const isMajor = extreme !== 'perfect' && mayBeMajor && random.chance(extreme === 'fire' ? 0.06 : 0.017);
      const level = isMajor ? 'major' : 'general';
      const criterion = random.pick(criteria.slice(0, 10));
      const days = level === 'major' ? settings['rectify.majorDays'].value : standard.days;
      const deadlineOn = addDays(dayOf(foundAt), Math.max(1, days));
      const status = statusOf(age, daysBetween(deadlineOn, today), extreme, conduct, random);
      const isLate = extreme !== 'perfect' && random.chance(conduct.late);
      const took = Math.max(0.15, Math.exp(Math.log(4) + 0.7 * random.normal()));
      const inTime = Math.min(took, Math.max(0.2, days - 0.2));
      const lasted = isLate ? days + 1 + random.between(0, 6) : inTime;
      const until = now.getTime() - 2 * hourMs;
      const submittedAt = new Date(
        Math.max(foundAt.getTime() + hourMs, Math.min(foundAt.getTime() + lasted * dayMs, until)),
      );
      const verifiedAt = new Date(
        Math.max(
          submittedAt.getTime() + hourMs / 2,
          Math.min(submittedAt.getTime() + random.between(4, 60) * hourMs, now.getTime() - hourMs),
        ),
      );
      const isDone = status === 'accepted' || status === 'submitted' || status === 'returned';
      const source = sourceOf(random.next());
      const named = lead.length > 0 && random.chance(0.7) ? lead : people;
      const duty = named.length > 0 ? random.pick(named) : undefined;
      const one: DangerSeed = {
        enterpriseId: id,
        values: {
          title: standard.title.slice(0, 60),
          level,
          category,
          source,
          place: earlier[seen]?.values.place ?? random.pick(places),
          majorCriterion: level === 'major' ? criterion.code : null,
          majorBasis: level === 'major' ? `${criterion.document} ${criterion.clause}` : null,
          foundAt,
          foundBy: source === 'self' ? (safety?.name ?? '安全员') : source === 'expert' ? '外聘专家' : '监管人员',
          deadlineOn,
          dutyDepartment: duty?.department ?? null,
          dutyPersonId: duty?.id ?? null,
          interimMeasures: level === 'major' ? '停用相关设备，设置围挡和警示标志，安排专人看护' : null,
          status,
          origin: source === 'regulator' || source === 'campaign' ? 'regulator' : 'own',
          measures: isDone ? standard.measures : null,
          costFen: isDone ? random.between(2, 80) * 5_000 * (level === 'major' ? 20 : 1) : null,
          startedAt:
            status === 'open' || status === 'voided'
              ? null
              : new Date(
                  foundAt.getTime() + (submittedAt.getTime() - foundAt.getTime()) * (0.05 + 0.4 * random.next()),
                ),
          fixedAt: isDone ? submittedAt : null,
          submittedAt: isDone ? submittedAt : null,
          verifiedAt: status === 'accepted' ? verifiedAt : null,
          opinion: status === 'accepted' ? '已按要求整改，现场核对符合要求' : null,
          planState: level === 'major' && status !== 'open' ? 'approved' : 'none',
          headSignedAt: level === 'major' && status === 'accepted' ? submittedAt : null,
          repeats: seen >= 0 ? 1 : 0,
          repeatCause: null,
        },
        repeats: seen >= 0 ? seen : null,
        at: foundAt,
      };
      earlier.push(one);
      yield one;
    }
  }
}

export function movesOf(
  id: string,
  { enterpriseId, values }: DangerSeed,
  names: { finder: string; duty: string; verifier: string },
): SeedMove[] {
  const { status, foundAt, submittedAt, verifiedAt } = values;
  const line = (
    move: string,
    from: string | null,
    to: string,
    byName: string,
    at: Date,
    note: string | null = null,
  ): SeedMove => ({
    rowId: id,
    enterpriseId,
    move,
    from,
    to,
    byId: null,
    byName,
    at,
    note,
  });
  const startedAt = values['startedAt'] instanceof Date ? values['startedAt'] : null;
  const all = [line('create', null, 'open', names.finder, foundAt)];
  if (status === 'voided')
    return [...all, line('void', 'open', 'voided', names.finder, new Date(foundAt.getTime() + hourMs), '重复登记')];
  if (startedAt) all.push(line('receipt', 'open', 'rectifying', names.duty, startedAt));
  if (submittedAt) all.push(line('submit', 'rectifying', 'submitted', names.duty, submittedAt));
  if (status === 'returned' && submittedAt)
    all.push(
      line(
        'sendBack',
        'submitted',
        'returned',
        names.verifier,
        new Date(submittedAt.getTime() + hourMs),
        '整改后照片看不清楚，请补拍现场照片',
      ),
    );
  if (status === 'accepted' && verifiedAt)
    all.push(line('accept', 'submitted', 'accepted', names.verifier, verifiedAt, '已按要求整改，现场核对符合要求'));
  return all;
}

export function turnFor({ enterpriseId, values }: DangerSeed, staffing: Staffing) {
  const duty = staffing.people.find(({ id }) => id === values.dutyPersonId);
  const facts = {
    enterpriseId,
    headSignedAt: null,
    fixerId: duty?.userId ?? null,
    ...values,
  } as unknown as Facts;
  // The seed must set every setting that the rules read.
  const majorAcceptBy = settings['rectify.majorAcceptBy'].value;
  const [voidDays, times, days] = [
    settings['rectify.voidDays'].value,
    settings['rectify.extensionTimes'].value,
    settings['rectify.extensionDays'].value,
  ];
  return turnOf(facts, {
    dutyUserId: duty?.userId ?? null,
    heads: staffing.heads,
    leads: staffing.leads,
    settings: {
      'rectify.majorAcceptBy': majorAcceptBy,
      'rectify.voidDays': voidDays,
      'rectify.extensionTimes': times,
      'rectify.extensionDays': days,
    },
  });
}

/** The dangers of missing days. They repeat none, because the earlier ones are stored already. */
const laterThan = (all: readonly DangerSeed[], since: string) =>
  all.flatMap((one) =>
    dayOf(one.at) < since ? [] : [{ ...one, values: { ...one.values, repeats: 0 }, repeats: null }],
  );

export async function seedDangers(tx: Tx, context: SeedContext): Promise<void> {
  const { tenantId } = tx.scope;
  const { seed, now, since, own, accounts, enterprises } = context;
  const staffings = new Map<string, SeedPerson[]>();
  for (const person of await peopleForSeeds(tx))
    staffings.set(person.enterpriseId, [...(staffings.get(person.enterpriseId) ?? []), person]);
  const regulator = accounts.get(`regulator${tenantId}`) ?? null;
  const today = dayOf(now);
  const numbers = new Map<string, number>();
  const all: DangerSeed[] = [];
  const starts = new Map<string, number>();
  for (const [place, enterprise] of enterprises.entries()) {
    const isOwn = own.includes(enterprise.id);
    const people = staffings.get(enterprise.id) ?? [];
    starts.set(enterprise.id, all.length);
    const about = { tenant: tenantId, seed, now, extreme: extremeAt(place, isOwn), people: people.slice(0, 8) };
    const generated = [...generateDangers(enterprise, place, about)];
    all.push(...(since === null ? generated : laterThan(generated, since)));
    if (isOwn && since === null)
      all.push(...ownExamples(enterprise, { now, people, isFirst: enterprise.id === own[0], regulator }));
  }
  const accountsIn = (people: readonly SeedPerson[], posts: readonly string[]) =>
    people.flatMap(({ post, userId }) => (userId !== null && posts.includes(post) ? [userId] : []));
  const order = [...all.keys()].sort((one, other) => (all[one]?.at.getTime() ?? 0) - (all[other]?.at.getTime() ?? 0));
  const rows: { values: Record<string, unknown>; at: Date }[] = Array.from({ length: all.length }, () => ({
    values: {},
    at: now,
  }));
  for (const index of order) {
    const one = all[index];
    if (!one) continue;
    const { values, enterpriseId, at } = one;
    const day = dayOf(at);
    if (since !== null && !numbers.has(day)) numbers.set(day, await reserveNumbers(tx, `YH ${day}`, 1_000));
    numbers.set(day, (numbers.get(day) ?? 0) + 1);
    const people = staffings.get(enterpriseId) ?? [];
    const staffing: Staffing = {
      people,
      heads: accountsIn(people, ['head']),
      leads: accountsIn(people, ['head', 'safetyManager']),
    };
    const isFresh = daysBetween(day, today) <= freshDays || !['accepted', 'voided'].includes(values.status);
    const isDone = values.submittedAt !== null;
    const no = numberOf('YH', day, numbers.get(day) ?? 1);
    rows[index] = {
      values: {
        ...values,
        enterpriseId,
        no,
        turn: turnFor(one, staffing),
        turnSince: values.verifiedAt ?? values.submittedAt ?? at,
        verifierId: values.status === 'accepted' ? (staffing.leads.at(-1) ?? regulator) : null,
        ...(values.submittedAt === null
          ? {}
          : { fixerId: people.find(({ id }) => id === values.dutyPersonId)?.userId ?? null }),
        photosBefore: isFresh ? context.photos(enterpriseId, 'before', no) : [],
        ...(isFresh && isDone ? { photosAfter: context.photos(enterpriseId, 'after', no) } : {}),
      },
      at,
    };
  }
  // Reserve the numbers used for today, so that new dangers of today continue after them.
  if (numbers.has(today)) await reserveNumbers(tx, `YH ${today}`, numbers.get(today) ?? 0);
  const ids = await insertSeeds(tx, context, danger, rows, { ownHistory: true });
  const idAt = (index: number) => ids[index] ?? '';
  await linkRepeats(
    tx,
    all.flatMap(({ enterpriseId, repeats }, index) =>
      repeats === null ? [] : [{ id: idAt(index), earlier: idAt((starts.get(enterpriseId) ?? 0) + repeats) }],
    ),
  );
  const moves = all.flatMap((one, index) => {
    const people = staffings.get(one.enterpriseId) ?? [];
    const nameOf = (post: string, or: string) => people.find((person) => person.post === post)?.name ?? or;
    const names = {
      finder: String(one.values['foundBy']),
      duty: people.find(({ id }) => id === one.values.dutyPersonId)?.name ?? '责任人',
      verifier: one.values['origin'] === 'regulator' ? '监管人员' : nameOf('safetyManager', '安全员'),
    };
    return movesOf(idAt(index), one, names);
  });
  await insertSeedMoves(tx, danger.name, moves);
}
