import { readFileSync } from 'node:fs';
import { creditCodeBodyWarning, creditCodeProblem } from '@anlan/contract/domain/credit-code';
import { enterpriseFields } from '@anlan/contract/modules/enterprise/enterprise';
import dictionaryFile from '../../../../data/dictionaries.json' with { type: 'json' };
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { isPerfectProfile } from '@anlan/contract/modules/enterprise/profile-rate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type EnterpriseSeed, generateEnterprises } from '../seed.ts';
import { officerCount, seedPlaces } from './seed.ts';

const today = '2026-11-21';
const make = (tenant: '1' | '2' | '3', count?: number, seed = 1) => [
  ...generateEnterprises({ tenant, seed, today, ...(count === undefined ? {} : { count }) }),
];
const listed = (name: string): Set<string> => {
  const { rows }: { rows: [string][] } = JSON.parse(
    readFileSync(new URL(`../../../../data/${name}.json`, import.meta.url), 'utf8'),
  );
  return new Set(rows.map(([code]) => code));
};
const codesIn = (type: string): readonly string[] =>
  dictionaryFile.dictionaries.find((one) => one.type === type)?.items.map(({ value }) => value) ?? [];
const supervised = (rows: EnterpriseSeed[]) =>
  rows.filter(({ status }) => status === 'active' || status === 'suspended');
const percent = <T>(rows: T[], is: (row: T) => boolean) => (100 * rows.filter(is).length) / rows.length;
const file = (row: EnterpriseSeed) => ({
  ...row,
  licence: row.hasLicence || null,
  authorityId: true,
  officerId: row.officerIndex,
  parentId: row.parentIndex,
});
const expiries = ({ licenceTo, standardTo, policyTo, transportLicenceTo }: EnterpriseSeed) =>
  [licenceTo, standardTo, policyTo, transportLicenceTo].flatMap((on) => (on === null ? [] : [daysBetween(today, on)]));

test('generates the same enterprises from the same seed, whatever the count', () => {
  expect(make('1', 60)).toEqual(make('1').slice(0, 60));
  expect(make('1', 60, 2)).not.toEqual(make('1', 60, 1));
  expect([make('1').length, make('2').length, make('3').length]).toEqual([420, 160, 24]);
});

test('gives 50 000 demo enterprises valid unique codes', () => {
  const rows = make('1', 50_000);
  const regions = listed('regions');
  expect(
    rows.find(({ creditCode }) => creditCodeProblem(creditCode) ?? creditCodeBodyWarning(creditCode)),
  ).toBeUndefined();
  expect(rows.find(({ regionCode }) => !regions.has(regionCode))).toBeUndefined();
  for (const key of ['creditCode', 'enterpriseCode', 'name'] as const) {
    expect(new Set(rows.map((row) => row[key])).size, key).toBe(rows.length);
  }
});

test('creates one demo enterprise in two tenants with different data', () => {
  const [first, second, third] = [make('1'), make('2'), make('3')];
  const codes = [...first, ...second, ...third].map(({ creditCode }) => creditCode);
  expect(codes.length - new Set(codes).size).toBe(1);
  const [one, two] = [first[seedPlaces.inTwoTenants], second[seedPlaces.inTwoTenants]];
  expect([one?.name, one?.creditCode]).toEqual([two?.name, two?.creditCode]);
  expect(one?.regionCode).not.toBe(two?.regionCode);
});

test('generates only demo rows that pass the input schema', () => {
  const industries = listed('industries');
  const dictionaries = [
    ['hazardFeatures', codesIn('hazardFeature')],
    ['highRiskKinds', codesIn('highRiskKind')],
    ['carTypes', codesIn('carType')],
    ['permitKinds', codesIn('workPermitKind')],
  ] as const;
  const knows = (codes: readonly string[], code: string | null) => code === null || codes.includes(code);
  fc.assert(
    fc.property(fc.constantFrom('1', '2', '3'), fc.nat(), (tenant, seed) => {
      for (const row of make(tenant, 150, seed)) {
        const typed = { ...row, licence: undefined, parentId: undefined, authorityId: undefined, officerId: undefined };
        expect(z.safeEncode(enterpriseFields, typed).error, row.name).toBeUndefined();
        expect(industries.has(row.industryCode)).toBe(true);
        expect(knows(codesIn('supervisionKind'), row.supervisionKind)).toBe(true);
        expect(knows(codesIn('economicType'), row.economicType)).toBe(true);
        for (const [field, codes] of dictionaries)
          expect((row[field] ?? []).every((code) => knows(codes, code))).toBe(true);
      }
    }),
    { numRuns: 8 },
  );
});

