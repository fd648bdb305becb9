import { addDays } from '@anlan/contract/domain/instant';
import type { OwnValues } from '../module-values.ts';

let last = 0;
const nextDay = () => addDays('2020-01-01', (last += 1));

export const values: OwnValues = {
  vehicleDay: () => Promise.resolve({ day: nextDay(), runMinutes: 200, onlineMinutes: 190 }),
};

export const columns = {
  vehicleDay: { day: `date '1930-01-01' + n`, plateNo: `'浙A' || (10000 + n % 90000)` },
};
