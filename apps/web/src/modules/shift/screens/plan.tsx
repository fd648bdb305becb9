import { shift } from '@anlan/contract/modules/shift/resource';
import { one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { shiftCalls } from '../calls.ts';

export const Screen = resourcePage(shift, shiftCalls, {
  heading: '班次计划',
  icon: 'calendar',
  columns: [
    title({ width: 170 }),
    tag('status', { width: 90 }),
    one('departAt', { width: 140 }),
    two('vehicleId', 'driverId', { width: 130, title: '车辆 / 驾驶员' }),
    two('fromStationId', 'toStation', { width: 140, title: '始发 / 到达' }),
    one('enterpriseId'),
  ],
  filters: ['departAt', 'status', 'vehicleId', 'driverId', 'fromStationId', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      'lineName',
      ['fromStationId', 'toStation'],
      ['distanceKm', 'expressway'],
      ['departAt', 'arriveAt'],
      'vehicleId',
      ['driverId', 'relayDriverId'],
      ['passengers'],
    ],
  },
  empty: '还没有安排班次',
});