test.each([420, 5000])('generates the expected mix of demo enterprises in a run of %i', (count) => {
  const rows = make('1', count);
  const seen = supervised(rows);
  const near = (rowsOf: EnterpriseSeed[], is: (row: EnterpriseSeed) => boolean, share: number) =>
    expect(Math.abs(percent(rowsOf, is) - share)).toBeLessThan(2.5);
  for (const [section, share] of Object.entries({ C: 46, F: 16, G: 12, E: 8, H: 7, O: 5 }))
    near(rows, (row) => row.industryCode.startsWith(section), share);
  for (const [size, share] of Object.entries({ micro: 41, small: 44, medium: 12, large: 3 }))
    near(rows, (row) => row.enterpriseSize === size, share);
  for (const [status, share] of Object.entries({ active: 88, underReview: 4, draft: 3, suspended: 3, closed: 1.5 }))
    near(rows, (row) => row.status === status, share);
  for (const [color, share] of Object.entries({ blue: 58, yellow: 27, orange: 11, red: 4 }))
    near(seen, (row) => row.color === color, share);
  for (const [level, share] of Object.entries({ none: 55, small: 18, third: 22, second: 4.6 }))
    near(rows, (row) => row.standardLevel === level, share);
  near(seen, (row) => row.joinedAt !== null, 91);
  near(seen, (row) => isPerfectProfile(file(row)), 63);
  const people = rows.flatMap(({ headcount }) => headcount ?? []).toSorted((a, b) => a - b);
  expect(people[Math.floor(people.length / 2)]).toBeGreaterThan(26);
  expect(people[Math.floor(people.length / 2)]).toBeLessThan(44);
});

test('generates 3 % expired certificates and 5 % that expire within 30 days', () => {
  const rows = make('1', 5000);
  const left = supervised(rows).flatMap(expiries);
  expect(Math.abs(percent(left, (days) => days < 0) - 3)).toBeLessThan(1);
  expect(Math.abs(percent(left, (days) => days >= 0 && days <= 30) - 5)).toBeLessThan(1);
  for (const row of rows) {
    const gone = expiries(row).filter((days) => days < 0).length;
    const score = row.healthScore ?? 100;
    if (row.color === 'blue' || row.color === 'unrated') expect(gone + row.colorReasons.length).toBe(0);
    else expect(row.colorReasons.length).toBeGreaterThan(gone);
    if (row.color === 'yellow') expect(gone).toBeLessThan(3);
    expect(
      { blue: score >= 90, yellow: score >= 75, orange: score >= 60, red: score >= 0, unrated: true }[row.color],
    ).toBe(true);
    if (row.transportLicenceTo !== null && row.transportLicenceTo < today) expect(row.color).toBe('red');
  }
});

test('generates long names, brackets and rare characters in demo names', () => {
  const names = make('1').map(({ name }) => name);
  expect(names.filter((name) => name.length >= 30)).toHaveLength(8);
  expect(names.filter((name) => /[（(〔]/.test(name))).toHaveLength(4);
  expect(names.filter((name) => /[喆垚龘]/.test(name))).toHaveLength(2);
});

test.each(['1', '2', '3'] as const)(
  'gives tenant %s one perfect, one empty and one critical demo enterprise',
  (tenant) => {
    const rows = make(tenant, undefined, 20_261_121);
    const [perfect, empty, burning] = [seedPlaces.perfect, seedPlaces.empty, seedPlaces.burning].map((at) => rows[at]);
    expect(perfect).toMatchObject({ profileRate: 100, dossierRate: 100, healthScore: 100, color: 'blue' });
    expect(empty).toMatchObject({
      status: 'active',
      color: 'unrated',
      healthScore: null,
      headName: null,
      hasLicence: false,
    });
    expect(empty?.profileRate).toBeLessThan(30);
    expect(burning?.color).toBe('red');
    expect(burning?.colorReasons.length).toBeGreaterThanOrEqual(3);
    const [left, right] = seedPlaces.pair.map((at) => rows[at]);
    expect(left?.headPhone).toBe(`1990000000${tenant}`);
    expect([left?.headName, left?.headPhone]).toEqual([right?.headName, right?.headPhone]);
  },
);

test('generates demo contacts that cannot be reached', () => {
  for (const row of make('2')) {
    for (const phone of [row.legalPhone, row.headPhone, row.safetyHeadPhone, row.safetyManagerPhone]) {
      if (phone !== null) expect(phone).toMatch(/^1990000[0-9]{4}$/);
    }
    if (row.emergencyPhone !== null) expect(row.emergencyPhone).toMatch(/^0871-0000[0-9]{4}$/);
    const moments = [row.createdAt, row.activatedAt, row.joinedAt].flatMap((moment) => moment ?? []);
    expect(moments.toSorted((a, b) => a.getTime() - b.getTime())).toEqual(moments);
    for (const moment of [...moments, row.updatedAt]) expect(dayOf(moment) < today).toBe(true);
    expect(row.activatedAt === null).toBe(row.officerIndex === null);
    expect(row.officerIndex ?? 0).toBeLessThan(officerCount('2'));
  }
});

test('generates the parents of demo enterprises before their children', () => {
  make('3').forEach(({ parentIndex }, index) => expect(parentIndex ?? -1).toBeLessThan(index));
});
