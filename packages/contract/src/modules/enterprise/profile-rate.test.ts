import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enterpriseFields } from './enterprise.ts';
import { type EnterpriseFieldName, enterpriseFieldRows } from './fields.ts';
import { isPerfectProfile, missingFields, profileRate, type ProfileFile } from './profile-rate.ts';

const names = enterpriseFieldRows.map((field) => field.name);
const required = enterpriseFieldRows.filter((field) => field.required !== 'no' && field.section !== 'transport');
const file = (filled: readonly string[], more: ProfileFile = {}): ProfileFile => ({
  ...Object.fromEntries(filled.map((name) => [name, 'x'])),
  ...more,
});

test('the table holds the 76 fields of the page with labels and the street, nine of them to apply', () => {
  expect(names).toHaveLength(78);
  expect(new Set(names).size).toBe(78);
  expect(enterpriseFieldRows.filter((field) => field.required === 'apply')).toHaveLength(9);
  expect(required).toHaveLength(25);
  expect(enterpriseFieldRows.filter((field) => 'classified' in field).map((field) => field.name)).toEqual([
    'legalPhone',
    'headPhone',
    'safetyHeadPhone',
    'safetyManagerPhone',
  ]);
});

test('what a form sends is exactly what the input takes', () => {
  const typed = enterpriseFieldRows.filter((field) => !('derived' in field) && !('apart' in field));
  expect(typed.map((field) => field.name).toSorted()).toEqual(Object.keys(enterpriseFields.shape).toSorted());
});

test('required fields weigh two, optional ones one, rounded down', () => {
  expect(profileRate({})).toBe(0);
  expect(profileRate(file(names, { supervisionKind: 'emergency' }))).toBe(100);
  // 25 required and 31 optional fields of a shop: 81 points in all.
  expect(profileRate(file(required.map((field) => field.name)))).toBe(Math.floor(5000 / 81));
  expect(profileRate({ name: 'x' })).toBe(2);
  expect(profileRate({ shortName: 'x' })).toBe(1);
});

test('transport fields count for transport only', () => {
  const others = names.filter((name) => enterpriseFieldRows.find((f) => f.name === name)?.section !== 'transport');
  expect(profileRate(file(others, { supervisionKind: 'emergency' }))).toBe(100);
  expect(profileRate(file(others, { supervisionKind: 'transport' }))).toBe(Math.floor(8100 / 87));
  expect(missingFields(file(others, { supervisionKind: 'transport' }))).toEqual([
    'transportLicenceNo',
    'transportLicenceTo',
    'carTypes',
    'dispatchers',
  ]);
});

test('derived and system fields never count', () => {
  expect(profileRate({ enterpriseCode: 'x', status: 'active', healthScore: 100, logoUrl: 'x' })).toBe(0);
});

test('0, false and 无 are answers; blank text is not; an empty list is one for 危险特征 alone', () => {
  const rate = (more: ProfileFile) => profileRate(more) > 0;
  expect([0, false, '无'].map((value) => rate({ headcount: value }))).toEqual([true, true, true]);
  expect(['', '  ', null, undefined].map((value) => rate({ headcount: value }))).toEqual([false, false, false, false]);
  expect(rate({ hazardFeatures: [] })).toBe(true);
  expect(rate({ hazardFeatures: null })).toBe(false);
  expect(rate({ permitKinds: [] })).toBe(false);
});

test('perfect needs every required field and the floor', () => {
  const all = file(names, { supervisionKind: 'emergency' });
  expect(isPerfectProfile(all)).toBe(true);
  expect(isPerfectProfile({ ...all, emergencyPhone: '' })).toBe(false);
  expect(isPerfectProfile(file(required.map((field) => field.name)))).toBe(false);
  expect(isPerfectProfile(file(required.map((field) => field.name)), 60)).toBe(true);
});

test('filling one more field never lowers the rate', () => {
  const some = fc.subarray(names.filter((name) => name !== 'supervisionKind'));
  fc.assert(
    fc.property(some, fc.constantFrom<EnterpriseFieldName>(...names), (filled, one) => {
      const before = file(filled, { supervisionKind: 'transport' });
      const after = profileRate({ ...before, [one]: one === 'supervisionKind' ? 'transport' : 'x' });
      expect(after).toBeGreaterThanOrEqual(profileRate(before));
      expect(after).toBeLessThanOrEqual(100);
    }),
  );
});

test('whatever the trade and whatever is filled already, a further answer never lowers the rate, and emptying never raises it', () => {
  const answer = fc.constantFrom<unknown>('x', 0, false, '无', ['dust'], { name: '甲醇' });
  const given = fc.dictionary(fc.constantFrom(...names.filter((name) => name !== 'supervisionKind')), answer);
  fc.assert(
    fc.property(
      given,
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
