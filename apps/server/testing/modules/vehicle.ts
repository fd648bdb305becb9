import { vehicleDates } from '@anlan/contract/modules/vehicle/resource';
import type { OwnValues } from '../own-values.ts';

let last = 0;
/** A plate that no other row has. */
const plate = () => `浙A${String(10_000 + (last += 1))}`;

export const values: OwnValues = {
  vehicle: () =>
    Promise.resolve({
      plateNo: plate(),
      vin: undefined,
      stationId: undefined,
      driverId: undefined,
      relayDriverId: undefined,
      // Each would be an item of the ledger: its pages are those of others.
      ...Object.fromEntries(Object.keys(vehicleDates).map((field) => [field, undefined])),
    }),
};
