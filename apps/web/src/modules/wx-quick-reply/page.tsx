import { wxQuickReplyCalls } from '@anlan/contract/modules/wx-reply/calls';
import { wxQuickReply, type WxQuickReply } from '@anlan/contract/modules/wx-reply/resource';
import { column, one, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(wxQuickReply, wxQuickReplyCalls, {
  ...page,
  columns: [
    title(),
    one('content', { width: 480 }),
    column<WxQuickReply>('whose', '适用', (row) => row.enterpriseName ?? '本单位公众号', { width: 160 }),
    one('sort', { width: 90 }),
  ],
  form: { rows: ['title', 'content', 'enterpriseId', ['sort']] },
  empty: '还没有快捷回复。把常用的答复写在这里，聊天时点一下就能填入。',
});
