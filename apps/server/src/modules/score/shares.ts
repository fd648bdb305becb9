// What share of each part of the score an enterprise has.
import { percentText } from '@anlan/contract/domain/number-text';
import type { ScorePartKey } from '@anlan/contract/modules/score/score';
import type { ScoreFacts } from './rules.ts';

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
      const { checksDue, checksOnTime } = facts;
      if (checksDue === 0) return null;
      const note = `按时 ${checksOnTime} / ${checksDue}`;
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
