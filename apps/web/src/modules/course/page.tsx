import { courseCalls } from '@anlan/contract/modules/course/calls';
import { course } from '@anlan/contract/modules/course/resource';
import { toggle } from '#kit/actions.ts';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** 课程 of the tenant, or of one's own enterprise. */
export const Screen = resourcePage(course, courseCalls, {
  ...page,
  columns: [title(), tag('status'), one('enterpriseId')],
  filters: ['status', 'enterpriseId'],
  open: 'details',
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
});
