import { safetyCostCalls } from '@anlan/contract/modules/safety-cost/calls';
import { safetyCost } from '@anlan/contract/modules/safety-cost/resource';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(safetyCost, safetyCostCalls, {
  ...page,
  columns: [
    title({ title: '摘要' }),
    tag('kind', { width: 90 }),
    tag('category', { width: 200 }),
    one('amountFen', { width: 130 }),
    one('happenedOn', { width: 120 }),
    one('enterpriseId'),
  ],
  tabs: [
    { key: 'all', label: '全部', filter: {} },
    { key: 'drawn', label: '提取', filter: { kind: ['drawn'] } },
    { key: 'spent', label: '使用', filter: { kind: ['spent'] } },
  ],
  filters: ['category', 'happenedOn', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      ['kind', 'category'],
      'title',
      ['amountFen', 'happenedOn'],
      ['voucherNo'],
      'papers',
      'remark',
    ],
  },
  empty: '还没有登记安全生产费用。每月提取一次，使用时按类别登记并附凭证。',
});
