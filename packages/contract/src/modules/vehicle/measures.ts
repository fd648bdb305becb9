// Numbers of vehicles.
import { measuresOf } from '../../kit/measure.ts';

export const vehicleMeasures = measuresOf('vehicle', {
  roadworthy: {
    label: '可营运车辆',
    unit: '辆',
    definition: '证照齐全且都在有效期内的营运车辆；旁边是状态为营运的车辆',
    page: '/bus/vehicle/index',
    rows: () => ({ status: 'operating', blocked: 'false' }),
  },
});
