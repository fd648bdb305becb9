import { emergencyPlanCalls } from '@anlan/contract/modules/emergency-plan/calls';
import { emergencyPlan } from '@anlan/contract/modules/emergency-plan/resource';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(emergencyPlan, emergencyPlanCalls, {
  ...page,
  columns: [
    title(),
    tag('kind', { width: 124 }),
    tag('status'),
    one('issuedOn', { width: 120 }),
    one('filedOn', { width: 112 }),
    one('filingDueOn', { width: 120, extra: true }),
    one('nextReviewOn', { width: 130 }),
    one('nextDrillOn', { width: 130 }),
    one('enterpriseId'),
    one('edition', { extra: true }),
  ],
  tabs: [
    { key: 'effective', label: '生效和编制中', filter: { status: ['draft', 'effective'] } },
    { key: 'reviewDue', label: '待评估（30 天内）', filter: { reviewDue: true } },
    { key: 'withdrawn', label: '已废止', filter: { status: ['withdrawn'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  filters: ['kind', 'issuedOn', 'nextReviewOn', 'enterpriseId'],
  form: { rows: ['enterpriseId', 'title', ['kind', 'issuedOn'], 'content', 'papers'] },
  actionsWidth: 236,
  empty: '还没有应急预案。发布后每三年评估一次，评估和演练的期限会进入到期台账。',
});
