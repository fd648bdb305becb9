import type { RegionRanking } from '@anlan/contract/modules/enterprise/map';
import type {
  FigurePart,
  HomeStatistics,
  KindShare,
  StatisticsCount,
  StudyPlan,
} from '@anlan/contract/modules/enterprise/statistics';
import { thisMonth, type ListFilter as AddressFilter } from '@anlan/contract/kit/measure';
import { colorCauses, enterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import { learningMeasures } from '@anlan/contract/modules/learning/measures';
import type { Figure } from '@anlan/contract/kit/figure';
import { shareOf } from '@anlan/contract/domain/number-text';
import { startOfDay, endOfDay, dayOf } from '@anlan/contract/domain/instant';
import { invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { figureOf } from '#kit/measured.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Needs } from '../deps.ts';
import { narrowFilter, type ListFilter } from '../rules.ts';
import { withWordFound } from '../filter-store.ts';
import { countWhere, isOfFacts, seesSums } from '../total/store.ts';
import {
  addMonths,
  areaCode,
  areaPrefix,
  areasAbove,
  childOf,
  colorNames,
  colors,
  commonArea,
  hrefWords,
  isOwnLevel,
  listHref,
  monthBegins,
  noColors,
  rankRegions,
  regionName,
  sameDayBefore,
  supervised,
} from './rules.ts';
import * as store from './store.ts';

export type DangersOf = (
  tx: Tx,
  area: string | undefined,
) => Promise<Pick<HomeStatistics, 'dangersFound' | 'dangersAccepted' | 'dangersOverdue'>>;

type ReportsOf = (tx: Tx, area: string | undefined) => Promise<Figure | null>;
/** Returns training numbers. Null if no module counts them. */
export type LearningOf = (
  tx: Tx,
  area: string | undefined,
  window: { from: string; to: string },
) => Promise<Omit<StudyPlan, 'rate'> | null>;

/** Null, not zero, if no module counts the figure: zero would mean that it was counted. */
const notCounted = {
  dangersFound: null,
  dangersAccepted: null,
  dangersOverdue: null,
  trainingDone: null,
  reportsSent: null,
};

interface Window {
  area?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const soonDays = 30;
/** Merge the fact rows if more than this number are unmerged. */
const looseMost = 500;
const longest = { readOnly: true, statementMs: 30_000, awaited: true };

type StatisticsDeps = Needs<'db' | 'clock' | 'dictionaries' | 'recent'>;
export function createEnterpriseStatistics({ db, clock, dictionaries, recent }: StatisticsDeps) {
  let dangersOf: DangersOf = () => Promise.resolve(notCounted);
  let reportsOf: ReportsOf = () => Promise.resolve(null);
  let learningOf: LearningOf = () => Promise.resolve(null);
  const windowOf = ({ from, to }: Window) => {
    const today = dayOf(clock.now());
    const window = { from: from ?? monthBegins(to ?? today), to: to ?? today };
    if (window.from > window.to) throw invalid({ field: 'to', msg: '结束日期不能早于开始日期' });
    return { ...window, earlierFrom: sameDayBefore(window.from), earlierTo: sameDayBefore(window.to) };
  };
  /** Reads an answer once for the concurrent calls of the same scope. */
  const once = <T>(scope: Scope, name: string, key: unknown, read: (tx: Tx) => Promise<T>): Promise<T> =>
    recent.of(scope, `enterprise.${name}`, key, () => db.scoped(scope, read, longest));
  const areaOf = (area: string | undefined) => (area === undefined ? {} : { regionCode: [area] });

  /** Counts of enterprises for an area and period. Concurrent calls share one query. */
  function cube(scope: Scope, input: Window) {
    const window = windowOf(input);
    return once(scope, 'cube', [input.area ?? '', window], async (tx) => {
      const area = areaOf(input.area);
      const filter = { ...area, status: [...supervised, 'underReview' as const] };
      const slices = await store.readSlices(tx, filter, seesSums(scope) && isOfFacts(filter));
      // Imports are counted separately, because one large import would dominate the chart.
      const addedIn = async (from: string, to: string) => {
        const days = { activatedSince: startOfDay(from), activatedBefore: endOfDay(to) };
        const added = { ...area, status: supervised, ...days };
        const all = await countWhere(tx, added);
        const imported = await countWhere(tx, { ...added, activatedBy: 'import' });
        return { decision: all.total - imported.total, import: imported.total };
      };
      return {
        window,
        asOf: clock.now(),
        slices,
        added: await addedIn(window.from, window.to),
        addedBefore: await addedIn(window.earlierFrom, window.earlierTo),
        kinds: await dictionaries.itemsOf(tx, 'supervisionKind'),
        sizes: await dictionaries.itemsOf(tx, 'enterpriseSize'),
      };
    });
  }
  type Cube = Awaited<ReturnType<typeof cube>>;
  const inS = ({ status }: store.Slice) => status === 'active' || status === 'suspended';
  const sum = (slices: readonly store.Slice[], of: 'enterprises' | 'signed_in' | 'perfect' = 'enterprises') =>
    slices.reduce((total, slice) => total + slice[of], 0);

  function tally({ slices, window, asOf, ...counted }: Cube, area: string | undefined) {
    const at = { asOf, area };
    const regions = slices.filter((slice) => slice.of === 'region');
    const all = regions.filter(inS);
    const inState = (status: store.Slice['status']) => sum(regions.filter((slice) => slice.status === status));
    const total = sum(all);
    const during = { ...at, days: { from: window.from, to: window.to } };
    const before = { ...at, days: { from: window.earlierFrom, to: window.earlierTo } };
    const { added, addedByImport } = enterpriseMeasures;
    const counts = {
      supervised: figureOf(enterpriseMeasures.supervised, at, total),
      underReview: figureOf(enterpriseMeasures.underReview, at, inState('underReview')),
      suspended: figureOf(enterpriseMeasures.suspended, at, inState('suspended')),
      added: figureOf(added, during, counted.added.decision),
      addedBefore: figureOf(added, before, counted.addedBefore.decision),
      addedByImport: figureOf(addedByImport, during, counted.added.import),
    };
    return {
      at,
      total,
      all,
      counts,
      joined: figureOf(enterpriseMeasures.joined, at, sum(all, 'signed_in'), total),
      perfect: figureOf(enterpriseMeasures.perfect, at, sum(all, 'perfect'), total),
    };
  }

  async function byKind(scope: Scope, { area }: Window, of: 'signed_in' | 'perfect'): Promise<KindShare[]> {
    const made = await cube(scope, { area });
    const { at } = tally(made, area);
    const measure = of === 'perfect' ? enterpriseMeasures.perfect : enterpriseMeasures.joined;
    const slices = made.slices.filter((slice) => slice.of === 'kind' && inS(slice));
    return made.kinds.flatMap(({ value: type, label }) => {
      const own = slices.filter((slice) => slice.supervision_kind === type);
      const [value, total] = [sum(own, of), sum(own)];
      const figure = figureOf(measure, { ...at, more: { supervisionKind: type }, linksEmpty: true }, value, total);
      return total === 0 ? [] : [{ type, label, value, total, figure }];
    });
  }

  /** The trend of an area. Null for users of a single enterprise, who must not see numbers of the tenant. */
  async function trendOf(scope: Scope, area: string | undefined, { asOf }: Cube, now: StatisticsCount['byColor']) {
    if (!seesSums(scope)) return [];
    const month = dayOf(asOf).slice(0, 7);
    const months = new Map<string, ReturnType<typeof noColors>>();
    const prefix = areaPrefix(area ?? '');
    const colorMonths = await once(scope, 'trend', [prefix, month], (tx) =>
      store.readColorMonths(tx, addMonths(month, -11), month, prefix),
    );
    for (const { month: of, color, enterprises } of colorMonths)
      months.set(of, { ...(months.get(of) ?? noColors()), [color]: enterprises });
    const current = noColors();
    colors.forEach((color, at) => (current[color] = now[at]?.numerator ?? 0));
    months.set(month, current);
    return [...months].toSorted(([a], [b]) => a.localeCompare(b)).map(([of, counts]) => ({ month: of, ...counts }));
  }

  /** Causes of each colour, commonest first. */
  const causesOf = (scope: Scope, area: string | undefined) =>
    once(scope, 'causes', area ?? '', (tx) =>
      store.readCauses(tx, narrowFilter({ ...areaOf(area), status: supervised }, dayOf(clock.now()))),
    );

  /** Counts and coordinates by region of the supervised enterprises that match a filter. */
  const regionSlices = (scope: Scope, filter: ListFilter) =>
    once(scope, 'regions', filter, async (tx) => {
      const asOf = clock.now();
      const status = filter.status?.length ? filter.status : supervised;
      if (seesSums(scope) && isOfFacts(filter))
        return { slices: await store.readRegionFacts(tx, { ...filter, status }), asOf };
      const narrowed = narrowFilter({ ...filter, status }, dayOf(asOf));
      const { activatedSince, activatedBefore, ...words } = narrowed;
      if (seesSums(scope) && isOfFacts(words) && (activatedSince ?? activatedBefore))
        return { slices: await store.readActiveSlices(tx, narrowed), asOf };
      return { slices: await store.readRegionSlices(tx, await withWordFound(tx, narrowed)), asOf };
    });

  return {
    async statisticsCount(scope: Scope, input: Window): Promise<StatisticsCount> {
      const made = await cube(scope, input);
      const { area } = input;
      const { all, total, at, counts } = tally(made, area);
      const paths = await dictionaries.regionPaths();
      const part = (type: string, label: string, count: number, more: AddressFilter): FigurePart => ({
        type,
        label,
        ...figureOf(enterpriseMeasures.supervised, { ...at, more, linksEmpty: true }, count),
        denominator: total,
      });
      const sizes = made.slices.filter((slice) => slice.of === 'size' && inS(slice));
      const bySize = made.sizes.map(({ value, label }) => {
        const count = sum(sizes.filter((slice) => slice.enterprise_size === value));
        return part(value, label, count, { enterpriseSize: value });
      });
      const prefix = areaPrefix(area ?? commonArea(all.flatMap(({ region_code }) => region_code ?? [])));
      const regions = new Map<string, number>();
      for (const { region_code, enterprises } of all) {
        const code = childOf(region_code ?? '', prefix, paths);
        regions.set(code, (regions.get(code) ?? 0) + enterprises);
      }
      const byRegion = [...regions]
        .toSorted(([, a], [, b]) => b - a)
        .map(([code, count]) => {
          const own = isOwnLevel(code, prefix);
          const name = regionName(code, paths);
          return part(code, own ? `${name}（本级）` : name, count, {
            regionCode: own ? undefined : code,
            regionOnly: own ? code : undefined,
          });
        });
      const causes = await causesOf(scope, area);
      const byColor = colors.map((color) => {
        const inColor = sum(all.filter((slice) => slice.color === color));
        const commonest = causes.find((one) => one.color === color);
        const cause = commonest && {
          label: colorCauses[commonest.cause],
          figure: figureOf(
            enterpriseMeasures.ofCause,
            { ...at, more: { color: enterpriseColor[color], colorCause: commonest.cause } },
            commonest.enterprises,
          ),
        };
        return { ...part(color, colorNames[color], inColor, { color: enterpriseColor[color] }), cause: cause ?? null };
      });
      return {
        ...counts,
        bySize,
        byRegion,
        byColor,
        trend: await trendOf(scope, area, made, byColor),
      };
    },
    joinedByKind: (scope: Scope, input: Window) => byKind(scope, input, 'signed_in'),
    perfectByKind: (scope: Scope, input: Window) => byKind(scope, input, 'perfect'),
    async indexStatistics(scope: Scope, { area }: Window): Promise<HomeStatistics> {
      const made = await cube(scope, { area });
      const { all, at, counts, joined, perfect } = tally(made, area);
      const today = dayOf(at.asOf);
      const soon = { ...areaOf(area), status: supervised, expiring: soonDays };
      const key = [area ?? '', today];
      const expiring = await once(scope, 'expiring', key, (tx) => countWhere(tx, narrowFilter(soon, today)));
      const red = sum(all.filter(({ color }) => color === 'red'));
      return {
        ...counts,
        joined,
        perfect,
        expiring: figureOf(enterpriseMeasures.expiring, at, expiring.total),
        red: figureOf(enterpriseMeasures.red, at, red),
        ...notCounted,
        trainingDone: await once(scope, 'learning', key, async (tx) => {
          const asOf = clock.now();
          const study = await learningOf(tx, area, thisMonth(dayOf(asOf)));
          return study && figureOf(learningMeasures.trained, { asOf, area }, study.finished, study.planned);
        }),
        reportsSent: await once(scope, 'reports', key, (tx) => reportsOf(tx, area)),
        ...(await once(scope, 'dangers', key, (tx) => dangersOf(tx, area))),
      };
    },
    async statisticsStudyPlan(scope: Scope, input: Window): Promise<StudyPlan | null> {
      const { from, to } = windowOf(input);
      const study = await db.scoped(scope, (tx) => learningOf(tx, input.area, { from, to }), longest);
      return study && { ...study, rate: shareOf(study.finished, study.planned) };
    },
    async regionRanking(scope: Scope, filter: ListFilter): Promise<RegionRanking> {
      const { slices, asOf } = await regionSlices(scope, filter);
      const paths = await dictionaries.regionPaths();
      const requestedRegion = filter.regionCode?.length === 1 ? filter.regionCode[0] : undefined;
      const prefix = areaPrefix(requestedRegion ?? commonArea(slices.map(({ region_code }) => region_code)));
      const area = areaCode(prefix);
      const words = hrefWords({ ...filter, status: filter.status?.length ? filter.status : supervised });
      return {
        area,
        name: area === '' ? '全部区域' : regionName(area, paths),
        above: (requestedRegion === undefined ? [] : areasAbove(area, paths)).map((code) => ({
          code,
          name: code === '' ? '全部区域' : regionName(code, paths),
        })),
        rows: rankRegions(slices, prefix, paths, (region) => listHref({ ...words, regionCode: undefined, ...region })),
        total: slices.reduce((sum, { enterprises }) => sum + enterprises, 0),
        unlocatedHref: listHref({ ...words, located: 'false' }),
        asOf,
      };
    },
    regionSlices,
    countsDangers: (count: DangersOf): void => void (dangersOf = count),
    countsLearning: (count: LearningOf): void => void (learningOf = count),
    countsReports: (count: ReportsOf): void => void (reportsOf = count),
    noteSignIn: (tx: Tx, ids: string[]) => store.noteFirstSignIn(tx, ids, clock.now()),
    /** Stores the colours of the current month. */
    async keepColors(tenantId: string): Promise<void> {
      const now = clock.now();
      await db.scoped(
        systemScope('colours of the month', tenantId),
        async (tx) => {
          const slices = await store.readRegionSlices(tx, { status: supervised });
          const rows = slices.map(({ region_code, color, enterprises }) => ({ region_code, color, enterprises }));
          await store.writeColorMonth(tx, dayOf(now).slice(0, 7), rows, now);
          // Recounts the facts: repairs the bounding box, which only grows, and changes that no trigger recorded.
          await store.recountFacts(tx);
        },
        { statementMs: 600_000 },
      );
    },
    /** Merges fact rows if there are many, so that sums stay fast. */
    foldFacts: (tenantId: string): Promise<void> =>
      db.scoped(
        systemScope('fold of facts', tenantId),
        async (tx) => {
          if ((await store.countLooseFacts(tx)) > looseMost) await store.foldFacts(tx);
        },
        { statementMs: 60_000 },
      ),
  };
}
