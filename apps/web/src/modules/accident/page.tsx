import { accidentCalls } from '@anlan/contract/modules/accident/calls';
import { accident, type Accident } from '@anlan/contract/modules/accident/resource';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

const four = ['cause', 'liability', 'measures', 'education'] as const;
const isMissing = (row: Accident) => (key: (typeof four)[number]) => row[key] === null || row[key] === '';
const nextOf = (row: Accident) =>
  row.status === 'reported'
    ? 'investigate'
    : row.status === 'closed'
      ? 'reopen'
      : (four.find(isMissing(row)) ?? 'close');
const harmText = (row: Accident) =>
  row.kind === 'nearMiss' ? '无' : `死 ${row.deaths} · 重伤 ${row.seriousInjuries} · 轻伤 ${row.minorInjuries}`;
const recorded = (row: Accident) => four.length - four.filter(isMissing(row)).length;

/** 事故: accidents and near misses. States: reported, investigated (四不放过), closed. */
export const Screen = resourcePage(accident, accidentCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    tag('kind'),
    tag('grade', { width: 116 }),
    one('occurredAt', { width: 116 }),
    column<Accident>('deaths', '伤亡', harmText, { width: 168 }),
    column<Accident>('cause', '四不放过', (row) => `已登记 ${recorded(row)} / 4`, { width: 112 }),
    one('enterpriseId'),
    two('type', 'place', { width: 140, extra: true }),
    two('reportedAt', 'firstReportAt', { width: 140, extra: true }),
    one('late', { extra: true }),
  ],
  tabs: [
    { key: 'open', label: '未结案', filter: { status: ['reported', 'investigating'] } },
    { key: 'closed', label: '已结案', filter: { status: ['closed'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  filters: ['kind', 'grade', 'occurredAt', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      'title',
      ['kind', 'type'],
      ['occurredAt', 'firstReportAt'],
      'place',
      ['deaths', 'seriousInjuries'],
      ['minorInjuries', 'lossFen'],
      'process',
      'photos',
    ],
  },
  actionsWidth: 176,
  actions: (row, { edit, moves, remove }) => [...moves.filter(({ key }) => key === nextOf(row)), ...edit, ...remove],
  empty: '没有事故。事故和未遂事件都应上报；未遂事件不影响安全分。',
});
