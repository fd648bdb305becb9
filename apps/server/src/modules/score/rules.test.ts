import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scorePartKeys, scoreParts, type ScorePartKey } from '@anlan/contract/modules/score/score';
import { isBetter, computeScore, pointsOf, scoreOf, type ListLinks, type HeldColor, type Rules } from './rules.ts';
import type { ScoreFacts } from './part-shares.ts';

const doors: ListLinks = {
  dangers: (of) => `/d/${of}`,
  warnings: (of) => `/w/${of}`,
  checks: (of) => `/c/${of}`,
  learning: (of) => `/l/${of}`,
  reports: () => '/r',
  accidents: (of) => `/a/${of}`,
  file: '/file',
  archive: '/archive',
};
const weights = { rectification: 30, control: 20, warnings: 15, learning: 15, dossier: 10, reports: 5, accidents: 5 };
const rules: Rules = {
  weights,
  minParts: 3,
  capMajorOverdue: 74,
  capFatal: 59,
  bands: [90, 75, 60],
  generalOverdueDays: 15,
  expiredItems: 3,
};
const count = (max = 40) => fc.integer({ min: 0, max });
/** Generates consistent facts, in which no part is larger than its whole. */
const facts: fc.Arbitrary<ScoreFacts> = fc
  .record({
    profileRate: count(100),
    dossierRate: fc.option(count(100)),
    onTime: count(),
    late: count(),
    checked: count(),
    missed: count(),
    checksOpen: count(8),
    learned: count(),
    unlearned: count(8),
    reported: count(4),
    unreported: count(2),
    dueSoon: count(8),
    overdueGeneral: count(8),
    overdueLong: count(4),
    overdueMajor: count(3),
    otherMajor: count(3),
    valid: count(),
    validBlocking: count(8),
    gone: count(6),
    goneBlocking: count(3),
    licences: count(2),
    accepted: count(),
    nearMisses: count(4),
    harmful: count(2),
    fatal: count(1),
  })
  .map((one) => {
    const overdue = one.overdueGeneral + one.overdueLong + one.overdueMajor;
    const expiredBlocking = one.goneBlocking + one.licences;
    return {
      profileRate: one.profileRate,
      dossierRate: one.dossierRate,
      due: one.onTime + one.late,
      onTime: one.onTime,
      dueSoon: one.dueSoon,
      checksDue: one.checked + one.missed,
      checksOnTime: one.checked,
      checksResent: 0,
      checksUnproven: 0,
      checksOpen: one.checksOpen,
      learningDue: one.learned + one.unlearned,
      learningPassed: one.learned,
      reportsDue: one.reported + one.unreported,
      reportsOnTime: one.reported,
      accidentsKnown: one.nearMisses + one.harmful + one.fatal,
      accidentsLately: one.harmful + one.fatal,
      accidentsFatal: one.fatal,
      overdue,
      overdueLong: one.overdueLong,
      overdueMajor: one.overdueMajor,
      openMajor: one.overdueMajor + one.otherMajor,
      dangers: one.onTime + one.late + one.dueSoon + overdue + one.otherMajor + one.accepted,
      tracked: one.valid + one.validBlocking + one.gone + expiredBlocking,
      trackedBlocking: one.validBlocking + expiredBlocking,
      expired: one.gone + expiredBlocking,
      expiredBlocking,
      expiredLicences: one.licences,
    };
  });
const nothing: ScoreFacts = {
  profileRate: 0,
  dossierRate: null,
  dangers: 0,
  due: 0,
  onTime: 0,
  dueSoon: 0,
  overdue: 0,
  overdueLong: 0,
  overdueMajor: 0,
  openMajor: 0,
  checksDue: 0,
  checksOnTime: 0,
  checksResent: 0,
  checksUnproven: 0,
  checksOpen: 0,
  learningDue: 0,
  learningPassed: 0,
  reportsDue: 0,
  reportsOnTime: 0,
  accidentsKnown: 0,
  accidentsLately: 0,
  accidentsFatal: 0,
  tracked: 0,
  trackedBlocking: 0,
  expired: 0,
  expiredBlocking: 0,
  expiredLicences: 0,
};
const judged = (of: ScoreFacts, held: HeldColor | null = null) =>
  computeScore(of, { doors, page: '/score', held, rules });

test('adds up the parts of a score unless the score is capped', () => {
  fc.assert(
    fc.property(facts, (of) => {
      const { score, parts, cap } = judged(of);
      const counted = parts.filter(({ leftOut }) => leftOut === null);
      if (counted.length < 3) {
        expect(score).toBeNull();
        return;
      }
      const sum = Math.round(10 * counted.reduce((all, { points }) => all + (points ?? 0), 0)) / 10;
      const most = Math.round(10 * counted.reduce((all, part) => all + (part.most ?? 0), 0)) / 10;
      expect(most).toBe(100);
      expect(score).toBe(cap === null ? sum : Math.min(sum, cap.most));
      for (const { points, most: full } of counted) expect(points).toBeLessThanOrEqual(full ?? 0);
      if (score === 100) expect(of.dossierRate ?? 100).toBe(100);
      if (score === 100) expect([of.onTime, of.expired, of.profileRate, of.overdueMajor]).toEqual([of.due, 0, 100, 0]);
    }),
  );
});

test('gives full points for a part of the score only when its share is 100 %', () => {
  const some = fc.uniqueArray(fc.constantFrom(...scorePartKeys), { minLength: 1 });
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (keys, shares) => {
      const shareByPart = new Map<ScorePartKey, number>(keys.map((key) => [key, shares.next().value ?? 0]));
      const points = pointsOf(shareByPart, weights);
      expect([...points.values()].reduce((sum, { most }) => sum + most, 0)).toBe(1000);
      for (const [key, { most, points: has }] of points) {
        expect(has).toBeLessThanOrEqual(most);
        if ((shareByPart.get(key) ?? 0) < 1 - 1e-6) expect(has).toBeLessThan(most);
      }
    }),
  );
});

