import { questionCalls } from '@anlan/contract/modules/question/calls';
import { question } from '@anlan/contract/modules/question/resource';
import { toggle } from '#kit/actions.ts';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** 题库 of the tenant, or of one's own enterprise. */
export const Screen = resourcePage(question, questionCalls, {
  ...page,
  columns: [title(), tag('status'), one('enterpriseId')],
  filters: ['status', 'enterpriseId'],
  open: 'details',
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
});
