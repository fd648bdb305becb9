// Numbers of inspections.
import { measuresOf, thisMonth, timesOf, type Days } from '../../kit/measure.ts';

const page = '/bus/inspection/index';
const area = 'regionCode';
const finished = (days: Days) => ({ source: 'regulator', status: 'finished', ...timesOf('startedAt', days) });

export const inspectionMeasures = measuresOf('inspection', {
  finished: {
    label: '本月监管检查',
    unit: '次',
    definition: '本月 1 日至今天开始、已完成的监管检查次数',
    days: thisMonth,
    page,
    area,
    rows: finished,
  },
  dangersPerInspection: {
    label: '次均隐患',
    unit: '项',
    definition: '本月 1 日至今天开始、已完成的监管检查中平均每次不符合的项数',
    kind: { mean: 'failCount' },
    days: thisMonth,
    page,
    area,
    rows: finished,
  },
});
