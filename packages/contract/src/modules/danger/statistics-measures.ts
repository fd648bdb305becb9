// Numbers of the danger statistics (隐患统计): dangers by the day on which they were found, and by the party that must act.
import {
  measuresOf,
  noRows,
  thisQuarter,
  timesOf,
  type Days,
  type Line,
  type ListFilter,
  type Measure,
} from '../../kit/measure.ts';
import { addDays } from '../../domain/instant.ts';
import { acceptingSides } from './resource.ts';
import { notVoided } from './measures.ts';
import { dangerStates } from './states.ts';

type Declared = Omit<Measure, 'key' | 'label' | 'definition' | 'page'>;

const page = '/bus/enterpriseexpinfo1/index';
const area = 'region';
const ofLines = (field: string, parts = '') =>
  ['total', 'lines[]'].map((group) => `danger.statistics.${group}.${field}${parts}`);

/** Days of one line: a month of the period, or the whole period. */
export function daysOfLine({ group, key }: Line, { from, to }: Days): Days {
  if (group !== 'month') return { from, to };
  const first = `${String(key)}-01`;
  const last = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).toISOString().slice(0, 10);
  return { from: first > from ? first : from, to: last < to ? last : to };
}

/** Filter for the dangers of one line. The server groups by category unless the caller wants another group. */
function lineFilter({ group = 'category', key }: Line): ListFilter | null {
  // The list cannot filter for a missing department.
  if (key === '') return null;
  const value = String(key);
  if (group === 'category' || group === 'source') return { [group]: value };
  return group === 'enterprise' ? { enterpriseId: value } : group === 'department' ? { dutyDepartment: value } : {};
}

const foundInPeriod = (more: ListFilter = {}) =>
  ({
    unit: '项',
    days: thisQuarter,
    area,
    rows: (days: Days) => ({ status: notVoided, ...timesOf('foundAt', days), ...more }),
    line: lineFilter,
  }) satisfies Declared;

export const foundMeasures = measuresOf('danger', {
  foundInPeriod: {
    ...foundInPeriod(),
    label: '排查发现',
    definition: '这段时间发现、未作废的隐患数',
    page,
    places: ofLines('found'),
  },
  acceptedInPeriod: {
    ...foundInPeriod({ status: dangerStates.accepted }),
    label: '已销号',
    definition: '这段时间发现的隐患中已销号的项数',
    page,
    places: ofLines('accepted'),
  },
  acceptedRate: {
    ...foundInPeriod(),
    label: '整改率',
    unit: '%',
    counter: '项',
    kind: 'share',
    definition: '这段时间发现的隐患中已销号的 ÷ 这段时间发现、未作废的隐患',
    page,
    part: () => ({ status: dangerStates.accepted }),
    places: ofLines('rate', '=accepted/found'),
  },
  overdueInPeriod: {
    ...foundInPeriod({ overdue: 'true' }),
    label: '超期未改',
    definition: '这段时间发现、今天已过整改期限还没有提交整改的隐患数',
    page,
    places: ofLines('overdue'),
  },
  lateInPeriod: {
    ...foundInPeriod({ status: [dangerStates.submitted, dangerStates.accepted], onTime: 'false' }),
    label: '超期完成',
    definition: '这段时间发现、已提交整改或已销号，而最近一次提交晚于整改期限的隐患数',
    page,
    places: ofLines('late'),
  },
  majorInPeriod: {
    ...foundInPeriod({ level: 'major' }),
    label: '重大隐患',
    definition: '这段时间发现的重大隐患数，含已销号',
    page,
    places: ofLines('major'),
  },
  repeatsInPeriod: {
    ...foundInPeriod({ repeat: 'true' }),
    label: '重复隐患',
    definition: '这段时间发现的隐患中，此前同一部位出现过同类隐患的项数',
    page,
    places: ofLines('repeats'),
  },
  costInPeriod: {
    ...foundInPeriod(),
    label: '自报整改资金',
    unit: '元',
    kind: { sum: 'costFen' },
    definition: '这段时间发现的隐患中企业填写的整改资金合计',
    page,
    places: ofLines('costFen'),
  },
  samplePassed: {
    label: '抽样复核通过率',
    unit: '%',
    counter: '项',
    kind: 'share',
    definition: '这段时间抽中并已复核的销号隐患中，复核通过的占比',
    days: thisQuarter,
    page,
    area,
    rows: ({ from, to }) => ({ sampledOnFrom: from, sampledOnTo: to, sampleResult: ['pass', 'fail'] }),
    part: () => ({ sampleResult: 'pass' }),
    places: ['danger.statistics.sampleRate=samplePassed/sampled'],
  },
});

/** Labels of the parties that a danger can wait for, and how long they may take. */
export const sideWords = {
  enterprise: { label: '企业整改', limit: '整改期限' },
  head: { label: '主要负责人签批', limit: '整改期限或复查工作日' },
  verifier: { label: '企业复查', limit: '复查工作日' },
  regulator: { label: '监管复查', limit: '复查工作日' },
  sample: { label: '监管抽样复核', limit: '复核工作日' },
} as const;

const waitsFor = ({ side }: Line): ListFilter => (side === 'sample' ? { sampled: 'true' } : { turn: String(side) });
const waiting = { unit: '项', page, area, rows: () => ({}), line: waitsFor };

