// Numbers of accidents.
import { measuresOf, thisYear, timesOf } from '../../kit/measure.ts';

const page = '/bus/accident/index';

export const accidentMeasures = measuresOf('accident', {
  harm: {
    label: '本年事故',
    unit: '起',
    definition: '本年 1 月 1 日至今天发生、造成伤害或损失的事故起数；未遂事件另计',
    days: thisYear,
    page,
    rows: (days) => ({ kind: 'harm', ...timesOf('countedAt', days) }),
  },
  nearMiss: {
    label: '本年未遂事件',
    unit: '起',
    definition: '本年 1 月 1 日至今天发生、没有造成伤害和损失的未遂事件起数',
    days: thisYear,
    page,
    rows: (days) => ({ kind: 'nearMiss', ...timesOf('countedAt', days) }),
  },
  safeDays: {
    label: '安全天数',
    unit: '天',
    kind: 'value',
    definition: '距最近一次事故的天数；没有发生过事故的，从入驻之日起算',
    page: '/bus/accident/index',
    rows: () => ({ kind: 'harm' }),
    places: ['home.enterprise.safeDays'],
  },
});
