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
import { keepPreviousData, infiniteQueryOptions } from '@tanstack/react-query';
import type { AnyResource } from '#kit/resource.ts';
import { api, type Calls } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const announcements = api(announcementCalls);
const system = api(systemNoticeCalls);
const tenants = api({ list: tenantCalls.list });
const enforcement = api({ page: enforcementCalls.page });

export type Channel = 'announcement' | 'system';

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

export type InboxFilter = Parameters<typeof announcements.inbox>[0]['filter'];

const inboxSize = 20;
type InboxCursor = Pick<InboxFilter, 'before' | 'beforeAt' | 'beforePinned'>;
const top: InboxCursor = {};
/** Cursor for the page that follows the given rows. */
function cursorAfter(rows: readonly Notice[]): InboxCursor | undefined {
  const last = rows.at(-1);
  return last && { before: last.id, beforeAt: last.publishAt, beforePinned: last.pinned };
}
/** The notices of the current user, in pages. A cursor prevents shifted pages when new notices arrive. */
export const inbox = (channel: Channel, filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...noticeKey, 'inbox', channel, filter],
    queryFn: ({ signal, pageParam }) =>
      feeds[channel].inbox(
        { page: 1, size: inboxSize, sort: [], filter: { ...filter, ...pageParam } },
        { signal, quiet: true },
      ),
    initialPageParam: top,
    getNextPageParam: ({ rows, size }) => (rows.length < size ? undefined : cursorAfter(rows)),
  });

export const article = (channel: Channel, id: string) =>
  callQuery([...noticeKey, 'article', channel, id], feeds[channel].article, { id });

/** Marks a notice as read. An error is ignored, so that the notice can still be read. */
export const markRead = (channel: Channel, id: string) =>
  feeds[channel].read({ id }, { quiet: true }).catch(() => null);
export const markAllRead = (channel: Channel) => feeds[channel].readAll({});
export const confirmReceipt = (id: string) => announcements.receipt({ id });
export const fileLink = (id: string, fileId: string) => announcements.file({ id, fileId });

const admins = {
  announcement: {
    get: announcements.get,
    publish: announcements.publish,
    withdraw: announcements.withdraw,
    pin: announcements.pin,
    remove: announcements.remove,
  },
  system: {
    get: system.systemGet,
    publish: system.systemPublish,
    withdraw: system.systemWithdraw,
    pin: system.systemPin,
    remove: system.systemRemove,
  },
} as const;

export const listCalls = {
  announcement: { page: announcementCalls.page, create: announcementCalls.create },
  system: { page: systemNoticeCalls.systemPage, create: systemNoticeCalls.systemCreate },
};

export const adminOne = (channel: Channel, id: string) =>
  callQuery([...noticeKey, 'desk', channel, 'one', id], admins[channel].get, { id });

export interface Seen {
  id: string;
  version: number;
}

export const publish = (channel: Channel, { id, version }: Seen) =>
  admins[channel].publish({ id, version }, { quiet: true });
export const withdraw = (channel: Channel, { id, version }: Seen, reason: string) =>
  admins[channel].withdraw({ id, version, reason }, { quiet: true });
export const pin = (channel: Channel, { id, version }: Seen, pinned: boolean) =>
  admins[channel].pin({ id, version, pinned });
export const remove = (channel: Channel, { id, version }: Seen) => admins[channel].remove({ id, version });
export const remind = (id: string) => announcements.remind({ id });

export const createOne = (fields: AnnouncementFields) => announcements.create(fields, { quiet: true });
export const createSystem = (fields: SystemNoticeFields) => system.systemCreate(fields, { quiet: true });
export const updateOne = (patch: AnnouncementPatch) => announcements.update(patch, { quiet: true });
export const updateSystem = (patch: Parameters<typeof system.systemUpdate>[0]) =>
  system.systemUpdate(patch, { quiet: true });

export type ReadersPage = Parameters<typeof announcements.readers>[0];
export const readers = (input: ReadersPage) =>
  callQuery([...noticeKey, 'readers', input], announcements.readers, input, { placeholderData: keepPreviousData });

export const reachOf = (audience: Audience, targets: string[]) =>
  callQuery(
    [...noticeKey, 'reach', audience, targets],
    announcements.reach,
    { audience, targets },
    { enabled: audience === 'all' || targets.length > 0, staleTime: 60_000, placeholderData: keepPreviousData },
  );

export const peopleSearch = (keyword: string) =>
  callQuery([...noticeKey, 'people', keyword], announcements.people, keyword === '' ? {} : { keyword }, {
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

export const peopleByIds = (ids: string[]) =>
  callQuery(
    [...noticeKey, 'named', ids],
    announcements.people,
    { ids },
    { enabled: ids.length > 0, staleTime: 60_000 },
  );

export const tenantChoices = callQuery([...noticeKey, 'tenants'], tenants.list, {}, { staleTime: 60_000 });

const enforcementSize = 20;
export const latestEnforcement = callQuery(['enforcement', 'latest'], enforcement.page, {
  page: 1,
  size: enforcementSize,
  sort: [],
  filter: {},
});

type Declared = [of: AnyResource, calls: Calls];
const both = async <R, C>(of: Promise<R>, calls: Promise<C>, pick: (of: R, calls: C) => Declared) =>
  pick(await of, await calls);

/** Each loads the declaration only when somebody does an act together. */
export const declarations: Readonly<Record<string, () => Promise<Declared>>> = {
  danger: () =>
    both(
      import('@anlan/contract/modules/danger/resource'),
      import('@anlan/contract/modules/danger/calls'),
      ({ danger }, { dangerCalls }) => [danger, dangerCalls],
    ),
  warning: () =>
    both(
      import('@anlan/contract/modules/warning/resource'),
      import('@anlan/contract/modules/warning/calls'),
      ({ warning }, { warningCalls }) => [warning, warningCalls],
    ),
  certificate: () =>
    both(
      import('@anlan/contract/modules/certificate/resource'),
      import('@anlan/contract/modules/certificate/calls'),
      ({ certificate }, { certificateCalls }) => [certificate, certificateCalls],
    ),
  enforcement: () =>
    both(
      import('@anlan/contract/modules/enforcement/resource'),
      import('@anlan/contract/modules/enforcement/calls'),
      ({ enforcement }, { enforcementCalls }) => [enforcement, enforcementCalls],
    ),
  report: () =>
    both(
      import('@anlan/contract/modules/report/resource'),
      import('@anlan/contract/modules/report/calls'),
      ({ report }, { reportCalls }) => [report, reportCalls],
    ),
  riskPoint: () =>
    both(
      import('@anlan/contract/modules/risk-point/resource'),
      import('@anlan/contract/modules/risk-point/calls'),
      ({ riskPoint }, { riskPointCalls }) => [riskPoint, riskPointCalls],
    ),
  archiveWaiver: () =>
    both(
      import('@anlan/contract/modules/archive/resource'),
      import('@anlan/contract/modules/archive/calls'),
      ({ archiveWaiver }, { archiveWaiverCalls }) => [archiveWaiver, archiveWaiverCalls],
    ),
  vehicleAlarm: () =>
    both(
      import('@anlan/contract/modules/vehicle-alarm/resource'),
      import('@anlan/contract/modules/vehicle-alarm/calls'),
      ({ vehicleAlarm }, { vehicleAlarmCalls }) => [vehicleAlarm, vehicleAlarmCalls],
    ),
};

export async function confirmAlarm(id: string): Promise<void> {
  const { auditCalls } = await import('@anlan/contract/modules/audit/calls');
  await api({ confirm: auditCalls.confirmAlarm }).confirm({ id }, { quiet: true });
}
