// Numbers of items with an expiry date.
import { lastDays, measuresOf, nextDays } from '../../kit/measure.ts';

const page = '/bus/enterprisewarn/index';
const area = 'regionCode';

export const warningMeasures = measuresOf('warning', {
  expired: {
    label: '已过期',
    unit: '件',
    definition: '有有效期的事项中今天已过期的件数；一辆车两张证算两件',
    page,
    area,
    rows: ({ to }) => ({ validToTo: lastDays(1)(to).to }),
  },
  expiring: {
    label: '30 天内到期',
    unit: '件',
    definition: '有有效期的事项中今天起 30 天内到期的件数，不含已过期；一辆车两张证算两件',
    days: nextDays(30),
    page,
    area,
    rows: ({ from, to }) => ({ validToFrom: from, validToTo: to }),
  },
});
