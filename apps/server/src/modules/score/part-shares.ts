// Computes the share of full points that an enterprise reaches in each part of the score.
import { percentText } from '@anlan/contract/domain/number-text';
import type { ScorePartKey } from '@anlan/contract/modules/score/score';

export interface ScoreFacts {
  profileRate: number;
  /** Per cent of required documents that are complete (档案完整率); null when none is required or the count is missing. */
  dossierRate: number | null;
  dangers: number;
  /** Dangers whose deadline was in the last 90 days and that are done or overdue. */
  due: number;
  /** Due dangers that were submitted in time and not returned later. */
  onTime: number;
  /** Dangers that are due within 30 days and not submitted yet. */
  dueSoon: number;
  overdue: number;
  /** General dangers that are overdue by more days than the unit's setting allows. */
  overdueLong: number;
  overdueMajor: number;
  /** Major dangers that are not accepted yet. */
  openMajor: number;
  /** Risk point checks that were due in the last 30 days. */
  checksDue: number;
  /** Due checks that were done in time. */
  checksOnTime: number;
  /** Due checks received after their due time (补传). */
  checksResent: number;
  /** Checks done in time without proof of presence (未到点); not part of `checksOnTime`. */
  checksUnproven: number;
  checksOpen: number;
  /** Learning tasks due this year before today, without exempted tasks. */
  learningDue: number;
  /** Due learning tasks that were passed, in time or late. */
  learningPassed: number;
  /** Monthly reports due in the last six months. */
  reportsDue: number;
  /** Due reports that were submitted in time. The time of the first submission counts. */
  reportsOnTime: number;
  /** Accidents and near misses ever reported. */
  accidentsKnown: number;
  /** Accidents with harm in the last 12 months. */
  accidentsLately: number;
  /** Fatal accidents in the last 12 months. */
  accidentsFatal: number;
  /** Number of items with an expiry date. */
  tracked: number;
  /** Number of tracked items whose expiry forbids work or use (不得使用), for example of a vehicle. */
  trackedBlocking: number;
  expired: number;
  /** Number of the `trackedBlocking` items that have expired. */
  expiredBlocking: number;
  expiredLicences: number;
}

const overdueMajorLoss = 0.2;

interface Share {
  numerator: number;
  denominator: number;
  /** Reached share of this part, from 0 to 1. */
  share: number;
  note: string;
}

export function shareOf(key: ScorePartKey, facts: ScoreFacts): Share | null {
  switch (key) {
    case 'rectification': {
      const { due, onTime, overdueMajor } = facts;
      if (due === 0) return null;
      const note = `按期 ${onTime} / ${due}${overdueMajor > 0 ? `，重大超期 ${overdueMajor}` : ''}`;
      return {
        numerator: onTime,
        denominator: due,
        share: Math.max(0, onTime / due - overdueMajorLoss * overdueMajor),
        note,
      };
    }
    case 'control': {
      const { checksDue, checksOnTime, checksResent, checksUnproven } = facts;
      if (checksDue === 0) return null;
      const resent = checksResent === 0 ? '' : `、补传 ${checksResent}`;
      const unproven = checksUnproven === 0 ? '' : `、未到点 ${checksUnproven}`;
      const note = `按时 ${checksOnTime - checksResent}${resent}${unproven} / ${checksDue}`;
      return { numerator: checksOnTime, denominator: checksDue, share: checksOnTime / checksDue, note };
    }
    case 'warnings': {
      const { tracked, trackedBlocking, expired, expiredBlocking } = facts;
      if (tracked === 0) return null;
      const note = `过期 ${expired} / ${tracked}${expiredBlocking > 0 ? `，不得使用 ${expiredBlocking}` : ''}`;
      // An item whose expiry forbids using something counts twice.
      const [gone, all] = [expired + expiredBlocking, tracked + trackedBlocking];
      return { numerator: expired, denominator: tracked, share: 1 - gone / all, note };
    }
    case 'learning': {
      const { learningDue, learningPassed } = facts;
      if (learningDue === 0) return null;
      const note = `合格 ${learningPassed} / ${learningDue}`;
      return { numerator: learningPassed, denominator: learningDue, share: learningPassed / learningDue, note };
    }
    case 'reports': {
      const { reportsDue, reportsOnTime } = facts;
      if (reportsDue === 0) return null;
      const note = `按时 ${reportsOnTime} / ${reportsDue}`;
      return { numerator: reportsOnTime, denominator: reportsDue, share: reportsOnTime / reportsDue, note };
    }
    case 'dossier': {
      const { profileRate, dossierRate } = facts;
      if (dossierRate === null)
        return {
          numerator: profileRate,
          denominator: 100,
          share: profileRate / 100,
          note: `资料齐全率 ${percentText(profileRate)}`,
        };
      const both = profileRate + dossierRate;
      const note = `资料齐全率 ${percentText(profileRate)}，完整率 ${percentText(dossierRate)}`;
      return { numerator: both, denominator: 200, share: both / 200, note };
    }
    case 'accidents': {
      const { accidentsKnown, accidentsLately } = facts;
      // An enterprise that never reported an accident has no result in this part.
      if (accidentsKnown === 0) return null;
      const note = accidentsLately === 0 ? '近 12 个月没有事故' : `近 12 个月事故 ${accidentsLately} 起`;
      return { numerator: accidentsLately, denominator: accidentsKnown, share: accidentsLately === 0 ? 1 : 0, note };
    }
    default:
      return null;
  }
}
