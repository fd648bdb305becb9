// What share of each part of the score an enterprise has.
import { percentText } from '@anlan/contract/domain/number-text';
import type { ScorePartKey } from '@anlan/contract/modules/score/score';

/** What is known of one enterprise on one day; dangers that were voided are in none of these. */
export interface ScoreFacts {
  /** 资料齐全率, per cent. */
  profileRate: number;
  /** 档案完整率 of the documents asked for, per cent; null where nothing is asked for or was counted yet. */
  dossierRate: number | null;
  /** Dangers ever found. */
  dangers: number;
  /** Dangers whose deadline lay in the last 90 days and that are done or late. */
  due: number;
  /** Of these submitted in time and not returned since. */
  onTime: number;
  /** Not submitted, due within the next 30 days. */
  dueSoon: number;
  /** Not submitted after the deadline. */
  overdue: number;
  /** Of these general ones that are late by more than 15 days. */
  overdueLong: number;
  /** Of these major ones. */
  overdueMajor: number;
  /** Major ones that are not accepted. */
  openMajor: number;
  /** Checks of risk points that were due in the last 30 days. */
  checksDue: number;
  /** Of these done in time. */
  checksOnTime: number;
  /** Of these received after their due time (补传). */
  checksResent: number;
  /** Checks done before their due time that nothing proves (未到点); not among those in time. */
  checksUnproven: number;
  /** Checks that wait now. */
  checksOpen: number;
  /** Learning tasks that were due this year before today, without exempted ones. */
  learningDue: number;
  /** Of these passed, late or not. */
  learningPassed: number;
  /** Monthly reports that were due in the last six months. */
  reportsDue: number;
  /** Of these sent by their day; what was sent again later counts by its first sending. */
  reportsOnTime: number;
  /** Accidents and near misses ever reported. */
  accidentsKnown: number;
  /** Of these accidents with harm of the last 12 months. */
  accidentsLately: number;
  /** Of these fatal ones. */
  accidentsFatal: number;
  /** Items with a date on which they end. */
  tracked: number;
  /** Of these without which something must not be used. */
  trackedBlocking: number;
  /** Items whose date is past. */
  expired: number;
  /** Of these without which something must not be used. */
  expiredBlocking: number;
  /** Of these licences of the enterprise itself. */
  expiredLicences: number;
}

/** So much of a share goes for each major danger that is overdue. */
const overdueMajorLoss = 0.2;

interface Share {
  numerator: number;
  denominator: number;
  /** From 0 to 1. */
  share: number;
  note: string;
}

/** The share of a part; null where there is nothing to measure. */
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
      // An item without which something must not be used counts as two.
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
      // Who never reported anything is not known to have had nothing.
      if (accidentsKnown === 0) return null;
      const note = accidentsLately === 0 ? '近 12 个月没有事故' : `近 12 个月事故 ${accidentsLately} 起`;
      return { numerator: accidentsLately, denominator: accidentsKnown, share: accidentsLately === 0 ? 1 : 0, note };
    }
    default:
      return null;
  }
}
