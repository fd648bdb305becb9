// Numbers of the monthly learning report (教育月报).
import { measuresOf, timesOf, type Days, type ListFilter, type Measure } from '../../kit/measure.ts';
import { enterpriseStatus } from '../enterprise/codes.ts';
import { countedStates } from '../learning/states.ts';
import { lastEndedPeriod, spanOf } from '../report/period.ts';

type Declared = Omit<Measure, 'key' | 'label' | 'definition'>;
const call = 'educationReport.totals';
const lastMonth = (today: string) => spanOf('month', lastEndedPeriod('month', today));

const tasks = (field: string, more: ListFilter = {}) =>
  ({
    unit: '人次',
    days: lastMonth,
    page: '/bus/dailyEducation/index',
    rows: ({ from, to }: Days) => ({ dueOnFrom: from, dueOnTo: to, status: countedStates, ...more }),
    places: [`${call}.${field}`],
  }) satisfies Declared;
const sessions = (field: string, kind: string | undefined) =>
  ({
    unit: '场',
    days: lastMonth,
    page: '/bus/classSession/index',
    rows: (days: Days) => ({ kind, status: 'ended', ...timesOf('heldAt', days) }),
    places: [`${call}.${field}`],
  }) satisfies Declared;

export const educationMeasures = measuresOf('educationReport', {
  firms: {
    label: '企业',
    unit: '家',
    definition: '月报合计的监管企业数，状态为正常或停产停业',
    page: '/bus/enterprise/index',
    rows: () => ({ status: [enterpriseStatus.active, enterpriseStatus.suspended] }),
    places: [`${call}.firms`],
  },
  plans: {
    label: '培训计划',
    unit: '项',
    definition: '当月开始、已发布的培训计划数',
    days: lastMonth,
    page: '/bus/alearning/plan',
    rows: ({ from, to }) => ({
      startOnFrom: from,
      startOnTo: to,
      status: ['published', 'running', 'ended', 'archived'],
    }),
    places: [`${call}.plans`],
  },
  due: { ...tasks('due'), label: '应训', definition: '当月到期的学习任务数，免修除外' },
  people: {
    ...tasks('people'),
    label: '应训人数',
    unit: '人',
    kind: { distinct: 'employeeId' },
    definition: '当月有学习任务到期的人数，免修除外',
  },
  passed: {
    ...tasks('passed', { status: 'passed' }),
    label: '完成',
    definition: '当月到期的学习任务中，按培训计划完成学时、考试和签名的任务数',
  },
  absent: {
    ...tasks('absent', { status: 'notStarted' }),
    label: '未参加',
    definition: '当月到期的学习任务中没有开始学习的任务数',
  },
  onlineHours: {
    ...tasks('onlineHours'),
    label: '线上学时',
    unit: '学时',
    kind: { sum: 'hours' },
    definition: '当月到期的学习任务在线计入的学时合计，免修除外',
  },
  offlineHours: {
    ...tasks('offlineHours'),
    label: '线下学时',
    unit: '学时',
    kind: { sum: 'offlineHours' },
    definition: '当月到期的学习任务在现场计入的学时合计，免修除外',
  },
  signed: {
    ...tasks('signed', { signed: 'true' }),
    label: '本人签名',
    definition: '当月到期的学习任务中本人已签名的任务数',
  },
  examined: {
    ...tasks('examined', { examined: 'true' }),
    label: '参加考试',
    definition: '当月到期的学习任务中参加过考试的任务数',
  },
  examPassed: {
    ...tasks('examPassed', { examined: 'true', examPassed: 'true' }),
    label: '考试合格',
    definition: '当月到期、参加过考试的学习任务中最高分达到合格线的任务数',
  },
  talks: { ...sessions('talks', 'talk'), label: '班前会', definition: '当月召开、已结束的班前会场数' },
  meetings: { ...sessions('meetings', 'meeting'), label: '安全例会', definition: '当月召开、已结束的安全例会场数' },
  classes: { ...sessions('classes', 'class'), label: '集中培训', definition: '当月举办、已结束的集中培训场数' },
  sessionSigned: {
    ...sessions('sessionSigned', undefined),
    label: '签到人次',
    unit: '人次',
    kind: { sum: 'signed' },
    definition: '当月已结束的班前会、安全例会和集中培训的签名人次，不含不在现场的',
  },
});
