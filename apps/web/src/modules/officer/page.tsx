import { officerCalls } from '@anlan/contract/modules/officer/calls';
import { officer } from '@anlan/contract/modules/officer/resource';
import { toggle } from '#kit/actions.ts';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** 执法人员 of the tenant, or of one's own enterprise. */
export const Screen = resourcePage(officer, officerCalls, {
  ...page,
  columns: [title(), tag('status'), one('enterpriseId')],
  filters: ['status', 'enterpriseId'],
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
});
