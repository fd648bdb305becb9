import * as z from 'zod/mini';
import { figure } from '../enterprise/statistics.ts';
import { id, instant } from '../../domain/fields.ts';

/** Whom lateness is charged to: the enterprise that mends, its own verifier, or the regulator who verifies. */
export const sides = ['enterprise', 'verifier', 'regulator'] as const;
/** Whom lateness is charged to. */
export type Side = (typeof sides)[number];

/** A danger as a home page lists it. */
export const homeDanger = z.object({
  /** Id. */
  id,
  /** Name of it. */
  title: z.string(),
  /** Its enterprise's name. */
  enterpriseName: z.string(),
  /** Whether it is a major one. */
  major: z.boolean(),
  /** State of it. */
  status: z.string(),
  /** Last day to mend it. */
  deadlineOn: z.nullable(z.string()),
  /** Days left until then; negative when it is late. */
  leftDays: z.nullable(z.int()),
  /** Whose turn it is. */
  turn: z.nullable(z.enum(sides)),
  /** The person whose turn it is, where one is named. */
  turnName: z.nullable(z.string()),
  /** Since when it is their turn. */
  since: z.nullable(instant),
  /** Where it is opened. */
  href: z.string(),
});
/** A danger as a home page lists it. */
export type HomeDanger = z.output<typeof homeDanger>;

/** An item that runs out as a home page lists it. */
export const homeExpiry = z.object({
  /** Id of the row. */
  id,
  /** What runs out. */
  itemName: z.string(),
  /** Kind of item in words. */
  typeName: z.string(),
  /** Whose. */
  enterpriseName: z.string(),
  /** Last valid day. */
  dueOn: z.string(),
  /** Days left; negative when it is past. */
  leftDays: z.int(),
  /** Whether something must not be used without it. */
  blocking: z.boolean(),
  /** Where it is renewed. */
  href: z.string(),
});
/** An item that runs out as a home page lists it. */
export type HomeExpiry = z.output<typeof homeExpiry>;

/** A month of dangers. */
export const dangerMonth = z.object({
  /** yyyy-MM */
  month: z.string(),
  /** Found, and not voided. */
  found: z.int(),
  /** Accepted. */
  accepted: z.int(),
});
/** A month of dangers. */
export type DangerMonth = z.output<typeof dangerMonth>;

/** A region's dangers. */
export const regionDangers = z.object({
  /** Division. */
  code: z.string(),
  /** Its name. */
  name: z.string(),
  /** 未销号 */
  open: figure,
  /** 超期 */
  overdue: figure,
  /** 按期率 of the last 90 days */
  onTime: figure,
  /** Days that open dangers are late, by whose turn it is; each opens the dangers that are late there. */
  late: z.object({
    /** 企业 */ enterprise: figure,
    /** 企业复查 */ verifier: figure,
    /** 监管 */ regulator: figure,
  }),
});
/** A region's dangers. */
export type RegionDangers = z.output<typeof regionDangers>;

/** GET /bus/home/regulator. */
export const regulatorHome = z.object({
  /** When all of it was counted. */
  asOf: instant,
  /** 超期未整改 */ overdue: figure,
  /** Enterprises that have overdue ones. */ overdueEnterprises: z.int(),
  /** Days that the worst of them is late; null where none is. */ overdueLongest: z.nullable(z.int()),
  /** Of them overdue since today. */ overdueToday: z.int(),
  /** Dangers that wait for a regulator to verify them. */ recheck: figure,
  /** Of them waiting longer than a verifier may take: the regulator is late, not the enterprise. */ recheckLate:
    z.int(),
  /** 重大未销号 */ openMajor: figure,
  /** 挂牌督办 */ listed: figure,
  /** 已过期 */ expired: figure,
  /** 30 天内到期 */ expiring: figure,
  /** 新增隐患 */ found: figure,
  /** 整改率 */ accepted: figure,
  /** 按期率 */ onTime: figure,
  /** The five that are late longest. */ late: z.array(homeDanger),
  /** The five that run out first. */ expiries: z.array(homeExpiry),
  /** The last twelve months, this one as far as it has come. */ trend: z.array(dangerMonth),
  /** Regions one level below what the caller sees, worst 按期率 first. */ ranking: z.array(regionDangers),
  /** What the ranking leaves out. */
  rest: z.object({ /** Regions. */ regions: z.int(), /** Their enterprises. */ dangers: z.int() }),
});
/** A regulator's home. */
export type RegulatorHome = z.output<typeof regulatorHome>;

