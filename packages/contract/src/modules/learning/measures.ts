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
    places: ['enterprise.statisticsStudyPlan.rate=finished/planned'],
  },
  learners: {
    label: '参训人数',
    unit: '人',
    kind: { distinct: 'employeeId' },
    definition: '本月 1 日至今天有学习任务到期的人数，不含免修',
    days: thisMonth,
    page: '/bus/dailyEducation/index',
    rows: ({ from, to }) => ({ dueOnFrom: from, dueOnTo: to, status: countedStates }),
    places: ['enterprise.statisticsStudyPlan.people'],
  },
  creditedHours: {
    label: '计入学时',
    unit: '学时',
    kind: { sum: ['hours', 'offlineHours'] },
    definition: '本月 1 日至今天到期的学习任务线上和线下计入的学时合计，不含免修',
    days: thisMonth,
    page: '/bus/dailyEducation/index',
    rows: ({ from, to }) => ({ dueOnFrom: from, dueOnTo: to, status: countedStates }),
    places: ['enterprise.statisticsStudyPlan.hours'],
  },
});
