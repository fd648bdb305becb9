import { checklistCalls } from '@anlan/contract/modules/checklist/calls';
import { checklist } from '@anlan/contract/modules/checklist/resource';
import { toggle } from '#kit/actions.ts';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';
import { ItemsEditor } from './items-editor.tsx';

export const Screen = resourcePage(checklist, checklistCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    one('kind', { width: 120 }),
    two('itemCount', 'edition', { title: '检查项 / 版次', width: 120 }),
    column('whose', '适用', (row) => row.enterpriseName ?? '本单位通用', { width: 200 }),
  ],
  filters: ['kind', 'status'],
  form: {
    rows: ['name', ['kind', 'status'], 'enterpriseId', 'basis', 'items'],
    controls: { items: ItemsEditor },
  },
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
  removing: '正在进行和已完成的检查不受影响。只是暂时不用时，可以改为停用。',
});
