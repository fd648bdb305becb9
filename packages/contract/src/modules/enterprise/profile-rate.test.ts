import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from '../../kit/field.ts';
import { isDerived } from '../../kit/resource.ts';
import { enterpriseFields } from './enterprise.ts';
import { type EnterpriseFieldName, enterpriseFieldSpecs } from './fields.ts';
import {
  isPerfectProfile,
  isRequiredForProfile,
  missingFields,
  profileRate,
  type ProfileFile,
} from './profile-rate.ts';

const specs = Object.entries<Field>(enterpriseFieldSpecs);
const names = Object.keys(enterpriseFieldSpecs) as EnterpriseFieldName[];
const isTransport = (name: string) => specs.some(([key, { spec }]) => key === name && spec.when !== undefined);
const required = names.filter((name) => isRequiredForProfile(name) && !isTransport(name));
const file = (filled: readonly string[], more: ProfileFile = {}): ProfileFile => ({
  ...Object.fromEntries(filled.map((name) => [name, 'x'])),
  ...more,
});

test('defines 78 enterprise fields, nine of them required for an application', () => {
  expect(names).toHaveLength(78);
  expect(new Set(names).size).toBe(78);
  expect(specs.filter(([, { spec }]) => spec.required)).toHaveLength(9);
  expect(required).toHaveLength(25);
  expect(specs.filter(([, { spec }]) => spec.encrypted).map(([name]) => name)).toEqual([
    'legalPhone',
    'headPhone',
    'safetyHeadPhone',
    'safetyManagerPhone',
  ]);
});

test('has the same enterprise fields in the form and in the input', () => {
  const typed = specs.filter(([, { spec }]) => !isDerived(spec));
  expect(typed.map(([name]) => name).toSorted()).toEqual(Object.keys(enterpriseFields.shape).toSorted());
});

test('counts a required field twice and an optional field once', () => {
  expect(profileRate({})).toBe(0);
  expect(profileRate(file(names, { supervisionKind: 'emergency' }))).toBe(100);
  // A shop has 25 required fields (weight 2) and 31 optional ones (weight 1): 81 points.
  expect(profileRate(file(required))).toBe(Math.floor(5000 / 81));
  expect(profileRate({ name: 'x' })).toBe(2);
  expect(profileRate({ shortName: 'x' })).toBe(1);
});

test('counts transport fields only for transport enterprises', () => {
  const others = names.filter((name) => !isTransport(name));
  expect(profileRate(file(others, { supervisionKind: 'emergency' }))).toBe(100);
  expect(profileRate(file(others, { supervisionKind: 'transport' }))).toBe(Math.floor(8100 / 87));
  expect(missingFields(file(others, { supervisionKind: 'transport' }))).toEqual([
    'transportLicenceNo',
    'transportLicenceTo',
    'carTypes',
    'dispatchers',
  ]);
});

test.each(['small', 'micro'])(
  'does not ask a %s enterprise for 上级企业, 高危行业 and 危险化学品',
  (enterpriseSize) => {
    const unasked = ['parentId', 'highRiskKinds', 'chemicals'];
    const complete = file(names.filter((name) => !unasked.includes(name)));
    expect(missingFields({ ...complete, enterpriseSize })).toEqual([]);
    expect(profileRate({ ...complete, enterpriseSize })).toBe(100);
    expect(missingFields({ ...complete, enterpriseSize: 'medium' })).toEqual(unasked);
    // A value that it has counts all the same: 2 + 1 of 78 + 1 points.
    expect(profileRate({ enterpriseSize, parentId: 'x' })).toBe(Math.floor(300 / 79));
  },
);

test('never counts derived and system fields of an enterprise', () => {
  expect(profileRate({ enterpriseCode: 'x', status: 'active', healthScore: 100, logoUrl: 'x' })).toBe(0);
});

test('counts 0, false and 无 as filled, but not blank text', () => {
  const rate = (more: ProfileFile) => profileRate(more) > 0;
  expect([0, false, '无'].map((value) => rate({ headcount: value }))).toEqual([true, true, true]);
  expect(['', '  ', null, undefined].map((value) => rate({ headcount: value }))).toEqual([false, false, false, false]);
  expect(rate({ hazardFeatures: [] })).toBe(true);
  expect(rate({ hazardFeatures: null })).toBe(false);
  expect(rate({ permitKinds: [] })).toBe(false);
});

test('calls a profile perfect only with every required field and the minimum profile rate', () => {
  const all = file(names, { supervisionKind: 'emergency' });
  expect(isPerfectProfile(all)).toBe(true);
  expect(isPerfectProfile({ ...all, emergencyPhone: '' })).toBe(false);
  expect(isPerfectProfile(file(required))).toBe(false);
  expect(isPerfectProfile(file(required), 60)).toBe(true);
});

test('never lowers the profile rate when one more field is filled', () => {
  const some = fc.subarray(names.filter((name) => name !== 'supervisionKind'));
  fc.assert(
    fc.property(some, fc.constantFrom<EnterpriseFieldName>(...names), (filled, one) => {
      const before = file(filled, { supervisionKind: 'transport' });
      const after = profileRate({
        ...before,
        [one]: one === 'supervisionKind' ? 'transport' : one === 'enterpriseSize' ? 'small' : 'x',
      });
      expect(after).toBeGreaterThanOrEqual(profileRate(before));
      expect(after).toBeLessThanOrEqual(100);
    }),
  );
});

test('never lowers the profile rate when an empty field gets any value', () => {
  const answer = fc.constantFrom<unknown>('x', 0, false, '无', ['dust'], { name: '甲醇' });
  const filledFields = fc.dictionary(fc.constantFrom(...names.filter((name) => name !== 'supervisionKind')), answer);
  fc.assert(
    fc.property(
      filledFields,
      fc.constantFrom('emergency', 'transport', 'hazchem'),
      fc.constantFrom(...names.filter((name) => name !== 'supervisionKind')),
      answer,
      (some, supervisionKind, one, value) => {
        const without = { ...some, supervisionKind, [one]: null };
        const filled = profileRate({ ...without, [one]: value });
        expect(filled).toBeGreaterThanOrEqual(profileRate(without));
        expect(isPerfectProfile(without)).toBe(isPerfectProfile(without, 90));
        if (isPerfectProfile(without, 0)) expect(isPerfectProfile({ ...without, [one]: value }, 0)).toBe(true);
      },
    ),
  );
});
