import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  // Of the day on which the tests stand, with an end after its beginning.
  shift: () =>
    Promise.resolve({
      departAt: '2026-02-20 14:50:00',
      arriveAt: undefined,
      driverId: undefined,
      relayDriverId: undefined,
    }),
};
