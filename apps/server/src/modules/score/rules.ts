import { percentText } from '@anlan/contract/domain/number-text';
import type { ColorCause, EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import {
  scorePartKeys,
  type ColorReason,
  type Judgement,
  type ScoreAct,
  type ScorePart,
  type ScorePartKey,
} from '@anlan/contract/modules/score/score';
import { shareOf, type ScoreFacts } from './part-shares.ts';

export interface ListLinks {
  dangers: (of: 'due' | 'dueSoon' | 'overdue' | 'overdueLong' | 'overdueMajor' | 'openMajor') => string | null;
  warnings: (of: 'tracked' | 'expired' | 'expiredLicences') => string | null;
  checks: (of: 'due' | 'open') => string | null;
  learning: (of: 'due' | 'late') => string | null;
  reports: () => string | null;
  accidents: (of: 'lately' | 'fatal') => string | null;
  file: string;
  archive: string;
}

export interface HeldColor {
  color: EnterpriseColor;
  reason: string;
  until: string;
}

const worstFirst: readonly EnterpriseColor[] = ['red', 'orange', 'yellow', 'blue', 'unrated'];
const worse = (one: EnterpriseColor, other: EnterpriseColor) =>
  worstFirst.indexOf(one) <= worstFirst.indexOf(other) ? one : other;
/** Whether one colour is better than another; 未评 (unrated) is never better. */
export const isBetter = (one: EnterpriseColor, than: EnterpriseColor): boolean =>
  one !== 'unrated' && than !== 'unrated' && worstFirst.indexOf(one) > worstFirst.indexOf(than);

const colorNames: Readonly<Record<EnterpriseColor, string>> = {
  red: '红',
  orange: '橙',
  yellow: '黄',
  blue: '蓝',
  unrated: '未评',
};

export interface Rules {
  weights: Readonly<Record<ScorePartKey, number>>;
  /** Least number of parts with data. With fewer parts there is no score. */
  minParts: number;
  /** Highest possible score while a major danger is overdue. */
  capMajorOverdue: number;
  capFatal: number;
  /** Lowest scores of blue, yellow and orange; a lower score is red. */
  bands: readonly number[];
  /** Number of days after which an overdue general danger makes the colour orange. */
  generalOverdueDays: number;
  /** Number of expired items that makes the colour orange. */
  expiredItems: number;
}

/** Reached and maximum points of each part with data, in tenths of a point. */
export function pointsOf(
  shares: ReadonlyMap<ScorePartKey, number>,
  weights: Rules['weights'],
): Map<ScorePartKey, { most: number; points: number }> {
  // A part whose weight is 0 is treated like a part without data.
  const keys = [...shares.keys()].filter((key) => weights[key] > 0);
  const all = keys.reduce((sum, key) => sum + weights[key], 0);
  const exact = keys.map((key) => (1000 * weights[key]) / all);
  const most = exact.map(Math.floor);
  // The points lost by rounding go to the parts with the largest remainders, so that the maximum is 100.
  const lost = keys.map((_, at) => at).sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || a - b);
  let left = 1000 - most.reduce((sum, one) => sum + one, 0);
  for (const at of lost) {
    if (left <= 0) break;
    most[at] = (most[at] ?? 0) + 1;
    left -= 1;
  }
  return new Map(
    keys.map((key, at) => {
      const full = most[at] ?? 0;
      // Rounded down, so that an incomplete part never shows full points.
      return [key, { most: full, points: Math.floor(full * Math.min(1, Math.max(0, shares.get(key) ?? 0)) + 1e-6) }];
    }),
  );
}

/** Score in tenths of a point before the upper limit applies; null when too few parts have data. */
function uncapped(facts: ScoreFacts, { weights, minParts }: Rules): number | null {
  const shares = new Map<ScorePartKey, number>();
  for (const key of scorePartKeys) {
    const part = shareOf(key, facts);
    if (part) shares.set(key, part.share);
  }
  const points = pointsOf(shares, weights);
  if (points.size < Math.max(1, minParts)) return null;
  return [...points.values()].reduce((sum, { points }) => sum + points, 0);
}

export function scoreOf(facts: ScoreFacts, rules: Rules): number | null {
  const tenths = uncapped(facts, rules);
  return tenths === null ? null : Math.min(tenths, 10 * (capOf(facts, rules)?.most ?? 100)) / 10;
}

function capOf(facts: ScoreFacts, rules: Rules): { most: number; text: string } | null {
  const caps = [
    ...(facts.accidentsFatal > 0 ? [{ most: rules.capFatal, text: '近 12 个月有死亡事故' }] : []),
    ...(facts.overdueMajor > 0 ? [{ most: rules.capMajorOverdue, text: '有超期未整改的重大隐患' }] : []),
  ];
  return caps.sort((one, other) => one.most - other.most)[0] ?? null;
}

