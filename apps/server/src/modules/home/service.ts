import { shareOf } from '@anlan/contract/domain/number-text';
import { addDays, startOfDay, endOfDay, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { lastDays, thisMonth, thisYear, type Days } from '@anlan/contract/kit/measure';
import { accidentMeasures } from '@anlan/contract/modules/accident/measures';
import { dangerMeasures } from '@anlan/contract/modules/danger/measures';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import type {
  EnterpriseHome,
  HomeDanger,
  HomeExpiry,
  RegionDangers,
  RegulatorHome,
  Side,
  Supervision,
} from '@anlan/contract/modules/home/home';
import { inspectionMeasures } from '@anlan/contract/modules/inspection/measures';
import { riskCheckMeasures } from '@anlan/contract/modules/risk-check/measures';
import { riskPointMeasures } from '@anlan/contract/modules/risk-point/measures';
import { staffMeasures } from '@anlan/contract/modules/staff/measures';
import { warningMeasures } from '@anlan/contract/modules/warning/measures';
import type { SettingValues } from '@anlan/contract/modules/setting/settings';
import { createAnswerCache } from '#kernel/answer-cache.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { figureOf } from '#kit/measured.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { addMonths, areaPrefix, childOf, commonArea, isOwnLevel, regionName } from '../enterprise/index.ts';
import type { Caller } from '../staff/index.ts';
import { dangerHref, itemHref, scoreHref } from './number-links.ts';
import * as store from './numbers-store.ts';
import { readOwnNumbers, type OwnDeps } from './staff-and-fleet.ts';
import { sameDayBefore, sideOf, stepsOf } from './rules.ts';
import * as supervision from './supervision-store.ts';

export interface HomeDeps extends Pick<ModuleKit, 'db' | 'clock' | 'dictionaries'>, OwnDeps {
  settingsOf: (tx: Tx) => Promise<SettingValues>;
  workdayAfter: (tx: Tx, day: string, count: number) => Promise<string>;
  postsOf: (tx: Tx) => Promise<Caller | null>;
}

const soonDays = 30;
const monthsBack = 11;
const rows = 5;
const ranked = 6;
const lowestShown = 10;
/** Minimum peers for a rank. With fewer peers, a rank would reveal their scores. */
const peersLeast = 5;
const longest = { readOnly: true, statementMs: 30_000, awaited: true };

interface Waits {
  code: string;
  side: Side;
  late: number;
  days: number;
}

export function createHomes({ db, clock, dictionaries, settingsOf, workdayAfter, postsOf, certified }: HomeDeps) {
  const recent = createAnswerCache({ clock, ms: 5_000 });

  const dangerOf = (row: store.DangerRow, today: string): HomeDanger => ({
    id: row.id,
    title: row.title,
    enterpriseName: row.enterprise_name,
    major: row.level === 'major',
    status: row.status,
    deadlineOn: row.deadline_on,
    leftDays: daysBetween(today, row.deadline_on),
    turn: sideOf(row.turn),
    turnName: row.turn === 'enterprise' ? row.duty_name : null,
    since: row.turn_since,
    href: dangerHref(row.id),
  });

  async function expiriesOf(tx: Tx, prefix: string, today: string): Promise<HomeExpiry[]> {
    const expiringItems = await store.readFirstExpiries(tx, prefix, addDays(today, soonDays), rows);
    const names = new Map((await dictionaries.itemsOf(tx, 'expiryItemType')).map(({ value, label }) => [value, label]));
    return expiringItems.map((row) => ({
      id: row.id,
      itemName: row.item_name,
      typeName: names.get(row.item_type) ?? row.item_type,
      enterpriseName: row.enterprise_name,
      dueOn: row.valid_to,
      leftDays: daysBetween(today, row.valid_to),
      blocking: row.is_blocking,
      href: itemHref(row.id),
    }));
  }

  /** Number and total days of submitted dangers that wait too long, by division and party. */
  async function waitsOf(tx: Tx, handedIn: readonly store.HandedIn[], today: string) {
    const { 'rectify.recheckWorkdays': most } = await settingsOf(tx);
    const ends = new Map<string, string>();
    for (const { since } of handedIn) if (!ends.has(since)) ends.set(since, await workdayAfter(tx, since, most));
    return handedIn.flatMap(({ code, turn, since, dangers }): Waits[] => {
      const side = sideOf(turn);
      const days = daysBetween(ends.get(since) ?? today, today);
      return side && days > 0 ? [{ code, side, late: dangers, days: days * dangers }] : [];
    });
  }

  function rank(
    slices: readonly store.OpenSlice[],
    dues: Awaited<ReturnType<typeof store.readDue>>,
    waits: readonly Waits[],
    { prefix, paths, asOf }: { prefix: string; paths: ReadonlyMap<string, string>; asOf: Date },
  ): RegionDangers[] {
    const regionOf = (code: string) => childOf(code.slice(0, 6), prefix, paths);
    const codes = new Set([...slices, ...dues].map(({ code }) => regionOf(code)));
    const all = [...codes].map((code): RegionDangers => {
      const mine = <R extends { code: string }>(some: readonly R[]) =>
        some.filter((one) => regionOf(one.code) === code);
      const sum = <R extends { code: string }>(some: readonly R[], of: (row: R) => number) =>
        mine(some).reduce((total, row) => total + of(row), 0);
      // Dangers with the code of the area itself belong to none of its divisions.
      const own = isOwnLevel(code, prefix);
      const at = { asOf, ...(own ? { more: { regionOnly: code } } : { area: code }) };
      const late = (side: Side) =>
        sum(
          waits.filter((one) => one.side === side),
          ({ days }) => days,
        );
      return {
        code,
        name: code === '' ? '未填区划' : `${regionName(code, paths)}${own ? '（本级）' : ''}`,
        open: figureOf(
          dangerMeasures.open,
          at,
          sum(slices, ({ open }) => open),
        ),
        overdue: figureOf(
          dangerMeasures.overdue,
          at,
          sum(slices, ({ overdue }) => overdue),
        ),
        onTime: figureOf(
          dangerMeasures.onTimeLately,
          at,
          sum(dues, (row) => row.in_time),
          sum(dues, (row) => row.due),
        ),
        late: {
          enterprise: figureOf(
            dangerMeasures.enterpriseLateDays,
            at,
            sum(slices, ({ late_days }) => late_days) + late('enterprise'),
          ),
          verifier: figureOf(dangerMeasures.verifierLateDays, at, late('verifier')),
          regulator: figureOf(dangerMeasures.regulatorLateDays, at, late('regulator')),
        },
      };
    });
    // Worst first; regions without due dangers come last.
    return all.sort(
      (one, other) =>
        (one.onTime.value ?? 101) - (other.onTime.value ?? 101) ||
        (other.overdue.value ?? 0) - (one.overdue.value ?? 0),
    );
  }

  async function readRegulator(tx: Tx, area: string | undefined): Promise<RegulatorHome> {
    const asOf = clock.now();
    const today = dayOf(asOf);
    const at = { asOf, area };
    const month = thisMonth(today);
    const lately = lastDays(90)(today);
    const prefix = areaPrefix(area ?? '');
    const slices = await store.readOpen(tx, prefix, today);
    const sum = (of: (slice: store.OpenSlice) => number) => slices.reduce((total, slice) => total + of(slice), 0);
    const waits = await waitsOf(tx, await store.readHandedIn(tx, prefix), today);
    const foundCounts = await store.readFound(tx, prefix, month.from);
    const dueThisMonth = await store.readDue(tx, prefix, month.from, month.to);
    const dues = await store.readDue(tx, prefix, lately.from, lately.to);
    const { expired, expiring } = await store.readExpiries(tx, prefix, today, soonDays);
    const firstMonth = addMonths(today.slice(0, 7), -monthsBack);
    const countsByMonth = new Map(
      (await store.readMonths(tx, prefix, `${firstMonth}-01`)).map((row) => [row.month, row]),
    );
    const months = Array.from({ length: monthsBack + 1 }, (_, at) => addMonths(firstMonth, at));
    const paths = await dictionaries.regionPaths();
    const codes = [...slices, ...dues].map(({ code }) => code.slice(0, 6)).filter((code) => code !== '');
    const common = area === undefined ? commonArea(codes) : prefix;
    const ranking = rank(slices, dues, waits, { prefix: common, paths, asOf });
    const rest = ranking.slice(ranked);
    const dueOf = (of: 'due' | 'in_time') => dueThisMonth.reduce((total, row) => total + row[of], 0);
    const overdue = sum((slice) => slice.overdue);
    return {
      asOf,
      overdue: figureOf(dangerMeasures.overdue, at, overdue),
      overdueEnterprises: sum(({ enterprises }) => enterprises),
      overdueLongest: overdue === 0 ? null : Math.max(0, ...slices.map(({ longest: days }) => days ?? 0)),
      overdueToday: sum(({ since_today }) => since_today),
      recheck: figureOf(
        dangerMeasures.regulatorRecheck,
        at,
        sum(({ to_regulator }) => to_regulator),
      ),
      recheckLate: waits.reduce((total, { side, late }) => total + (side === 'regulator' ? late : 0), 0),
      openMajor: figureOf(
        dangerMeasures.openMajor,
        at,
        sum(({ major }) => major),
      ),
      listed: figureOf(
        dangerMeasures.openListed,
        at,
        sum(({ listed }) => listed),
      ),
      expired: figureOf(warningMeasures.expired, at, expired),
      expiring: figureOf(warningMeasures.expiring, at, expiring),
      found: figureOf(dangerMeasures.found, at, foundCounts.found),
      accepted: figureOf(dangerMeasures.accepted, at, foundCounts.accepted, foundCounts.found),
      onTime: figureOf(dangerMeasures.onTime, at, dueOf('in_time'), dueOf('due')),
      late: (await store.readLate(tx, prefix, today, rows)).map((row) => dangerOf(row, today)),
      expiries: await expiriesOf(tx, prefix, today),
      trend: months.map((month) => ({
        month,
        found: countsByMonth.get(month)?.found ?? 0,
        accepted: countsByMonth.get(month)?.accepted ?? 0,
      })),
      ranking: ranking.slice(0, ranked),
      rest: { regions: rest.length, dangers: rest.reduce((total, { open }) => total + (open.value ?? 0), 0) },
    };
  }

  async function readEnterprise(tx: Tx, enterpriseId: string): Promise<Omit<EnterpriseHome, 'standing'> | null> {
    const facts = await store.readStepFacts(tx, enterpriseId);
    if (!facts) return null;
    const safeFrom = facts.harmed_at ?? facts.joined_at;
    const asOf = clock.now();
    const today = dayOf(asOf);
    const at = { asOf };
    const slices = await store.readOpen(tx, '', today);
    const sum = (of: (slice: store.OpenSlice) => number) => slices.reduce((total, slice) => total + of(slice), 0);
    const caller = await postsOf(tx);
    const own = await store.readMine(tx, enterpriseId, caller?.employeeId ?? null);
    const { expired, expiring } = await store.readExpiries(tx, '', today, soonDays);
    const leads = !caller || caller.posts.has('head') || caller.posts.has('safetyManager');
    const employeeId = leads ? null : (caller.employeeId ?? null);
    const listed = leads || employeeId !== null ? await store.readOwn(tx, enterpriseId, employeeId, rows) : [];
    return {
      asOf,
      post:
        (['head', 'safetyManager', 'teamLeader'] as const).find((post) => caller?.posts.has(post)) ??
        (caller ? 'worker' : null),
      open: figureOf(
        dangerMeasures.open,
        at,
        sum(({ open }) => open),
      ),
      overdue: figureOf(
        dangerMeasures.overdue,
        at,
        sum((slice) => slice.overdue),
      ),
      recheck: figureOf(
        dangerMeasures.recheck,
        at,
        sum(({ recheck }) => recheck),
      ),
      expired: figureOf(warningMeasures.expired, at, expired),
      expiring: figureOf(warningMeasures.expiring, at, expiring),
      tracked: await store.readTracked(tx, enterpriseId),
      safeDays: safeFrom === null ? null : daysBetween(dayOf(safeFrom), today),
      safeSinceAccident: facts.harmed_at !== null,
      mine: figureOf(dangerMeasures.mine, at, own.mine),
      dangers: listed.map((row) => dangerOf(row, today)),
      expiries: await expiriesOf(tx, '', today),
      lastFoundOn: own.found_on,
      dutySigned: figureOf(staffMeasures.dutySigned, at, facts.signed, facts.on_duty),
      ...(await readOwnNumbers(tx, enterpriseId, { asOf, certified })),
      steps: stepsOf(facts, own.found_on !== null),
      officerName: facts.officer_name,
    };
  }

  async function readSupervision(tx: Tx, area: string | undefined): Promise<Supervision> {
    const asOf = clock.now();
    const today = dayOf(asOf);
    const at = { asOf, area };
    const prefix = areaPrefix(area ?? '');
    const [month, year] = [thisMonth(today), thisYear(today)];
    const before = thisYear(sameDayBefore(today));
    const timesOf = ({ from, to }: Days) => [startOfDay(from), endOfDay(to)] as const;
    const { supervised, scored, median } = await supervision.readScores(tx, prefix);
    const covered = await supervision.readCovered(tx, prefix, ...timesOf(year));
    const { inspections, dangers } = await supervision.readInspections(tx, prefix, ...timesOf(month));
    const checked = await supervision.readChecked(tx, prefix, today);
    const controlled = await supervision.readControlled(tx, prefix);
    const accidents = await supervision.readAccidents(tx, prefix, ...timesOf(year));
    const accidentsBefore = await supervision.readAccidents(tx, prefix, ...timesOf(before));
    return {
      asOf,
      inspected: figureOf(enterpriseMeasures.inspected, at, covered, supervised),
      checked: figureOf(riskCheckMeasures.checked, at, checked.intime, checked.due),
      controlled: {
        ...figureOf(riskPointMeasures.controlled, at, controlled.points),
        numerator: controlled.major,
      },
      inspections: figureOf(inspectionMeasures.finished, at, inspections),
      accidents: { ...figureOf(accidentMeasures.harm, at, accidents.harmful), numerator: accidents.deaths },
      accidentsBefore: {
        ...figureOf(accidentMeasures.harm, { ...at, days: before }, accidentsBefore.harmful),
        numerator: accidentsBefore.deaths,
      },
      nearMisses: figureOf(accidentMeasures.nearMiss, at, accidents.near),
      perInspection: {
        ...figureOf(inspectionMeasures.dangersPerInspection, at, dangers, inspections),
        value: inspections === 0 ? null : Math.round((10 * dangers) / inspections) / 10,
      },
      score: { ...figureOf(enterpriseMeasures.score, at, scored), value: median, denominator: supervised },
      lowest: (await supervision.readLowest(tx, prefix, lowestShown)).map((row) => ({
        ...row,
        href: scoreHref(row.id),
      })),
    };
  }

  /**
   * Rank of the enterprise's score in its division. Needs the system scope, because the enterprise cannot see its
   * peers.
   */
  async function standingOf(scope: Scope, enterpriseId: string) {
    const peerScores = await db.read(systemScope('standing among peers', scope.tenantId), (tx) =>
      supervision.readPeers(tx, enterpriseId),
    );
    return peerScores.score === null || peerScores.peers < peersLeast
      ? null
      : { peers: peerScores.peers, below: peerScores.below, share: shareOf(peerScores.below, peerScores.peers) };
  }

  async function dangersOf(tx: Tx, area: string | undefined) {
    const asOf = clock.now();
    const today = dayOf(asOf);
    const at = { asOf, area };
    const prefix = areaPrefix(area ?? '');
    const { found, accepted } = await store.readFound(tx, prefix, thisMonth(today).from);
    const slices = await store.readOpen(tx, prefix, today);
    return {
      dangersFound: figureOf(dangerMeasures.found, at, found),
      dangersAccepted: figureOf(dangerMeasures.accepted, at, accepted, found),
      dangersOverdue: figureOf(
        dangerMeasures.overdue,
        at,
        slices.reduce((total, { overdue }) => total + overdue, 0),
      ),
    };
  }

  return {
    dangersOf,
    regulator: (scope: Scope, { area }: { area?: string | undefined }): Promise<RegulatorHome> =>
      recent.of(scope, 'home.regulator', [area ?? '', dayOf(clock.now())], () =>
        db.scoped(scope, (tx) => readRegulator(tx, area), longest),
      ),
    supervision: (scope: Scope, { area }: { area?: string | undefined }): Promise<Supervision> =>
      recent.of(scope, 'home.supervision', [area ?? '', dayOf(clock.now())], () =>
        db.scoped(scope, (tx) => readSupervision(tx, area), longest),
      ),
    enterprise: async (scope: Scope): Promise<EnterpriseHome | null> => {
      const { enterpriseId } = scope;
      if (enterpriseId === null) return null;
      const home = await db.read(scope, (tx) => readEnterprise(tx, enterpriseId));
      return home && { ...home, standing: await standingOf(scope, enterpriseId) };
    },
  };
}
