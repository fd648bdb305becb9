import { choice, code, instant, integer, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { announcementCalls, systemNoticeCalls } from './announcement-calls.ts';

const declared = {
  title: 'title',
  order: '-updatedAt',
  search: { name: 'keyword', placeholder: '标题' },
  fields: {
    title: text(100, '标题'),
    kind: code('noticeKind', '类别').filter('many'),
    state: choice(
      { draft: '草稿', scheduled: '待发布', published: '已发布', expired: '已失效', withdrawn: '已撤回' },
      '状态',
    )
      .tones({ draft: 'grey', scheduled: 'blue', published: 'green', expired: 'grey', withdrawn: 'orange' })
      .filter('many'),
    readCount: integer('已读'),
    publisherName: text(64, '发布人'),
    publishAt: instant('发布时间').sortable(),
    expireAt: instant('失效时间'),
    updatedAt: instant('更新时间').sortable(),
  },
} as const;

export const announcementListing = listing('announcement', announcementCalls.page, { label: '公告', ...declared });
export const systemNoticeListing = listing('systemNotice', systemNoticeCalls.systemPage, {
  label: '通知',
  ...declared,
});