function byScore(
  score: number | null,
  [blue = 90, yellow = 75, orange = 60]: readonly number[],
): EnterpriseColor | null {
  if (score === null) return null;
  return score < orange ? 'red' : score < yellow ? 'orange' : score < blue ? 'yellow' : 'blue';
}

type Reason = ColorReason & { cause: ColorCause; remedy: string };

function reasonsOf(
  facts: ScoreFacts,
  score: number | null,
  { dangers, warnings, accidents }: ListLinks,
  page: string,
  rules: Rules,
): Reason[] {
  const { overdue, overdueLong, overdueMajor, openMajor, expired, expiredBlocking, expiredLicences } = facts;
  const reasons: Reason[] = [];
  const add = (color: EnterpriseColor, cause: ColorCause, text: string, href: string | null, remedy: string) =>
    reasons.push({ color, cause, text, href, remedy });
  if (facts.accidentsFatal > 0)
    add(
      'red',
      'fatalAccident',
      `近 12 个月有 ${facts.accidentsFatal} 起死亡事故`,
      accidents('fatal'),
      '死亡事故满 12 个月',
    );
  if (overdueMajor > 0)
    add(
      'red',
      'majorOverdue',
      `${overdueMajor} 条重大隐患超期未整改`,
      dangers('overdueMajor'),
      `整改 ${overdueMajor} 条超期的重大隐患`,
    );
  if (expiredLicences > 0)
    add(
      'red',
      'licenceExpired',
      `${expiredLicences} 项企业许可已过期，不得经营`,
      warnings('expiredLicences'),
      `续期 ${expiredLicences} 项企业许可`,
    );
  if (openMajor > overdueMajor)
    add('orange', 'majorOpen', `${openMajor} 条重大隐患未销号`, dangers('openMajor'), `${openMajor} 条重大隐患销号`);
  if (overdueLong > 0)
    add(
      'orange',
      'generalOverdueLong',
      `${overdueLong} 条一般隐患超期 ${rules.generalOverdueDays} 天以上`,
      dangers('overdueLong'),
      `整改 ${overdueLong} 条长期超期的隐患`,
    );
  const blocked = expiredBlocking > 0 ? `，其中 ${expiredBlocking} 项不得使用` : '';
  if (expired >= rules.expiredItems)
    add(
      'orange',
      'expired',
      `${expired} 项已过期${blocked}`,
      warnings('expired'),
      `至少续期 ${expired - rules.expiredItems + 1} 项`,
    );
  if (overdue > overdueLong + overdueMajor)
    add('yellow', 'overdue', `${overdue} 条隐患超期未整改`, dangers('overdue'), `整改 ${overdue} 条超期的隐患`);
  if (expired > 0 && expired < rules.expiredItems)
    add('yellow', 'expired', `${expired} 项已过期${blocked}`, warnings('expired'), `续期 ${expired} 项`);
  const scoreColor = byScore(score, rules.bands);
  if (score !== null && scoreColor !== null && scoreColor !== 'blue') {
    const [blue, yellow, orange] = rules.bands;
    const least = (scoreColor === 'red' ? orange : scoreColor === 'orange' ? yellow : blue) ?? 0;
    add(scoreColor, 'score', `安全分 ${score} 低于 ${least}`, page, `安全分升到 ${least} 以上`);
  }
  return reasons;
}

interface Try extends ScoreAct {
  after: ScoreFacts;
}

function triesOf(
  facts: ScoreFacts,
  { dangers, warnings, checks, learning, file, archive }: ListLinks,
  rules: Rules,
): Try[] {
  const { overdueMajor, openMajor, dueSoon, due, onTime, expired, expiredBlocking, tracked, profileRate } = facts;
  const tries: Try[] = [];
  const add = (text: string, note: string, href: string | null, after: Partial<ScoreFacts>) =>
    tries.push({ text, note, href, gain: null, after: { ...facts, ...after } });
  if (overdueMajor > 0)
    add(
      `整改 ${overdueMajor} 条超期的重大隐患`,
      `超期期间安全分不高于 ${rules.capMajorOverdue}`,
      dangers('overdueMajor'),
      {
        overdueMajor: 0,
        openMajor: Math.max(0, openMajor - overdueMajor),
      },
    );
  if (dueSoon > 0)
    add(`按期整改 ${dueSoon} 条隐患`, '30 天内到期，逾期不再计入', dangers('dueSoon'), {
      due: due + dueSoon,
      onTime: onTime + dueSoon,
      dueSoon: 0,
    });
  if (facts.checksOpen > 0)
    add(`完成 ${facts.checksOpen} 项待检的排查`, '截止前完成，计入管控落实', checks('open'), {
      checksDue: facts.checksDue + facts.checksOpen,
      checksOnTime: facts.checksOnTime + facts.checksOpen,
      checksOpen: 0,
    });
  const toLearn = facts.learningDue - facts.learningPassed;
  if (toLearn > 0)
    add(`补完 ${toLearn} 项超期的培训`, '本年到期、还没有合格；补完后即计入', learning('late'), {
      learningPassed: facts.learningDue,
    });
  if (expired > 0)
    add(
      `续期 ${expired} 项已过期`,
      expiredBlocking > 0 ? `其中 ${expiredBlocking} 项不得使用` : '续期后随即计入',
      warnings('expired'),
      {
        expired: 0,
        expiredBlocking: 0,
        expiredLicences: 0,
      },
    );
  if (tracked === 0) add('填写证照和保单的有效期', '有了有效期才能计算到期预警', file, { tracked: 1 });
  if (profileRate < 100) add('补齐企业档案', `资料齐全率 ${percentText(profileRate)}`, file, { profileRate: 100 });
  if (facts.dossierRate !== null && facts.dossierRate < 100)
    add('补齐必备资料', `完整率 ${percentText(facts.dossierRate)}`, archive, { dossierRate: 100 });
  return tries;
}

