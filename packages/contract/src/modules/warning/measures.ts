// Numbers of items with an expiry date.
import { lastDays, measuresOf, nextDays } from '../../kit/measure.ts';

const page = '/bus/enterprisewarn/index';
const area = 'regionCode';
/** States in which a warning waits for an answer. */
const unsettled = ['0', '1'];
const levelOf = (level: string, label: string, places: string[] = []) => ({
  label,
  unit: '项',
  definition: `预警等级为${label}、还没有处理或忽略的到期事项数`,
  page,
  area,
  rows: () => ({ level, status: unsettled }),
  places: [`warning.counts.${level}`, ...places],
});

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
  tracked: {
    label: '到期事项',
    unit: '件',
    definition: '登记了有效期的事项件数',
    page,
    area,
    rows: () => ({}),
    places: ['home.enterprise.tracked'],
  },
  unsettled: {
    label: '待处理的到期事项',
    unit: '项',
    definition: '有预警等级、还没有处理或忽略的到期事项数',
    page,
    rows: () => ({ level: ['expired', 'urgent', 'soon', 'early'], status: unsettled }),
    places: ['notice.redDot.warningUnNotice@enterprise'],
  },
  unsettledExpired: levelOf('expired', '已过期', ['notice.redDot.warningUnNotice@regulator']),
  unsettledUrgent: levelOf('urgent', '紧急'),
  unsettledSoon: levelOf('soon', '临期'),
  unsettledEarly: levelOf('early', '提前'),
});
