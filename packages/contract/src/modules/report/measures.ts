// Numbers of enterprise reports.
import { enterpriseStatus } from '../enterprise/codes.ts';
import { lastDays, measuresOf } from '../../kit/measure.ts';
import { lastEndedPeriod, spanOf } from './period.ts';

export const reportMeasures = measuresOf('report', {
  sent: {
    label: '月报上报率',
    unit: '%',
    counter: '家',
    definition: '上月月报已上报或已通过的企业 ÷ 上月之前已在监管中的企业；截止日之前只看家数',
    kind: 'share',
    days: (today) => spanOf('month', lastEndedPeriod('month', today)),
    page: '/bus/enterprise/index',
    area: 'regionCode',
    rows: ({ from }) => ({
      status: [enterpriseStatus.active, enterpriseStatus.suspended],
      activatedTo: lastDays(1)(from).to,
    }),
    partPage: '/bus/report',
    part: ({ from }) => ({ kind: 'month', period: from.slice(0, 7), reported: 'true' }),
  },
});
