// Preset roles hold what a duty needs: the table of duties and the roles agree.
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

test.each(presets)('S100 %s holds the permits that the duties of the table need, and no other', (code, { permits }) => {
  const named = rows.filter(({ roles }) => roles.includes(code)).flatMap((row) => row.permits);
  expect(named.toSorted()).toEqual([...new Set<string>(permits)].toSorted());
});

test('every row of the table names a duty, permits of the product and preset roles', () => {
  const codes = new Set(presets.map(([code]) => code));
  expect(rows.length).toBeGreaterThan(100);
  for (const { permits, roles, duty } of rows) {
    expect(permits.filter((permit) => !isPermit(permit))).toEqual([]);
    expect(roles.filter((role) => !codes.has(role))).toEqual([]);
    expect(duty.length).toBeGreaterThan(5);
  }
  // No row is written so that the expression above overlooks it.
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(rows.length);
});

test('S100 a worker changes nothing of the enterprise beyond their own work', () => {
  const worker = presetsOf('1')['ROLE_ENT_STAFF']?.permits ?? [];
  const acts = worker.filter((permit) => !/:(index|get|own|learn)$/.test(permit)).map((permit) => permit.split(':')[1]);
  // Each of these is the worker's own report or check, or asks for the post.
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
