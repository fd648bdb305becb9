import { addDays } from '@anlan/contract/domain/instant';
import type { OwnValues } from '../module-values.ts';

let last = 0;
const nextDay = () => addDays('2020-01-01', (last += 1));

export const values: OwnValues = {
  vehicleAlarm: () => Promise.resolve({ at: `${nextDay()} 08:00:00`, driverId: undefined }),
};

export const columns = {
  vehicleAlarm: { at: `timestamptz '2024-01-01' + n * interval '1 minute'`, plateNo: `'浙A' || (10000 + n % 90000)` },
};
