import { expect, test } from 'vitest';
import { station } from '@anlan/contract/modules/station/resource';
import { generateStations, type DemoFirm } from './seed.ts';

const firms: DemoFirm[] = Array.from({ length: 20 }, (_, at) => ({
  id: `01a00000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`,
  shortName: at === 3 ? null : `安恒${at}`,
  supervisionKind: at % 3 === 0 ? 'emergency' : 'transport',
  regionCode: '530102',
  address: '澜江路 1 号',
  lng: at === 4 ? null : 102.7,
  lat: at === 4 ? null : 25,
}));

test('creates the same valid demo stations each time, 34 stations in tenant 2', () => {
  const made = [...generateStations('2', firms, 1)];
  expect(made).toHaveLength(34);
  expect([...generateStations('2', firms, 1)]).toEqual(made);
  expect(new Set(made.map(({ code }) => code)).size).toBe(34);
  for (const { firm: _, daysAgo: __, ...fields } of made) expect(station.input.safeParse(fields).success).toBe(true);
  expect(new Set(made.map(({ kind }) => kind)).size).toBeGreaterThan(5);
  expect([...generateStations('9', firms, 1)]).toEqual([]);
  expect([...generateStations('1', [], 1)]).toEqual([]);
});
