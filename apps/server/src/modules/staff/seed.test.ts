import { employee } from '@anlan/contract/modules/staff/resource';
import { expect, test } from 'vitest';
import { generateEmployees } from './seed.ts';

const firm = { id: '01a00000-0000-7000-8000-000000000001', supervisionKind: 'transport', headcount: 25 };
const how = { seed: 1, today: '2026-11-23', own: true };

test('creates the same valid demo employees each time', () => {
  const made = [...generateEmployees('1', firm, 0, how)];
  expect(made).toHaveLength(25);
  expect([...generateEmployees('1', firm, 0, how)]).toEqual(made);
  expect(new Set(made.map(({ phone }) => phone)).size).toBe(25);
  for (const { status: _, statusOn: __, ...fields } of made)
    expect(employee.input.safeParse(fields).success).toBe(true);
  const others = [...generateEmployees('1', firm, 1, { ...how, own: false })];
  expect(others.map(({ postKind }) => postKind)).toEqual(['head', 'safetyManager', 'teamLeader', 'general', 'general']);
  expect(others.every(({ status }) => status === 'onDuty')).toBe(true);
});
