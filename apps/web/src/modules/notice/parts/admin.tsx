import type { Announcement, AnnouncementAbility } from '@anlan/contract/modules/notice/announcement';
import { announcementListing, systemNoticeListing } from '@anlan/contract/modules/notice/listing';
import { use, type ComponentType } from 'react';
import type { Action, Messages, RowPart } from '#kit/actions.ts';
import { resourcePage, type PageOptions } from '#kit/resource-page.tsx';
import { hasPermit } from '#lib/current-user.ts';
import { useRedDots } from '#lib/red-dots.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { listCalls, noticeKey, pin, type Channel } from '../calls.ts';
import { AdminCard, adminColumns } from './admin-columns.tsx';
import { PublishDialog, RemoveDialog, WithdrawDialog } from './step-dialogs.tsx';
import { unreadText, ViewChoice } from './view-choice.ts';
import './notice.css';
import './admin.css';

const EditorDrawer = lazyPart(async () => (await import('./editor-drawer.tsx')).EditorDrawer);
const FiguresDrawer = lazyPart(async () => (await import('./figures-drawer.tsx')).FiguresDrawer);

type ChannelPart = ComponentType<{ channel: Channel; row: Announcement; onClose: () => void }>;
const isOut = ({ state }: Announcement) => state === 'published' || state === 'expired' || state === 'withdrawn';

function Unread() {
  const unread = useRedDots(({ unNotice }) => unNotice);
  return unreadText(unread);
}

const Choice = () => use(ViewChoice);

function optionsOf(channel: Channel): PageOptions<typeof announcementListing> {
  const isSystem = channel === 'system';
  const noun = isSystem ? '通知' : '公告';
  const partOf =
    (Part: ChannelPart): RowPart<Announcement> =>
    (props) => <Part channel={channel} {...props} />;
  const Copy: RowPart<Announcement> = (props) => <EditorDrawer channel={channel} isCopy {...props} />;
  const Figures = partOf(FiguresDrawer);
  const Edit = partOf(EditorDrawer);
  const pinning = (row: Announcement) => async (message: Messages) => {
    await pin(channel, row, !row.pinned);
    void message.success(row.pinned ? '已取消置顶' : '已置顶');
  };
  return {
    heading: isSystem ? '系统通知' : '通知公告',
    icon: 'bell',
    columns: adminColumns(isSystem),
    filters: ['state', 'kind'],
    summary: isSystem ? () => '发给各单位的通知' : Unread,
    buttons: Choice,
    form: ({ onClose }) => <EditorDrawer channel={channel} row={null} onClose={onClose} />,
    details: ({ row, onClose }) => {
      const Part = row.abilities.includes('update') ? Edit : Figures;
      return <Part row={row} onClose={onClose} />;
    },
    actions: (row) => {
      const may = (ability: AnnouncementAbility, action: Action<Announcement>) =>
        row.abilities.includes(ability) ? [action] : [];
      const copies = isOut(row) && hasPermit(isSystem ? 'bus:sysnotice:add' : 'bus:notice:add');
      return [
        ...may('update', { key: 'edit', label: '编辑', open: Edit }),
        ...may('publish', { key: 'publish', label: '发布', open: partOf(PublishDialog) }),
        ...(isOut(row) ? [{ key: 'figures', label: isSystem ? '查看' : '阅读情况', open: Figures }] : []),
        ...(copies ? [{ key: 'copy', label: '复制', open: Copy }] : []),
        ...may('pin', { key: 'pin', label: row.pinned ? '取消置顶' : '置顶', send: pinning(row) }),
        ...may('withdraw', { key: 'withdraw', label: '撤回', danger: true, open: partOf(WithdrawDialog) }),
        ...may('remove', { key: 'remove', label: '删除', danger: true, open: partOf(RemoveDialog) }),
      ];
    },
    actionsWidth: isSystem ? 132 : 164,
    card: (row) => <AdminCard row={row} isSystem={isSystem} />,
    empty: `还没有${noun}`,
  };
}

export const Announcements = resourcePage(announcementListing, listCalls.announcement, optionsOf('announcement'), {
  key: [...noticeKey, 'announcement'],
});
export const SystemNotices = resourcePage<typeof systemNoticeListing>(
  systemNoticeListing,
  listCalls.system,
  optionsOf('system'),
  { key: [...noticeKey, 'system'] },
);
