import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  // The shift is on the day of the tests, and its end is after its start.
  shift: () =>
    Promise.resolve({
      departAt: '2026-02-20 14:50:00',
      arriveAt: undefined,
      driverId: undefined,
      relayDriverId: undefined,
    }),
};
