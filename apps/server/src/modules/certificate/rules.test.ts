import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerNameOf } from '@anlan/contract/modules/warning/registers';
import { cycleOf, requiredKinds, isGood, missingKinds, reviewOf } from './rules.ts';

test('sets the review of an operator certificate after three years unless it expires earlier', () => {
  expect(reviewOf('operator', '2024-02-29', '2030-02-28', null)).toBe('2027-02-28');
  expect(reviewOf('operator', '2024-02-29', '2026-02-28', null)).toBeNull();
  expect(reviewOf('operator', '2024-02-29', '2030-02-28', '2026-12-01')).toBe('2026-12-01');
  expect(reviewOf('driverLicence', '2024-02-29', '2030-02-28', null)).toBeNull();
});

test('lists the expiry dates of certificates in their register', () => {
  const kinds = ['safetyHead', 'safetyManager', 'operator', 'equipmentOperator', 'roadQualification', 'driverLicence'];
  const items = [...kinds, 'escort'].map(cycleOf).flatMap(({ item, reviewItem }) => [item, reviewItem]);
  for (const item of items) if (item !== null) expect(registerNameOf(item)).toBe('人员证件');
});

test('reports a missing certificate of a post until each required kind is valid', () => {
  const licence = { kind: 'driverLicence', validTo: '2026-05-01', nextReviewOn: null };
  const road = { kind: 'roadQualification', validTo: '2026-03-01', nextReviewOn: null };
  expect(missingKinds(requiredKinds('driver', false), [licence, road], '2026-03-01')).toEqual([]);
  expect(missingKinds(requiredKinds('driver', false), [licence, road], '2026-03-02')).toEqual(['roadQualification']);
  expect(requiredKinds('head', false)).toEqual([]);
  expect(requiredKinds('head', true)).toEqual(['safetyHead']);
});

test('accepts a certificate on its last day', () => {
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
