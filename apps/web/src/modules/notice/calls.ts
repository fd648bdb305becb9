import type {
  AnnouncementFields,
  AnnouncementPatch,
  Audience,
  SystemNoticeFields,
} from '@anlan/contract/modules/notice/announcement';
import type { Notice } from '@anlan/contract/modules/notice/announcement-feed';
import { enforcementCalls } from '@anlan/contract/modules/enforcement/calls';
import { announcementCalls, systemNoticeCalls } from '@anlan/contract/modules/notice/announcement-calls';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { keepPreviousData, queryOptions, infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const announcements = api(announcementCalls);
const system = api(systemNoticeCalls);
const tenants = api({ list: tenantCalls.list });
const enforcement = api({ page: enforcementCalls.page });

/** 通知公告 of the tenant, or 系统通知 of the platform. */
export type Channel = 'announcement' | 'system';

/** Everything that has been read of announcements; let go after a write. */
export const noticeKey = ['notice'] as const;

const feeds = {
  announcement: {
    inbox: announcements.inbox,
    article: announcements.article,
    read: announcements.read,
    readAll: announcements.readAll,
  },
  system: {
    inbox: system.systemInbox,
    article: system.systemArticle,
    read: system.systemRead,
    readAll: system.systemReadAll,
  },
} as const;

/** What a reader's list asks for. */
export type InboxFilter = Parameters<typeof announcements.inbox>[0]['filter'];

const inboxSize = 20;
type Below = Pick<InboxFilter, 'before' | 'beforeAt' | 'beforePinned'>;
const top: Below = {};
/** What stands below the last of some rows. */
function belowOf(rows: readonly Notice[]): Below | undefined {
  const last = rows.at(-1);
  return last && { before: last.id, beforeAt: last.publishAt, beforePinned: last.pinned };
}
/** The reader's list, piece by piece: each goes on below the last row of the one before, whatever came meanwhile. */
export const inbox = (channel: Channel, filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...noticeKey, 'inbox', channel, filter],
    queryFn: ({ signal, pageParam }) =>
      feeds[channel].inbox(
        { page: 1, size: inboxSize, sort: [], filter: { ...filter, ...pageParam } },
        { signal, quiet: true },
      ),
    initialPageParam: top,
    getNextPageParam: ({ rows, size }) => (rows.length < size ? undefined : belowOf(rows)),
  });

/** One of them with its text. */
export const article = (channel: Channel, id: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'article', channel, id],
    queryFn: ({ signal }) => feeds[channel].article({ id }, { signal, quiet: true }),
  });

/** Says that it has been read; whoever may not say so reads all the same. */
export const markRead = (channel: Channel, id: string) =>
  feeds[channel].read({ id }, { quiet: true }).catch(() => null);
/** Says that all have been read. */
export const markAllRead = (channel: Channel) => feeds[channel].readAll({});
/** Confirms one that asks for it. */
export const confirmReceipt = (id: string) => announcements.receipt({ id });
/** A link to one of its files. */
export const fileLink = (id: string, fileId: string) => announcements.file({ id, fileId });

const admins = {
  announcement: {
    page: announcements.page,
    get: announcements.get,
    publish: announcements.publish,
    withdraw: announcements.withdraw,
    pin: announcements.pin,
    remove: announcements.remove,
  },
  system: {
    page: system.systemPage,
    get: system.systemGet,
    publish: system.systemPublish,
    withdraw: system.systemWithdraw,
    pin: system.systemPin,
    remove: system.systemRemove,
  },
} as const;

/** How the publisher's list stands in its URL. */
export const adminQuery = announcementCalls.page.input;
/** What the publisher's list asks for. */
export type AdminPage = Parameters<typeof announcements.page>[0];
/** Filters of the publisher's list. */
export type AdminFilter = AdminPage['filter'];

/** A page of the publisher's list; the old rows stay while the next are on their way. */
export const adminPage = (channel: Channel, input: AdminPage) =>
  queryOptions({
    queryKey: [...noticeKey, 'desk', channel, input],
    queryFn: ({ signal }) => admins[channel].page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** One with its text and figures. */
export const adminOne = (channel: Channel, id: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'desk', channel, 'one', id],
    queryFn: ({ signal }) => admins[channel].get({ id }, { signal, quiet: true }),
  });

/** A row and the version that was seen. */
export interface Seen {
  id: string;
  version: number;
}

/** Sends one out. */
export const publish = (channel: Channel, { id, version }: Seen) =>
  admins[channel].publish({ id, version }, { quiet: true });
/** Takes one back. */
export const withdraw = (channel: Channel, { id, version }: Seen, reason: string) =>
  admins[channel].withdraw({ id, version, reason }, { quiet: true });
/** Puts one before the others, or back among them. */
export const pin = (channel: Channel, { id, version }: Seen, pinned: boolean) =>
  admins[channel].pin({ id, version, pinned });
/** Removes a draft. */
export const remove = (channel: Channel, { id, version }: Seen) => admins[channel].remove({ id, version });
/** Asks those again who have not answered. */
export const remind = (id: string) => announcements.remind({ id });

/** Writes a new one. */
export const createOne = (fields: AnnouncementFields) => announcements.create(fields, { quiet: true });
/** Writes a new one of the platform's. */
export const createSystem = (fields: SystemNoticeFields) => system.systemCreate(fields, { quiet: true });
/** Changes a draft. */
export const updateOne = (patch: AnnouncementPatch) => announcements.update(patch, { quiet: true });
/** Changes a draft of the platform's. */
export const updateSystem = (patch: Parameters<typeof system.systemUpdate>[0]) =>
  system.systemUpdate(patch, { quiet: true });

/** What a list of readers asks for. */
export type ReadersPage = Parameters<typeof announcements.readers>[0];
/** Who of those it is for has read or confirmed it, and who has not. */
export const readers = (input: ReadersPage) =>
  queryOptions({
    queryKey: [...noticeKey, 'readers', input],
    queryFn: ({ signal }) => announcements.readers(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** How far an audience reaches. */
export const reachOf = (audience: Audience, targets: string[]) =>
  queryOptions({
    queryKey: [...noticeKey, 'reach', audience, targets],
    queryFn: ({ signal }) => announcements.reach({ audience, targets }, { signal, quiet: true }),
    enabled: audience === 'all' || targets.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** People to name. */
export const peopleFound = (keyword: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'people', keyword],
    queryFn: ({ signal }) => announcements.people(keyword === '' ? {} : { keyword }, { signal, quiet: true }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** People who have been named, for their names. */
export const peopleNamed = (ids: string[]) =>
  queryOptions({
    queryKey: [...noticeKey, 'named', ids],
    queryFn: ({ signal }) => announcements.people({ ids }, { signal, quiet: true }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  });

/** Tenants to name. */
export const tenantChoices = queryOptions({
  queryKey: [...noticeKey, 'tenants'],
  queryFn: ({ signal }) => tenants.list({}, { signal, quiet: true }),
  staleTime: 60_000,
});

const enforcementSize = 20;
/** The latest enforcement notices that a person sees. */
export const latestEnforcement = queryOptions({
  // A notice that moves is read anew here too.
  queryKey: ['enforcement', 'latest'],
  queryFn: ({ signal }) =>
    enforcement.page({ page: 1, size: enforcementSize, sort: [], filter: {} }, { signal, quiet: true }),
});
