// Numbers of shifts.
import { measuresOf, timesOf } from '../../kit/measure.ts';

export const shiftMeasures = measuresOf('shift', {
  /** The server adds the state of the shifts. */
  today: {
    label: '今日班次',
    unit: '班',
    definition: '今天发车的班次，按状态分列',
    days: (today) => ({ from: today, to: today }),
    page: '/bus/shift/plan',
    rows: (days) => timesOf('departAt', days),
  },
});
