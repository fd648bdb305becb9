import { classSessionCalls } from '@anlan/contract/modules/class-session/calls';
import { classSession, type ClassSession } from '@anlan/contract/modules/class-session/resource';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { downloadSheet } from './calls.ts';
import { page } from './index.ts';
import { showPath } from './paths.ts';

function showLabel({ abilities }: ClassSession): string {
  if (abilities.includes('lead')) return '签到';
  return abilities.includes('roster') ? '参加人员' : '我的签到';
}

export const Screen = resourcePage(classSession, classSessionCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    tag('kind'),
    one('heldAt', { width: 160 }),
    column<ClassSession>(
      'people',
      '应到 / 签到 / 签名',
      (row) => `${row.expectedTotal ?? '—'} / ${row.people} / ${row.signed}`,
      { width: 150 },
    ),
    one('planId'),
    one('enterpriseId'),
    one('place', { extra: true }),
  ],
  tabs: [
    { key: 'open', label: '待开始和签到中', filter: { status: ['planned', 'open'] } },
    { key: 'ended', label: '已结束', filter: { status: ['ended'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  filters: ['kind', 'heldAt', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      'topic',
      ['kind', 'trainer'],
      ['heldAt', 'minutes'],
      ['place', 'expected'],
      'planId',
      'content',
      'material',
    ],
  },
  actions: (row, { moves, edit, remove }) => [
    ...(row.status === 'planned'
      ? []
      : [
          { key: 'show', label: showLabel(row), to: `${showPath}?id=${row.id}` },
          ...(row.abilities.includes('roster')
            ? [{ key: 'sheet', label: '培训记录表', run: () => void downloadSheet(row.id) }]
            : []),
        ]),
    ...moves,
    ...edit,
    ...remove,
  ],
  removing: '签到和签名随之不再显示。',
  empty: '还没有班前会、例会和培训。新增后开始签到，参加人员用手机扫码、签名，月报自动统计。',
});
