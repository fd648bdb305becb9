import { trainingPlanCalls } from '@anlan/contract/modules/learning/calls';
import { trainingPlan, type TrainingPlan } from '@anlan/contract/modules/learning/plan';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { later } from '#ui/later.tsx';
import { audienceText } from './audience-text.ts';
import { page } from './index.ts';

const AudienceControl = later(async () => (await import('./audience-control.tsx')).AudienceControl);
const CoursesControl = later(async () => (await import('./courses-control.tsx')).CoursesControl);
const share = ({ people, passed }: TrainingPlan) =>
  people ? `${passed ?? 0} / ${people}（${Math.floor((100 * (passed ?? 0)) / people)}%）` : '—';

/** 培训计划: who learns what by when, and how far they are. */
export const Screen = resourcePage(trainingPlan, trainingPlanCalls, {
  ...page,
  columns: [
    title({ width: 220 }),
    tag('status'),
    one('kind', { width: 120 }),
    column<TrainingPlan, 'startOn'>('span', '起止', (row) => `${row.startOn} 至 ${row.endOn}`, {
      width: 190,
      sort: 'startOn',
    }),
    column<TrainingPlan>('audience', '培训对象', (row) => audienceText(row.audience), { width: 160 }),
    one('hoursRequired', { width: 100 }),
    column<TrainingPlan>('done', '完成', share, { width: 130 }),
    one('enterpriseId'),
  ],
  filters: ['kind', 'status', 'enterpriseId', 'startOn'],
  form: {
    rows: [
      'enterpriseId',
      'title',
      ['kind', 'hoursRequired'],
      ['startOn', 'endOn'],
      'audience',
      'courses',
      ['examCount', 'examMinutes'],
      ['passScore', 'retries'],
      'cycleMonths',
    ],
    controls: {
      audience: (props) => <AudienceControl {...props} />,
      courses: (props) => <CoursesControl {...props} />,
    },
    when: {
      examMinutes: ({ examCount }) => Number(examCount) > 0,
      passScore: ({ examCount }) => Number(examCount) > 0,
      retries: ({ examCount }) => Number(examCount) > 0,
    },
  },
  open: 'details',
  actions: (row, { moves, edit, remove }) => [
    ...(row.status === 'draft'
      ? []
      : [{ key: 'people', label: '学员', to: `/bus/dailyEducation/index?planId=${row.id}` }]),
    ...moves,
    ...edit,
    ...remove,
  ],
  removing: '只能删除还没有发布的计划。',
  empty: '还没有培训计划。选好课程和培训对象，发布后学员在“我的学习”里就能看到。',
});
