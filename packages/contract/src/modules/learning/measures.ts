// Numbers of learning tasks.
import { measuresOf, thisMonth } from '../../kit/measure.ts';
import { countedStates } from './states.ts';

export const learningMeasures = measuresOf('learning', {
  trained: {
    label: '培训完成率',
    unit: '%',
    counter: '人次',
    definition: '本月 1 日至今天到期的学习任务中已完成的 ÷ 这些任务，不含免修',
    kind: 'share',
    days: thisMonth,
    page: '/bus/dailyEducation/index',
    rows: ({ from, to }) => ({ dueOnFrom: from, dueOnTo: to, status: countedStates }),
    part: () => ({ status: 'passed' }),
  },
});
