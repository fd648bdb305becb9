import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHighRisk, staffingOf } from './staffing.ts';

const shop = { industryCode: 'H62', supervisionKind: 'emergency', headcount: 40 };
const none = { managers: 0, certified: 0, vehicles: 0 };
const one = { managers: 1, certified: 1, vehicles: 0 };

test('requires full-time safety staff in trades named by law and above a hundred people', () => {
  expect(isHighRisk({ ...shop, industryCode: 'E47' })).toBe(true);
  expect(isHighRisk({ ...shop, supervisionKind: 'transport' })).toBe(true);
  expect(isHighRisk(shop)).toBe(false);
  expect(staffingOf(shop, none)).toMatchObject({ fullTime: false, gaps: ['缺专职或兼职安全管理人员 1 人'] });
  expect(staffingOf({ ...shop, headcount: 100 }, one)).toMatchObject({ fullTime: false, gaps: [] });
  expect(staffingOf({ ...shop, headcount: 101 }, none)).toMatchObject({
    fullTime: true,
    gaps: ['缺专职安全管理人员 1 人'],
  });
  expect(staffingOf({ ...shop, headcount: null }, none)).toBeNull();
  expect(
    staffingOf({ ...shop, supervisionKind: 'transport' }, { managers: 1, certified: 0, vehicles: 5 })?.gaps,
  ).toEqual(['安全管理人员没有有效的考核合格证']);
});

test('never requires fewer safety staff for more people', () => {
  const trade = fc.record({
    industryCode: fc.constantFrom('B06', 'C17', 'C26', 'E48', 'G54', 'H62'),
    supervisionKind: fc.constantFrom('emergency', 'transport'),
    headcount: fc.integer({ min: 0, max: 2_000 }),
  });
  fc.assert(
    fc.property(trade, fc.nat(500), fc.nat(3), fc.nat(40), (firm, more, managers, vehicles) => {
      const have = { managers, certified: managers, vehicles };
      const [before, after] = [staffingOf(firm, have), staffingOf({ ...firm, headcount: firm.headcount + more }, have)];
      if (before?.fullTime) expect(after?.fullTime).toBe(true);
      const better = staffingOf(firm, { managers: managers + 1, certified: managers + 1, vehicles });
      expect(better?.gaps.length).toBeLessThanOrEqual(before?.gaps.length ?? 0);
    }),
  );
});
