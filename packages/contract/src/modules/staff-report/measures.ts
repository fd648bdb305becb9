// Numbers of reports of employees.
import { measuresOf, thisYear, timesOf, type Days } from '../../kit/measure.ts';

const rewarded = {
  days: thisYear,
  page: '/bus/staffReport/index',
  rows: (days: Days) => ({ ...timesOf('rewardedAt', days) }),
};

export const staffReportMeasures = measuresOf('staffReport', {
  rewards: {
    ...rewarded,
    label: '今年已奖励',
    unit: '件',
    definition: '本年 1 月 1 日至今天发放奖励的举报件数',
    places: ['staffReport.totals.rewards'],
  },
  rewardFen: {
    ...rewarded,
    label: '今年奖励金额',
    unit: '元',
    kind: { sum: 'rewardFen' },
    definition: '本年 1 月 1 日至今天发放的举报奖励合计',
    places: ['staffReport.totals.rewardFen'],
  },
});
