import { questionCalls } from '@anlan/contract/modules/question/calls';
import { question } from '@anlan/contract/modules/question/resource';
import { toggle } from '#kit/actions.ts';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(question, questionCalls, {
  ...page,
  columns: [
    title({ width: 320 }),
    tag('form', { width: 90 }),
    tag('status'),
    one('kind'),
    one('answer'),
    one('points'),
    one('enterpriseId'),
  ],
  filters: ['kind', 'form', 'status', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      ['kind', 'form'],
      'stem',
      ['optionA', 'optionB'],
      ['optionC', 'optionD'],
      ['answer', 'points'],
      'explanation',
      ['status'],
    ],
  },
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
  empty: '题库还是空的。可以逐题添加，或下载模板整批导入。',
});
