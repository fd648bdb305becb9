import { expect, test } from 'vitest';
import { vehicleDates } from '@anlan/contract/modules/vehicle/resource';
import { blockedBy, roadPapers, type Papers } from './rules.ts';

const days = Object.fromEntries(Object.keys(vehicleDates).map((key) => [key, null])) as Papers['days'];
const bus = (overrides: Partial<Papers['days']>): Papers => ({
  carType: 'lineBus',
  isDangerous: false,
  days: { ...days, ...overrides },
});
const all = {
  inspectionTo: '2026-04-01',
  transportCertTo: '2026-05-01',
  compulsoryTo: '2026-03-20',
  carrierTo: '2026-06-01',
};
const onRoad = { status: 'operating', statusText: '营运', scrapOn: null };

test('allows a vehicle on the road while all needed certificates are valid', () => {
  expect(roadPapers(bus(all))).toEqual({ validTo: '2026-03-20', missing: null });
  expect(blockedBy(bus(all), onRoad, '2026-03-20')).toEqual([]);
  expect(blockedBy(bus(all), onRoad, '2026-03-21')).toEqual(['交强险 2026-03-20 到期']);
  expect(roadPapers(bus({ ...all, carrierTo: null }))).toEqual({ validTo: null, missing: '承运人责任险' });
  expect(blockedBy({ ...bus({ ...all, carrierTo: null }), carType: 'truck' }, onRoad, '2026-03-01')).toEqual([]);
  expect(blockedBy(bus(all), { ...onRoad, status: 'repairing', statusText: '维修' }, '2026-03-01')).toEqual([
    '车辆维修',
  ]);
  // Overdue maintenance does not block a vehicle.
  expect(blockedBy(bus({ ...all, maintenanceTo: '2026-01-01' }), onRoad, '2026-03-01')).toEqual([]);
});