/** GET /bus/home/supervision. */
export const supervision = z.object({
  /** When all of it was counted. */
  asOf: instant,
  /** 检查覆盖 of this year */ inspected: figure,
  /** 排查按时率 of the 30 days before today: checks of risk points done in time. */ checked: figure,
  /** 管控中的风险点, and of them the major ones as its numerator. */ controlled: figure,
  /** 监管检查 of this month */ inspections: figure,
  /** 次均隐患 of this month: dangers by inspection, one decimal */ perInspection: figure,
  /** 本年事故, and the deaths in them as its numerator. */ accidents: figure,
  /** Accidents of the same days of last year, and the deaths in them as its numerator. */ accidentsBefore: figure,
  /** 本年未遂事件 */ nearMisses: figure,
  /** 安全分中位数; its numerator is how many have a score, its denominator all supervised enterprises. */
  score: figure,
  /** The ten with the lowest scores. */
  lowest: z.array(
    z.object({
      /** Id of the enterprise. */
      id,
      name: z.string(),
      score: z.int(),
      color: z.enum(['red', 'orange', 'yellow', 'blue', 'unrated']),
      /** Where its score is explained. */
      href: z.string(),
    }),
  ),
});
/** How far a regulator's inspections reach, and how enterprises score. */
export type Supervision = z.output<typeof supervision>;

/** What to do before the day's work can begin. */
export const firstStep = z.object({
  /** Which step. */
  key: z.enum(['facts', 'contacts', 'hazards', 'licence', 'staff', 'danger']),
  /** Its name. */
  label: z.string(),
  /** What stands, or what it is for. */
  note: z.string(),
  /** Whether it is done; 无 is an answer. */
  done: z.boolean(),
  /** About how many minutes it takes. */
  minutes: z.int(),
  /** Where it is done. */
  href: z.string(),
});
/** What to do before the day's work can begin. */
export type FirstStep = z.output<typeof firstStep>;

/** GET /bus/home/enterprise. */
export const enterpriseHome = z.object({
  /** When all of it was counted. */
  asOf: instant,
  /** The caller's posts in this enterprise: head, safetyManager, teamLeader or another; null where none is kept. */
  post: z.nullable(z.string()),
  /** 未销号隐患 */ open: figure,
  /** 超期未整改 */ overdue: figure,
  /** 待复查 */ recheck: figure,
  /** 已过期 */ expired: figure,
  /** 30 天内到期 */ expiring: figure,
  /** Items with a date; nothing can run out while there are none. */ tracked: z.int(),
  /** Days since the last accident with harm; since the enterprise joined where there was none. */ safeDays: z.nullable(
    z.int(),
  ),
  /** Whether they are counted from an accident. */ safeSinceAccident: z.boolean(),
  /** Dangers that are the caller's to mend. */ mine: figure,
  /** Open dangers, nearest deadline first; the caller's own for whoever is neither head nor safety manager. */
  dangers: z.array(homeDanger),
  /** The five that run out first. */ expiries: z.array(homeExpiry),
  /** Day of the last danger that was found, null where none ever was. */ lastFoundOn: z.nullable(z.string()),
  /** Its score beside those of its division; null where it has none, or fewer than five others have. */
  standing: z.nullable(
    z.object({
      /** Others of the division that have a score. */
      peers: z.int(),
      /** Those of them whose score is lower. */
      below: z.int(),
    }),
  ),
  /** Of those on duty whose 责任书 is signed. */ dutySigned: figure,
  /** 持证率 */ certified: figure,
  /** 培训完成率 of this month */ trained: figure,
  /** 可营运车辆: their count of those in operation; null where the enterprise has no vehicles. */
  vehicles: z.nullable(figure),
  /** 今日班次 by state; null where the enterprise has no vehicles and no shifts today. */
  shifts: z.nullable(
    z.object({
      /** 待发 */ planned: figure,
      /** 已安检 */ checked: figure,
      /** 已发班 */ departed: figure,
      /** 已到达 */ arrived: figure,
      /** 已取消 */ cancelled: figure,
    }),
  ),
  /** First steps, until all are done. */ steps: z.array(firstStep),
  /** The person of the authority who sees to this enterprise. */ officerName: z.nullable(z.string()),
});
/** An enterprise's home. */
export type EnterpriseHome = z.output<typeof enterpriseHome>;
