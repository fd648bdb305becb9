import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalOf, blockedIn, gatesOf, type ShiftFacts } from './gates.ts';

const good: ShiftFacts = {
  departAt: new Date('2026-03-02T06:50:00Z'),
  arriveAt: new Date('2026-03-02T10:00:00Z'),
  distanceKm: 186,
  expressway: false,
  passengers: 42,
  seats: 49,
  vehicleBlockedBy: [],
  drivers: [{ name: '孟立群', lacking: [], unverified: false, otherHours: 0 }],
  hasRelay: false,
  talkTopic: '雨天行车',
};
const open = (facts: Partial<ShiftFacts>) =>
  gatesOf({ ...good, ...facts })
    .filter(({ ok }) => !ok)
    .map(({ key, must }) => [key, must]);

test('blocks one departure condition for each fault of a shift', () => {
  expect(open({})).toEqual([]);
  expect(open({ vehicleBlockedBy: ['年检 2026-03-01 到期'] })).toEqual([['vehicle', true]]);
  expect(open({ drivers: [] })).toEqual([['driver', true]]);
  expect(open({ drivers: [{ name: '甲', lacking: ['没有从业资格证'], unverified: false, otherHours: 0 }] })).toEqual([
    ['papers', true],
  ]);
  expect(open({ passengers: 50 })).toEqual([['load', true]]);
  expect(open({ talkTopic: null })).toEqual([['talk', true]]);
});

test('requires two drivers above 400 km, or above 600 km on an expressway', () => {
  const arriveAt = new Date('2026-03-02T10:00:00Z');
  const needs = (distanceKm: number, expressway: boolean, hasRelay = false) =>
    open({ distanceKm, expressway, hasRelay, arriveAt }).some(([key]) => key === 'relay');
  expect([needs(400, false), needs(401, false), needs(600, true), needs(601, true), needs(601, true, true)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});

test('requires a relay driver for a long line between two and five at night', () => {
  const night = { departAt: new Date('2026-03-02T15:00:00Z'), arriveAt: new Date('2026-03-02T18:30:00Z') };
  expect(open({ ...night, distanceKm: 450 })).toContainEqual(['night', true]);
  expect(open({ ...night, distanceKm: 450, hasRelay: true }).map(([key]) => key)).not.toContain('night');
  expect(open({ ...night, distanceKm: 120 }).map(([key]) => key)).not.toContain('night');
  expect(gatesOf({ ...good, ...night, distanceKm: 120 }).map(({ key }) => key)).toContain('night');
});

test('warns about long driving hours without blocking the departure', () => {
  expect(open({ arriveAt: new Date('2026-03-02T11:00:00Z') })).toEqual([['hours', false]]);
  const tired = { name: '甲', lacking: [], unverified: false, otherHours: 6 };
  expect(open({ drivers: [tired] })).toEqual([['hours', false]]);
  expect(open({ departAt: new Date('2026-03-02T14:30:00Z'), arriveAt: new Date('2026-03-02T17:00:00Z') })).toEqual([
    ['hours', false],
  ]);
});

test('never clears a blocked departure condition when another fault is added', () => {
  fc.assert(
    fc.property(
      fc.record({
        distanceKm: fc.integer({ min: 1, max: 1_500 }),
        expressway: fc.boolean(),
        passengers: fc.option(fc.integer({ min: 0, max: 60 })),
        hasRelay: fc.boolean(),
        minutes: fc.integer({ min: 0, max: 1_439 }),
      }),
      ({ minutes, ...facts }) => {
        const departAt = new Date(Date.UTC(2026, 2, 1, 16) + minutes * 60_000);
        const all = { ...good, ...facts, departAt, arriveAt: null };
        const gates = gatesOf(all);
        expect(new Set(gates.map(({ key }) => key)).size).toBe(gates.length);
        expect(arrivalOf(all) > departAt).toBe(true);
        const worse = gatesOf({ ...all, vehicleBlockedBy: ['报废'], talkTopic: null });
        expect(blockedIn(worse)).toBe(blockedIn(gates) + 2);
      },
    ),
  );
});
