import { percentText } from '@anlan/contract/domain/number-text';
import { vehicleDayCalls } from '@anlan/contract/modules/vehicle-day/calls';
import { vehicleDay, type VehicleDay } from '@anlan/contract/modules/vehicle-day/resource';
import { column, one, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** 车辆运行: mileage and online rate per vehicle and day, imported from the positioning platform. */
export const Screen = resourcePage(vehicleDay, vehicleDayCalls, {
  ...page,
  columns: [
    title({ width: 130 }),
    one('day', { width: 120 }),
    one('mileageKm', { width: 120 }),
    one('runMinutes', { width: 120 }),
    column<VehicleDay>(
      'online',
      '在线率',
      ({ onlineShare }) => <span className={onlineShare < 80 ? 'red' : ''}>{percentText(onlineShare)}</span>,
      { width: 100, align: 'right' },
    ),
    one('enterpriseId'),
  ],
  filters: ['vehicleId', 'day', 'enterpriseId'],
  form: { rows: ['enterpriseId', ['vehicleId', 'day'], ['mileageKm', 'runMinutes'], ['onlineMinutes']] },
  empty: '还没有运行数据。从定位平台导出后，用“导入”上传。',
});
