// Tests preset roles against the duty table in the documentation.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPermit } from '@anlan/contract/labels';
import { presetsOf } from './seed.ts';

const page = readFileSync(new URL('../../../../../../docs/PRESET-ROLES.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z]+:[a-z]+)` ([a-zA-Z ]+) \| ([A-Z_ ]+) \| (.+) \|$/gm)].map(
  ([, stem = '', verbs = '', roles = '', duty = '']) => ({
    permits: verbs.split(' ').map((verb) => `${stem}:${verb}`),
    roles: roles.split(' '),
    duty,
  }),
);
const presets = [
  ...Object.entries(presetsOf('1')).map(([code, role]) => [code.replace('ROLE_', ''), role] as const),
  ...Object.entries(presetsOf('0')).map(([code, role]) => [code.replace('ROLE_', 'PLATFORM_'), role] as const),
];

test.each(presets)('S100 gives %s exactly the permits of the duty table', (code, { permits }) => {
  const named = rows.filter(({ roles }) => roles.includes(code)).flatMap((row) => row.permits);
  expect(named.toSorted()).toEqual([...new Set<string>(permits)].toSorted());
});

test('has every permit and every preset role in the duty table', () => {
  const codes = new Set(presets.map(([code]) => code));
  expect(rows.length).toBeGreaterThan(100);
  for (const { permits, roles, duty } of rows) {
    expect(permits.filter((permit) => !isPermit(permit))).toEqual([]);
    expect(roles.filter((role) => !codes.has(role))).toEqual([]);
    expect(duty.length).toBeGreaterThan(5);
  }
  // Fails if the regular expression misses a row of the table.
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(rows.length);
});

test('S100 lets a worker change only their own work', () => {
  const worker = presetsOf('1')['ROLE_ENT_STAFF']?.permits ?? [];
  const acts = worker.filter((permit) => !/:(index|get|own|learn)$/.test(permit)).map((permit) => permit.split(':')[1]);
  // Workers may only handle their own reports and checks, or act as their post requires.
  expect([...new Set(acts)].toSorted()).toEqual([
    'classsession',
    'enterpriseexpinfo',
    'inspection',
    'riskcheck',
    'riskpoint',
    'shift',
    'vehiclealarm',
  ]);
});