/** Up to three actions that would raise the score most, in descending order of `gain`. */
function actsOf(facts: ScoreFacts, score: number | null, doors: ListLinks, rules: Rules): ScoreAct[] {
  const tries = triesOf(facts, doors, rules).map(({ after, ...act }) => {
    const then = scoreOf(after, rules);
    return { ...act, gain: score === null || then === null ? null : Math.round(10 * (then - score)) / 10 };
  });
  const helps = score === null ? tries : tries.filter(({ gain }) => gain !== null && gain > 0);
  return helps.sort((one, other) => (other.gain ?? 0) - (one.gain ?? 0)).slice(0, 3);
}

export function computeScore(
  facts: ScoreFacts,
  { doors, page, held, rules }: { doors: ListLinks; page: string; held: HeldColor | null; rules: Rules },
): Judgement {
  const score = scoreOf(facts, rules);
  const shares = new Map(scorePartKeys.map((key) => [key, shareOf(key, facts)]));
  const points = pointsOf(
    new Map([...shares].flatMap(([key, part]) => (part ? [[key, part.share]] : []))),
    rules.weights,
  );
  const places: Partial<Record<ScorePartKey, () => string | null>> = {
    rectification: () => doors.dangers('due'),
    control: () => doors.checks('due'),
    warnings: () => doors.warnings('tracked'),
    learning: () => doors.learning('due'),
    reports: doors.reports,
    accidents: () => doors.accidents('lately'),
  };
  const parts = scorePartKeys.map((key): ScorePart => {
    const weight = rules.weights[key];
    const part = shares.get(key) ?? null;
    const mark = points.get(key);
    if (!part || !mark) {
      const note = key === 'accidents' ? '还没有上报过事故或未遂事件' : '还没有可以计算的数据';
      return {
        key,
        weight,
        most: null,
        points: null,
        numerator: 0,
        denominator: 0,
        leftOut: 'nothing',
        note,
        href: null,
      };
    }
    const { numerator, denominator, note } = part;
    const marks = { most: mark.most / 10, points: mark.points / 10 };
    return {
      key,
      weight,
      ...marks,
      numerator,
      denominator,
      leftOut: null,
      note,
      href: (places[key] ?? (() => doors.file))(),
    };
  });
  const all = reasonsOf(facts, score, doors, page, rules);
  const hasData = facts.dangers > 0 || facts.tracked > 0 || facts.checksDue > 0 || facts.learningDue > 0;
  const computed = all.reduce<EnterpriseColor>((so, { color }) => worse(so, color), hasData ? 'blue' : 'unrated');
  const color = held ? worse(computed, held.color) : computed;
  const reasons: ColorReason[] = all.map(({ remedy: _, ...reason }) => reason);
  if (held)
    reasons.unshift({
      text: `监管部门暂定为${colorNames[held.color]}色，至 ${held.until}：${held.reason}`,
      color: held.color,
      cause: 'held',
      href: null,
    });
  reasons.sort((one, other) => worstFirst.indexOf(one.color) - worstFirst.indexOf(other.color));
  const mine = all.filter((reason) => reason.color === computed).map(({ remedy }) => remedy);
  const next = worstFirst[worstFirst.indexOf(computed) + 1];
  const isHeld = color !== computed;
  return {
    score,
    color,
    computed,
    cap: score === null ? null : capOf(facts, rules),
    parts,
    reasons,
    byScore: byScore(score, rules.bands),
    toBetter:
      mine.length === 0 || next === undefined || isHeld ? null : `变成${colorNames[next]}色：${mine.join('，并')}`,
    acts: actsOf(facts, score, doors, rules),
  };
}
