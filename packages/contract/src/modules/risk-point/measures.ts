// Numbers of risk points.
import { riskLevel } from '../enterprise/codes.ts';
import { measuresOf } from '../../kit/measure.ts';

const page = '/bus/riskpoint/index';
const inForce = { status: 'inForce' };
const levelOf = (level: keyof typeof riskLevel, label: string) => ({
  label,
  unit: '个',
  definition: `状态为管控中、等级为${label}的风险点数`,
  page,
  rows: () => ({ ...inForce, level: riskLevel[level] }),
  places: [`riskPoint.counts.${level}`],
});

export const riskPointMeasures = measuresOf('riskPoint', {
  controlled: {
    label: '管控中的风险点',
    unit: '个',
    definition: '状态为管控中的风险点；旁边是其中等级为重大风险的',
    page,
    rows: () => inForce,
  },
  major: levelOf('major', '重大风险'),
  considerable: levelOf('considerable', '较大风险'),
  general: levelOf('general', '一般风险'),
  low: levelOf('low', '低风险'),
  unplaced: {
    label: '未上图',
    unit: '个',
    definition: '状态为管控中、没有标注在平面图上的风险点数',
    page,
    rows: () => ({ ...inForce, placed: 'false' }),
    places: ['riskPoint.counts.unplaced'],
  },
  review: {
    label: '评审中',
    unit: '个',
    definition: '状态为评审中的风险点数',
    page,
    rows: () => ({ status: 'underReview' }),
    places: ['riskPoint.counts.review'],
  },
  draft: {
    label: '草稿',
    unit: '个',
    definition: '状态为草稿的风险点数',
    page,
    rows: () => ({ status: 'draft' }),
    places: ['riskPoint.counts.draft'],
  },
  assess: {
    label: '应重新评估',
    unit: '个',
    definition: '评估日期已过，或者因隐患反复出现而提出重新评估的风险点数',
    page,
    rows: () => ({ assessDue: 'true' }),
    places: ['riskPoint.counts.assess'],
  },
});
