// Numbers of the archive of an enterprise (一企一档). Its own page shows the items.
import { measuresOf } from '../../kit/measure.ts';

const ofSheet = { page: '/bus/archives/index', rows: () => ({}), kind: 'value', unit: '项' } as const;

export const archiveMeasures = measuresOf('archive', {
  applicable: {
    ...ofSheet,
    label: '应有资料',
    definition: '按企业特征必备或符合条件时必备的资料项数，已说明不适用的不计',
    places: ['document.sheet.applicable@enterprise'],
  },
  missing: {
    ...ofSheet,
    label: '缺少',
    definition: '应有资料中没有文件、也没有来自业务模块的记录的项数',
    places: ['document.sheet.missing@enterprise'],
  },
  expired: {
    ...ofSheet,
    label: '过期',
    definition: '应有资料中只有过期文件的项数',
    places: ['document.sheet.expired@enterprise'],
  },
  complete: {
    ...ofSheet,
    label: '资料完整率',
    unit: '%',
    definition: '应有资料中有效的 ÷ 应有资料，不足 1% 的舍去',
    places: ['document.sheet.rate=good/applicable@enterprise'],
  },
});
