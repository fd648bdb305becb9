import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demandedOf, isGood, lackingOf, reviewOf } from './rules.ts';

test('an operator’s card is reviewed after three years, unless it ends before; the paper’s own day wins', () => {
  expect(reviewOf('operator', '2024-02-29', '2030-02-28', null)).toBe('2027-02-28');
  expect(reviewOf('operator', '2024-02-29', '2026-02-28', null)).toBeNull();
  expect(reviewOf('operator', '2024-02-29', '2030-02-28', '2026-12-01')).toBe('2026-12-01');
  expect(reviewOf('driverLicence', '2024-02-29', '2030-02-28', null)).toBeNull();
});

test('what a post demands is lacking until each kind is held and good on the day', () => {
  const licence = { kind: 'driverLicence', validTo: '2026-05-01', nextReviewOn: null };
  const road = { kind: 'roadQualification', validTo: '2026-03-01', nextReviewOn: null };
  expect(lackingOf(demandedOf('driver', false), [licence, road], '2026-03-01')).toEqual([]);
  expect(lackingOf(demandedOf('driver', false), [licence, road], '2026-03-02')).toEqual(['roadQualification']);
  expect(demandedOf('head', false)).toEqual([]);
  expect(demandedOf('head', true)).toEqual(['safetyHead']);
});

test('a certificate is good on its last day and never after it, nor after its review', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.option(day), day, (validTo, nextReviewOn, on) => {
      const good = isGood({ validTo, nextReviewOn }, on);
      expect(good).toBe(on <= validTo && (nextReviewOn === null || on <= nextReviewOn));
    }),
  );
});
