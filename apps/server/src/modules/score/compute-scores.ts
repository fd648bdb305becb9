// Computes scores of enterprises from stored data in one transaction.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { notVoided, unrepaired } from '@anlan/contract/modules/danger/measures';
import { countedStates } from '@anlan/contract/modules/learning/states';
import { scorePartKeys, type Judgement, type ScorePartKey } from '@anlan/contract/modules/score/score';
import type { ListFilter } from '@anlan/contract/kit/measure';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { accidentList, checkList, dangerList, learningList, reportList, warningList } from './list-links.ts';
import { computeScore, type ListLinks, type HeldColor, type Rules } from './rules.ts';
import type { ScoreFacts } from './part-shares.ts';
import * as store from './store.ts';

const pageOf = (enterpriseId: string) => `/bus/score/index?id=${enterpriseId}`;

/** Number of months in which accidents count for the score. */
const accidentMonths = 12;
/** Number of months in which reports count for the score. */
const reportMonths = 6;
/** The day that many months before. In a shorter month it is the last day, as PostgreSQL computes it. */
function monthsBefore(day: string, many: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - many;
  const last = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
  const two = (one: number) => String(one).padStart(2, '0');
  return `${Math.floor(month / 12)}-${two((month % 12) + 1)}-${two(Math.min(last, Number(day.slice(8))))}`;
}

function listLinksOf(enterpriseId: string, facts: ScoreFacts, today: string, longDays: number): ListLinks {
  const dangers: Record<Parameters<ListLinks['dangers']>[0], [count: number, filter: ListFilter]> = {
    due: [facts.due, { status: notVoided, deadlineOnFrom: addDays(today, -90), deadlineOnTo: addDays(today, -1) }],
    dueSoon: [facts.dueSoon, { status: unrepaired, deadlineOnFrom: today, deadlineOnTo: addDays(today, 30) }],
    overdue: [facts.overdue, { overdue: 'true' }],
    overdueLong: [
      facts.overdueLong,
      { overdue: 'true', level: 'general', deadlineOnTo: addDays(today, -longDays - 1) },
    ],
    overdueMajor: [facts.overdueMajor, { overdue: 'true', level: 'major' }],
    openMajor: [facts.openMajor, { unclosed: 'true', level: 'major' }],
  };
  const past = { validToTo: addDays(today, -1) };
  const warnings: Record<Parameters<ListLinks['warnings']>[0], [count: number, filter: ListFilter]> = {
    tracked: [facts.tracked, {}],
    expired: [facts.expired, past],
    expiredLicences: [facts.expiredLicences, { ...past, subject: 'enterprise' }],
  };
  return {
    dangers: (of) => (dangers[of][0] === 0 ? null : dangerList({ enterpriseId, ...dangers[of][1] })),
    warnings: (of) => (warnings[of][0] === 0 ? null : warningList({ enterpriseId, ...warnings[of][1] })),
    checks: (of) =>
      (of === 'due' ? facts.checksDue : facts.checksOpen) === 0
        ? null
        : checkList(of === 'due' ? { tab: 'all', enterpriseId, counted: 'true' } : { tab: 'today', enterpriseId }),
    learning: (of) => {
      const count = of === 'due' ? facts.learningDue : facts.learningDue - facts.learningPassed;
      const span = { dueOnFrom: `${today.slice(0, 4)}-01-01`, dueOnTo: addDays(today, -1) };
      const status = of === 'due' ? countedStates : countedStates.filter((state) => state !== 'passed');
      return count === 0 ? null : learningList({ enterpriseId, ...span, status });
    },
    reports: () =>
      facts.reportsDue === 0
        ? null
        : reportList({
            enterpriseId,
            kind: 'month',
            dueOnFrom: monthsBefore(today, reportMonths),
            dueOnTo: addDays(today, -1),
          }),
    accidents: (of) =>
      (of === 'fatal' ? facts.accidentsFatal : facts.accidentsLately) === 0
        ? null
        : accidentList({
            enterpriseId,
            kind: 'harm',
            ...(of === 'fatal' ? { fatal: 'true' } : {}),
            countedAtFrom: `${monthsBefore(today, accidentMonths)} 00:00:00`,
          }),
    file: `/bus/enterprise/dossier?id=${enterpriseId}`,
    archive: `/bus/archives/index?enterpriseId=${enterpriseId}`,
  };
}

export async function rulesOf(tx: Tx): Promise<Rules> {
  const set = await settingsOf(tx);
  // The setting has one weight for each part, in the order of `scorePartKeys`.
  const weights = Object.fromEntries(scorePartKeys.map((key, at) => [key, set['score.weights'][at] ?? 0])) as Record<
    ScorePartKey,
    number
  >;
  return {
    weights,
    minParts: set['score.minParts'],
    capMajorOverdue: set['score.capMajorOverdue'],
    capFatal: set['score.capFatal'],
    bands: set['color.bands'],
    generalOverdueDays: set['color.generalOverdueDays'],
    expiredItems: set['color.expiredItems'],
  };
}

const heldOf = (hold: store.Hold | undefined, today: string): HeldColor | null =>
  hold && hold.until_on >= today ? { color: hold.color, reason: hold.reason, until: hold.until_on } : null;

export async function judgedOf(tx: Tx, ids: readonly string[], today: string): Promise<Map<string, Judgement>> {
  const rules = await rulesOf(tx);
  const facts = await store.readFacts(tx, ids, { today, longDays: rules.generalOverdueDays });
  const holds = await store.readHolds(tx, ids);
  return new Map(
    [...facts].map(([id, of]) => {
      const doors = listLinksOf(id, of, today, rules.generalOverdueDays);
      return [id, computeScore(of, { doors, page: pageOf(id), held: heldOf(holds.get(id), today), rules })];
    }),
  );
}

/** Colours at the end of a past day. The colours that a regulator had set are left out. */
export async function colorsAtEnd(tx: Tx, ids: readonly string[], day: string): Promise<Map<string, EnterpriseColor>> {
  const rules = await rulesOf(tx);
  const facts = await store.readFacts(tx, ids, { today: day, longDays: rules.generalOverdueDays, isPast: true });
  return new Map(
    [...facts].map(([id, of]) => {
      const doors = listLinksOf(id, of, day, rules.generalOverdueDays);
      return [id, computeScore(of, { doors, page: pageOf(id), held: null, rules }).color];
    }),
  );
}

export async function updateScores(tx: Tx, ids: readonly string[], now: Date): Promise<number> {
  const judged = await judgedOf(tx, ids, dayOf(now));
  if (judged.size === 0) return 0;
  return store.writeJudgements(tx, judged, dayOf(now), now);
}
