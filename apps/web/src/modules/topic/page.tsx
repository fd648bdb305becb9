import { topicCalls } from '@anlan/contract/modules/topic/calls';
import { topic } from '@anlan/contract/modules/topic/resource';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { page } from './index.ts';

const CampaignDrawer = lazyPart(async () => (await import('./campaign-drawer.tsx')).CampaignDrawer);
const EntriesDrawer = lazyPart(async () => (await import('./entries-drawer.tsx')).EntriesDrawer);
const ItemsControl = lazyPart(async () => (await import('./items-control.tsx')).ItemsControl);

export const Screen = resourcePage(topic, topicCalls, {
  ...page,
  columns: [title(), tag('type'), one('progress'), one('startOn'), one('endOn'), one('sort', { extra: true })],
  filters: ['type'],
  form: {
    rows: ['type', 'title', ['startOn', 'endOn'], 'items', 'cover', ['sort']],
    controls: { items: (props) => <ItemsControl {...props} /> },
  },
  actions: (row, { edit, remove }) => [
    {
      key: 'open',
      label: row.type === 'campaign' ? '进度' : '查看入口',
      open: row.type === 'campaign' ? CampaignDrawer : EntriesDrawer,
    },
    ...edit,
    ...remove,
  ],
  removing: '各企业已办结的任务和自行调整的入口随之不再显示。',
  empty: '还没有专题。可以设置首页快捷入口，或发起一次专项行动。',
});
