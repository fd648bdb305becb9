import { vehicleDates } from '@anlan/contract/modules/vehicle/resource';
import type { OwnValues } from '../module-values.ts';

let last = 0;
const plate = () => `浙A${String(10_000 + (last += 1))}`;

export const values: OwnValues = {
  vehicle: () =>
    Promise.resolve({
      plateNo: plate(),
      vin: undefined,
      stationId: undefined,
      driverId: undefined,
      relayDriverId: undefined,
      // Without dates, because each one would create an item in the expiry ledger and disturb other suites.
      ...Object.fromEntries(Object.keys(vehicleDates).map((field) => [field, undefined])),
    }),
};