test('never lowers the score for better facts and never improves the colour for worse facts', () => {
  fc.assert(
    fc.property(facts, (of) => {
      const before = judged(of);
      const better: ScoreFacts[] = [
        { ...of, expired: 0, expiredBlocking: 0, expiredLicences: 0 },
        { ...of, profileRate: 100 },
        { ...of, dossierRate: of.dossierRate === null ? null : 100 },
        { ...of, overdueMajor: 0, overdue: of.overdue - of.overdueMajor, openMajor: of.openMajor - of.overdueMajor },
        { ...of, onTime: of.due },
      ];
      for (const one of better) {
        const after = judged(one);
        if (before.score !== null) expect(after.score ?? -1).toBeGreaterThanOrEqual(before.score);
        expect(isBetter(before.computed, after.computed)).toBe(false);
      }
    }),
  );
});

test('lists at most three actions, those with the largest gain first', () => {
  fc.assert(
    fc.property(facts, (of) => {
      const { acts, score } = judged(of);
      expect(acts.length).toBeLessThanOrEqual(3);
      for (const [at, { gain }] of acts.entries()) {
        if (score === null) expect(gain).toBeNull();
        else expect(gain).toBeGreaterThan(0);
        expect(gain ?? 0).toBeLessThanOrEqual(acts[at - 1]?.gain ?? 100);
        expect((score ?? 0) + (gain ?? 0)).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test('sets the colour of an enterprise by the worst reason', () => {
  fc.assert(
    fc.property(facts, (of) => {
      const { computed, reasons, color } = judged(of);
      expect(color).toBe(computed);
      if (reasons.length === 0) expect(computed).toBe(of.dangers + of.tracked > 0 ? 'blue' : 'unrated');
      else expect(reasons[0]?.color).toBe(computed);
      for (const reason of reasons) expect(isBetter(computed, reason.color)).toBe(false);
    }),
  );
});

test('never improves a colour that a regulator set', () => {
  const colors = fc.constantFrom('red' as const, 'orange' as const, 'yellow' as const);
  fc.assert(
    fc.property(facts, colors, (of, color) => {
      const made = judged(of, { color, reason: '现场检查', until: '2026-12-31' });
      expect(isBetter(made.color, made.computed)).toBe(false);
      expect(isBetter(made.color, color)).toBe(false);
      expect(made.reasons.some(({ text }) => text.includes('暂定'))).toBe(true);
    }),
  );
});

test('returns no score and the colour unrated for an enterprise without data', () => {
  const empty = judged({ ...nothing, profileRate: 100 });
  expect([empty.score, empty.color, empty.reasons, empty.cap]).toEqual([null, 'unrated', [], null]);
  expect(empty.parts.map(({ leftOut }) => leftOut)).toEqual([
    'nothing',
    'nothing',
    'nothing',
    'nothing',
    null,
    'nothing',
    'nothing',
  ]);
  expect(scoreOf({ ...nothing, profileRate: 100, tracked: 3 }, rules)).toBeNull();
  expect(scoreOf({ ...nothing, profileRate: 100, tracked: 3, due: 2, onTime: 2, dangers: 2 }, rules)).toBe(100);
});

test('distributes the weights of the score among the parts with data', () => {
  expect(scorePartKeys.map((key) => scoreParts[key].weight)).toEqual([30, 20, 15, 15, 10, 5, 5]);
  const { parts, score } = judged({
    ...nothing,
    profileRate: 50,
    tracked: 4,
    expired: 1,
    due: 4,
    onTime: 3,
    dangers: 4,
  });
  expect(parts.flatMap(({ key, most, points }) => (most === null ? [] : [[key, most, points]]))).toEqual([
    ['rectification', 54.5, 40.8],
    ['warnings', 27.3, 20.4],
    ['dossier', 18.2, 9.1],
  ]);
  expect(score).toBe(70.3);
});

test('caps the score at 74 for an overdue major danger', () => {
  const { score, color, cap, reasons, toBetter, acts } = judged({
    ...nothing,
    profileRate: 100,
    tracked: 5,
    due: 40,
    onTime: 40,
    dangers: 41,
    overdue: 1,
    overdueMajor: 1,
    openMajor: 1,
  });
  expect([score, color, cap?.most]).toEqual([74, 'red', 74]);
  expect(reasons).toMatchObject([
    { text: '1 条重大隐患超期未整改', color: 'red', href: '/d/overdueMajor' },
    { color: 'orange' },
  ]);
  expect(toBetter).toBe('变成橙色：整改 1 条超期的重大隐患');
  expect(acts[0]).toMatchObject({ text: '整改 1 条超期的重大隐患', gain: 26 });
});

test('counts the dossier rate for half of the part 档案 when the rate is known', () => {
  const completeFacts = { ...nothing, profileRate: 80, tracked: 4, due: 4, onTime: 4, dangers: 4 };
  const partOf = (of: ScoreFacts) => judged(of).parts.find(({ key }) => key === 'dossier');
  expect(partOf(completeFacts)).toMatchObject({ numerator: 80, denominator: 100, note: '资料齐全率 80 %' });
  expect(partOf({ ...completeFacts, dossierRate: 41 })).toMatchObject({ numerator: 121, denominator: 200 });
  const { acts } = judged({ ...completeFacts, dossierRate: 41 });
  expect(acts.find(({ text }) => text === '补齐必备资料')).toMatchObject({ href: '/archive', note: '完整率 41 %' });
});
