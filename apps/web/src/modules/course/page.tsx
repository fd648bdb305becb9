import { courseCalls } from '@anlan/contract/modules/course/calls';
import { course, type Course } from '@anlan/contract/modules/course/resource';
import { toggle } from '#kit/actions.ts';
import { column, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { page } from './index.ts';
import { lengthText } from '#widgets/duration.ts';

const OwnLearning = lazyPart(async () => (await import('./own-learning.tsx')).OwnLearning);
const LessonsControl = lazyPart(async () => (await import('./lessons-control.tsx')).LessonsControl);

export const Screen = resourcePage(course, courseCalls, {
  ...page,
  columns: [
    title({ width: 240 }),
    tag('status'),
    two('kind', 'teacher', { width: 150 }),
    column<Course>('length', '课时 / 时长', (row) => `${row.lessonCount} 课 · ${lengthText(row.seconds)}`, {
      width: 150,
    }),
    column<Course>('whose', '适用', (row) => row.enterpriseName ?? '本单位通用', { width: 200 }),
  ],
  above: () => <OwnLearning />,
  filters: ['kind', 'status'],
  form: {
    rows: ['title', ['kind', 'teacher'], 'enterpriseId', 'intro', 'cover', 'lessons', ['status']],
    controls: { lessons: (props) => <LessonsControl {...props} /> },
  },
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
  removing: '已发布的培训计划保留当时的课时，不受影响。只是暂时不用时，可以改为停用。',
  empty: '还没有课程。上传视频、文档或课件，排好顺序，就可以用于培训计划。',
});
