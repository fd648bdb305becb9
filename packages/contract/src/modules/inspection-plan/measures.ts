// Numbers of inspection plans.
import { measuresOf, thisYear, type Days, type ListFilter } from '../../kit/measure.ts';

const ofYear = (more: ListFilter = {}) => ({
  unit: '项',
  days: thisYear,
  page: '/bus/inspectionPlan/index',
  rows: ({ from }: Days) => ({ year: from.slice(0, 4), ...more }),
});

export const inspectionPlanMeasures = measuresOf('inspectionPlan', {
  planned: {
    ...ofYear(),
    label: '计划',
    definition: '本年的检查计划项数',
    places: ['inspectionPlan.coverage.planned'],
  },
  done: {
    ...ofYear({ done: 'true' }),
    label: '已检查',
    definition: '本年的检查计划中，有一次检查已完成的项数',
    places: ['inspectionPlan.coverage.done'],
  },
  late: {
    ...ofYear({ late: 'true' }),
    label: '逾期',
    definition: '本年的检查计划中，已过最迟完成日期、没有完成检查的项数',
    places: ['inspectionPlan.coverage.late'],
  },
});