export const waitingMeasures = measuresOf('danger', {
  waiting: {
    ...waiting,
    label: '等待办理',
    definition: '今天轮到这一方办理的隐患数，不限发现日期',
    places: ['danger.statistics.sides[].waiting'],
    line: (line) => ({ ...waitsFor(line), ...(line['side'] === 'sample' ? {} : { unclosed: 'true' }) }),
  },
  waitingLate: {
    ...waiting,
    label: '其中超期',
    definition: '轮到这一方办理、已超过整改期限或复查工作日的隐患数',
    places: ['danger.statistics.sides[].late'],
    line: (line) => ({ ...waitsFor(line), late: 'true' }),
  },
  waitingLateDays: {
    ...waiting,
    label: '超期天数合计',
    unit: '天',
    kind: { sum: 'waitLateDays' },
    definition: '轮到这一方办理的超期隐患的超期天数之和',
    places: ['danger.statistics.sides[].lateDays'],
    line: (line) => ({ ...waitsFor(line), late: 'true' }),
  },
  waitingLongest: {
    ...waiting,
    label: '最长超期',
    unit: '天',
    kind: { most: 'waitLateDays' },
    definition: '轮到这一方办理的隐患中超期最久的天数',
    places: ['danger.statistics.sides[].longestDays'],
    line: (line) => ({ ...waitsFor(line), late: 'true' }),
  },
  sampleFailed: {
    ...waiting,
    label: '抽样不合格',
    definition: '这段时间抽中、由这一方销号而复核不合格的隐患数',
    days: thisQuarter,
    rows: ({ from, to }) => ({ sampledOnFrom: from, sampledOnTo: to, sampleResult: 'fail' }),
    places: ['danger.statistics.sides[].sampleFailed'],
    line: ({ side }) => (acceptingSides.some((one) => one === side) ? { acceptedBy: String(side) } : null),
  },
});

const month = (key: unknown): Days => daysOfLine({ group: 'month', key }, { from: '2000-01-01', to: '9999-12-31' });

/** Numbers on the home page of regulators beside the figures. */
export const dangerHomeMeasures = measuresOf('danger', {
  overdueEnterprises: {
    label: '超期企业',
    unit: '家',
    kind: { distinct: 'enterpriseId' },
    definition: '有超期未整改隐患的企业数',
    page,
    area,
    rows: () => ({ overdue: 'true' }),
    places: ['home.regulator.overdueEnterprises'],
  },
  overdueLongest: {
    label: '最长超期',
    unit: '天',
    kind: { most: 'waitLateDays' },
    definition: '超期未整改隐患中超期最久的天数',
    page,
    area,
    rows: () => ({ overdue: 'true' }),
    places: ['home.regulator.overdueLongest'],
  },
  foundInMonth: {
    label: '新增',
    unit: '项',
    definition: '当月发现、未作废的隐患数',
    page,
    area,
    rows: () => ({ status: notVoided }),
    line: ({ month: key }) => timesOf('foundAt', month(key)),
    places: ['home.regulator.trend[].found'],
  },
  acceptedInMonth: {
    label: '销号',
    unit: '项',
    definition: '当月销号的隐患数，不论何时发现',
    page,
    area,
    rows: () => ({ status: dangerStates.accepted }),
    line: ({ month: key }) => timesOf('verifiedAt', month(key)),
    places: ['home.regulator.trend[].accepted'],
  },
  restRegions: {
    ...noRows,
    label: '其余区域',
    unit: '个',
    kind: 'value',
    definition: '没有列在排名中的下级区域数',
    places: ['home.regulator.rest.regions'],
  },
  restDangers: {
    ...noRows,
    label: '其余区域未销号',
    unit: '项',
    kind: 'value',
    definition: '没有列在排名中的下级区域的未销号隐患数合计',
    places: ['home.regulator.rest.dangers'],
  },
});

/** Days before today whose dangers the notice board shows. */
const boardDays = 90;
const shownOnBoard = {
  unit: '项',
  days: (today: string) => ({ from: addDays(today, -boardDays), to: today }),
  page: '/bus/danger/own',
};
const onBoard = (more: ListFilter) => (days: Days) => ({ status: notVoided, ...timesOf('foundAt', days), ...more });

export const boardMeasures = measuresOf('danger', {
  board: {
    ...shownOnBoard,
    label: '公示的隐患',
    definition: '公示期间发现、未作废的隐患数',
    rows: onBoard({}),
    places: ['danger.board.total@enterprise'],
  },
  boardAccepted: {
    ...shownOnBoard,
    label: '已销号',
    definition: '公示期间发现的隐患中已销号的项数',
    rows: onBoard({ status: dangerStates.accepted }),
    places: ['danger.board.accepted@enterprise'],
  },
  boardOpen: {
    ...shownOnBoard,
    label: '未销号',
    definition: '公示期间发现的隐患中没有销号的项数',
    rows: onBoard({ unclosed: 'true' }),
    places: ['danger.board.open@enterprise'],
  },
  boardOverdue: {
    ...shownOnBoard,
    label: '超期',
    definition: '公示期间发现的隐患中超期未整改的项数',
    rows: onBoard({ overdue: 'true' }),
    places: ['danger.board.overdue@enterprise'],
  },
});
