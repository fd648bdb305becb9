import { drillCalls } from '@anlan/contract/modules/drill/calls';
import { drill } from '@anlan/contract/modules/drill/resource';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(drill, drillCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    tag('form'),
    one('plannedOn', { width: 120 }),
    one('missed', { width: 110 }),
    one('heldOn', { width: 120 }),
    one('people', { width: 100 }),
    one('planId'),
    one('enterpriseId'),
  ],
  tabs: [
    { key: 'open', label: '待演练和待评估', filter: { status: ['planned', 'held'] } },
    { key: 'evaluated', label: '已完成', filter: { status: ['evaluated'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  filters: ['form', 'plannedOn', 'heldOn', 'enterpriseId'],
  form: {
    rows: ['enterpriseId', 'title', ['planId', 'form'], ['plannedOn', 'leader'], 'place', 'scenario'],
  },
  empty: '还没有应急演练。综合和专项预案每年至少演练一次，现场处置方案每半年至少一次。',
});
