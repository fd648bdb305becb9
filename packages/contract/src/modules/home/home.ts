import * as z from 'zod/mini';
import { figure } from '../../kit/figure.ts';
import { id, instant } from '../../domain/fields.ts';

/** Party that causes a delay: the repairing enterprise, its verifier, or the verifying regulator. */
export const sides = ['enterprise', 'verifier', 'regulator'] as const;
export type Side = (typeof sides)[number];

export const homeDanger = z.object({
  id,
  title: z.string(),
  enterpriseName: z.string(),
  major: z.boolean(),
  status: z.string(),
  deadlineOn: z.nullable(z.string()),
  /** Days until the deadline; negative if overdue. */
  leftDays: z.nullable(z.int()),
  turn: z.nullable(z.enum(sides)),
  turnName: z.nullable(z.string()),
  since: z.nullable(instant),
  href: z.string(),
});
export type HomeDanger = z.output<typeof homeDanger>;

export const homeExpiry = z.object({
  id,
  itemName: z.string(),
  typeName: z.string(),
  enterpriseName: z.string(),
  dueOn: z.string(),
  /** Days until the last valid day; negative if expired. */
  leftDays: z.int(),
  /** Whether use is forbidden without the document. */
  blocking: z.boolean(),
  href: z.string(),
});
export type HomeExpiry = z.output<typeof homeExpiry>;

export const dangerMonth = z.object({
  month: z.string(),
  found: z.int(),
  accepted: z.int(),
});
export type DangerMonth = z.output<typeof dangerMonth>;

export const regionDangers = z.object({
  code: z.string(),
  name: z.string(),
  open: figure,
  overdue: figure,
  /** Share of dangers repaired in time (按期率), last 90 days. */
  onTime: figure,
  /** Delays of the open dangers in days, by the party that causes them. Each figure links to these dangers. */
  late: z.object({
    enterprise: figure,
    verifier: figure,
    regulator: figure,
  }),
});
export type RegionDangers = z.output<typeof regionDangers>;

export const regulatorHome = z.object({
  asOf: instant,
  overdue: figure,
  overdueEnterprises: z.int(),
  overdueLongest: z.nullable(z.int()),
  overdueToday: z.int(),
  recheck: figure,
  /**
   * Number of dangers that wait for a recheck longer than the verifier's limit. The regulator causes this delay, not
   * the enterprise.
   */ recheckLate: z.int(),
  openMajor: figure,
  listed: figure,
  expired: figure,
  expiring: figure,
  found: figure,
  accepted: figure,
  onTime: figure,
  late: z.array(homeDanger),
  expiries: z.array(homeExpiry),
  /** Months of the chart, including the current month so far. */ trend: z.array(dangerMonth),
  /** Divisions one level below the caller's scope, lowest rate (按期率) first. */ ranking: z.array(regionDangers),
  rest: z.object({ regions: z.int(), dangers: z.int() }),
});
export type RegulatorHome = z.output<typeof regulatorHome>;

export const supervision = z.object({
  asOf: instant,
  /** Share of enterprises that were inspected this year (检查覆盖). */ inspected: figure,
  /** Share of checks done in time (排查按时率), last 30 days without today. */ checked: figure,
  /** Risk points in force (管控中的风险点). The numerator is the number of major risk points. */ controlled: figure,
  inspections: figure,
  /** Dangers per inspection of this month (次均隐患), with one decimal. */ perInspection: figure,
  /** Accidents of this year (本年事故). The numerator is the number of deaths. */ accidents: figure,
  /** Accidents in the same days of last year. The numerator is the number of deaths. */ accidentsBefore: figure,
  nearMisses: figure,
  /** Median safety score (安全分中位数). Numerator: enterprises with a score. Denominator: all supervised enterprises. */
  score: figure,
  lowest: z.array(
    z.object({
      id,
      name: z.string(),
      score: z.number(),
      color: z.enum(['red', 'orange', 'yellow', 'blue', 'unrated']),
      href: z.string(),
    }),
  ),
});
export type Supervision = z.output<typeof supervision>;

export const firstStep = z.object({
  key: z.enum(['facts', 'contacts', 'hazards', 'licence', 'staff', 'danger']),
  label: z.string(),
  note: z.string(),
  /** Whether the item is done; the answer "none" (无) also counts. */
  done: z.boolean(),
  minutes: z.int(),
  href: z.string(),
});
export type FirstStep = z.output<typeof firstStep>;

export const enterpriseHome = z.object({
  asOf: instant,
  /** Job posts of the caller: head, safetyManager, teamLeader or another; null if none is recorded. */
  post: z.nullable(z.string()),
  open: figure,
  overdue: figure,
  recheck: figure,
  expired: figure,
  expiring: figure,
  /** Number of items with an expiry date. If it is 0, nothing can expire. */ tracked: z.int(),
  /** Days since the last accident that harmed a person. If there was none, days since the enterprise joined. */ safeDays:
    z.nullable(z.int()),
  safeSinceAccident: z.boolean(),
  mine: figure,
  /**
   * Open dangers, nearest deadline first. Callers who are neither head nor safety manager get only their own dangers.
   */
  dangers: z.array(homeDanger),
  expiries: z.array(homeExpiry),
  lastFoundOn: z.nullable(z.string()),
  /**
   * Rank of the enterprise's score in its division. Null without a score, or with fewer than five other enterprises.
   */
  standing: z.nullable(
    z.object({
      peers: z.int(),
      below: z.int(),
      /** Percentage of these enterprises whose score is lower. */
      share: z.nullable(z.number()),
    }),
  ),
  /** Share of the people on duty who have signed their letter of responsibility (责任书). */ dutySigned: figure,
  certified: figure,
  trained: figure,
  /** Vehicles that may operate (可营运车辆) among the vehicles in operation; null if the enterprise has no vehicles. */
  vehicles: z.nullable(figure),
  /** Shifts of today (今日班次) by state; null if the enterprise has no vehicles and no shifts today. */
  shifts: z.nullable(
    z.object({
      planned: figure,
      checked: figure,
      departed: figure,
      arrived: figure,
      cancelled: figure,
    }),
  ),
  steps: z.array(firstStep),
  officerName: z.nullable(z.string()),
});
export type EnterpriseHome = z.output<typeof enterpriseHome>;
