// Figures of enterprise reports. The period of the report gives their days, so they have none of their own.
import { addDays } from '../../domain/instant.ts';
import { measuresOf, timesOf, type Days, type ListFilter, type Measure } from '../../kit/measure.ts';
import { notVoided } from '../danger/measures.ts';
import { dangerStates } from '../danger/states.ts';
import { countedStates } from '../learning/states.ts';
import { lastEndedPeriod, spanOf } from './period.ts';

/** Figures of the last month, if the caller names no period. */
const days = (today: string): Days => spanOf('month', lastEndedPeriod('month', today));
const list = (page: string, rows: (days: Days) => ListFilter) => ({ page, rows, days });

const dangers = (more: ListFilter = {}) =>
  list('/bus/enterpriseexpinfo1/index', (span) => ({ status: notVoided, ...timesOf('foundAt', span), ...more }));
const tasks = list('/bus/dailyEducation/index', ({ from, to }) => ({
  status: countedStates,
  dueOnFrom: from,
  dueOnTo: to,
}));
const sessions = (kind: string) =>
  list('/bus/classSession/index', (span) => ({ kind, status: 'ended', ...timesOf('heldAt', span) }));
const accidents = (kind: string) => list('/bus/accident/index', (span) => ({ kind, ...timesOf('countedAt', span) }));
const alarms = (kind: string) => list('/bus/vehicleAlarm/index', (span) => ({ kind, ...timesOf('at', span) }));
const vehicleDays = list('/bus/vehicleDay/index', ({ from, to }) => ({ dayFrom: from, dayTo: to }));
/** States of answered notices: 待审核, 已办结. */
const answered = ['2', '3'];

export const figureMeasures = measuresOf('report', {
  headcount: {
    label: '从业人员',
    unit: '人',
    definition: '期末在册的从业人员数',
    ...list('/bus/emp/index', () => ({ status: ['pendingTraining', 'onDuty', 'offDuty'] })),
  },
  checks: {
    label: '排查次数',
    unit: '次',
    definition: '本期到期的排查任务中已检查的次数',
    ...list('/bus/riskcheck/index', ({ from, to }) => ({ status: 'done', dueOnFrom: from, dueOnTo: to })),
  },
  riskPoints: {
    label: '风险点',
    unit: '处',
    definition: '管控中的风险点数，按等级分列',
    ...list('/bus/riskpoint/index', () => ({ status: 'inForce' })),
  },
  trained: {
    label: '培训合格率',
    unit: '%',
    kind: 'share',
    definition: '本期到期的学习任务中已完成的 ÷ 这些任务，不含免修',
    ...tasks,
  },
  hours: {
    label: '计入学时',
    unit: '学时',
    kind: { sum: ['hours', 'offlineHours'] },
    definition: '本期到期的学习任务线上和线下计入的学时合计，不含免修',
    ...tasks,
  },
  notices: {
    label: '执法回复',
    unit: '件',
    definition: '本期收到的执法通知中已回复、等待审核或已办结的件数',
    ...list('/bus/spot/index', (span) => ({ ...timesOf('issuedAt', span), status: answered })),
  },
  dangersFound: { label: '发现隐患', unit: '项', definition: '本期发现、未作废的隐患数', ...dangers() },
  dangersAccepted: {
    label: '已销号',
    unit: '项',
    definition: '本期发现的隐患中已销号的项数',
    ...dangers({ status: dangerStates.accepted }),
  },
  dangersOnTime: {
    label: '按期整改率',
    unit: '%',
    kind: 'share',
    definition: '整改期限在本期的隐患（不含作废）中，最近一次提交不晚于期限且此后未被退回的占比',
    ...list('/bus/enterpriseexpinfo1/index', ({ from, to }) => ({
      status: notVoided,
      deadlineOnFrom: from,
      deadlineOnTo: to,
    })),
  },
  dangersMajor: { label: '重大隐患', unit: '项', definition: '本期发现的重大隐患数', ...dangers({ level: 'major' }) },
  dangersCost: {
    label: '自报整改费用',
    unit: '元',
    kind: { sum: 'costFen' },
    definition: '本期发现的隐患中企业填写的整改资金合计',
    ...dangers(),
  },
  vehicles: {
    label: '营运车辆',
    unit: '辆',
    definition: '状态为营运的车辆数',
    ...list('/bus/vehicle/index', () => ({ status: 'operating' })),
  },
  shifts: {
    label: '班次',
    unit: '班',
    definition: '本期发车、已出发或已到达的班次数',
    ...list('/bus/shift/plan', (span) => ({ status: ['departed', 'arrived'], ...timesOf('departAt', span) })),
  },
  mileageKm: {
    label: '自报行驶里程',
    unit: 'km',
    kind: { sum: 'mileageKm' },
    definition: '本期各车每天填写的行驶里程合计',
    ...vehicleDays,
  },
  onlineRate: {
    label: '自报在线率',
    unit: '%',
    kind: 'value',
    definition: '本期各车填写的在线分钟 ÷ 运行分钟',
    ...vehicleDays,
  },
  speeding: { label: '超速报警', unit: '次', definition: '本期的超速报警次数', ...alarms('speeding') },
  fatigue: { label: '疲劳报警', unit: '次', definition: '本期的疲劳驾驶报警次数', ...alarms('fatigue') },
  meetingsHeld: { label: '安全例会', unit: '次', definition: '本期召开、已结束的安全例会次数', ...sessions('meeting') },
  talksHeld: { label: '班前会', unit: '次', definition: '本期召开、已结束的班前会次数', ...sessions('talk') },
  safetyCost: {
    label: '安全投入',
    unit: '元',
    kind: { sum: 'amountFen' },
    definition: '本期登记的安全费用使用金额合计',
    ...list('/bus/safetyCost/index', ({ from, to }) => ({ kind: 'spent', happenedOnFrom: from, happenedOnTo: to })),
  },
  drills: {
    label: '应急演练',
    unit: '次',
    definition: '本期开展的应急演练次数',
    ...list('/bus/drill/index', ({ from, to }) => ({ heldOnFrom: from, heldOnTo: to })),
  },
  accidents: { label: '事故', unit: '起', definition: '本期发生的事故起数', ...accidents('harm') },
  nearMisses: {
    label: '未遂事件',
    unit: '起',
    definition: '本期发生、没有造成伤害和损失的事件起数',
    ...accidents('nearMiss'),
  },
  certificatesExpired: {
    label: '证件过期',
    unit: '件',
    definition: '期末已过有效期的人员证件数；有效期至期末当天的还没有过期',
    ...list('/bus/enterprisewarn/index', ({ to }) => ({ subject: 'person', validToTo: addDays(to, -1) })),
  },
});

const byKey = new Map<string, Measure>(Object.entries(figureMeasures));
/** Returns the measure of a figure. Throws for an unknown key. */
export function figureMeasure(key: string): Measure {
  const measure = byKey.get(key);
  if (!measure) throw new Error(`the figure ${key} has no measure`);
  return measure;
}
