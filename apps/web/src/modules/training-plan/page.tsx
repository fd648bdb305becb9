import { shareText } from '@anlan/contract/domain/number-text';
import { trainingPlanCalls } from '@anlan/contract/modules/learning/calls';
import { trainingPlan, type TrainingPlan, type Audience } from '@anlan/contract/modules/learning/plan';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import { hasPermit } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { page } from './index.ts';

function audienceText(audience: Audience | null): string {
  if (audience === null) return '—';
  if (audience.everyone) return '全体人员';
  const parts = [
    audience.postKinds.length > 0 ? `${audience.postKinds.length} 类岗位` : '',
    audience.departments.join('、'),
  ];
  return parts.filter(Boolean).join('，') || '—';
}

const AudienceControl = lazyPart(async () => (await import('./audience-control.tsx')).AudienceControl);
const CoursesControl = lazyPart(async () => (await import('./courses-control.tsx')).CoursesControl);
const share = ({ people, passed }: TrainingPlan) =>
  people ? `${passed ?? 0} / ${people}（${shareText(passed ?? 0, people)}）` : '—';

const planLinks = api({
  links: trainingPlanCalls.links,
  makeLink: trainingPlanCalls.makeLink,
  revokeLink: trainingPlanCalls.revokeLink,
});
const Links = lazyPart(async () => (await import('#widgets/learning-links/links-dialog.tsx')).LinksDialog);
const PlanLinks = ({ row, onClose }: { row: TrainingPlan; onClose: () => void }) => (
  <Links id={row.id} name={row.title} of="training" calls={planLinks} onClose={onClose} />
);

export const Screen = resourcePage(trainingPlan, trainingPlanCalls, {
  ...page,
  columns: [
    title({ width: 272 }),
    tag('status', { width: 92 }),
    two('kind', 'hoursRequired', { width: 96 }),
    column<TrainingPlan, 'startOn'>('span', '起止', (row) => `${row.startOn} 至 ${row.endOn}`, {
      width: 192,
      sort: 'startOn',
    }),
    column<TrainingPlan>('audience', '培训对象', (row) => audienceText(row.audience), { width: 88 }),
    column<TrainingPlan>('done', '完成', share, { width: 136 }),
    one('enterpriseId'),
  ],
  filters: ['kind', 'status', 'enterpriseId', 'startOn'],
  form: {
    rows: [
      'enterpriseId',
      'title',
      ['kind', 'hoursRequired'],
      ['level', 'teacher'],
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
  },
  actionsWidth: 196,
  actions: (row, { moves, edit, remove }) => [
    ...(row.status === 'draft'
      ? []
      : [
          { key: 'people', label: '学员', to: `/bus/dailyEducation/index?planId=${row.id}` },
          ...(hasPermit('bus:dailyeducation:index')
            ? [{ key: 'sheet', label: '培训记录表', run: () => void download(trainingPlanCalls.sheet, { id: row.id }) }]
            : []),
        ]),
    ...moves,
    ...(['published', 'running'].includes(row.status) && moves.length > 0
      ? [{ key: 'link', label: '学习二维码', open: PlanLinks }]
      : []),
    ...edit,
    ...remove,
  ],
  removing: '只能删除还没有发布的计划。',
  empty: '还没有培训计划。选好课程和培训对象，发布后学员在“我的学习”里就能看到。',
});
