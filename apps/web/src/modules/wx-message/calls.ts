import { wxFollowerCalls, type WxFollower } from '@anlan/contract/modules/wx-follower/calls';
import { wxMaterialCalls } from '@anlan/contract/modules/wx-material/calls';
import { wxMessageCalls } from '@anlan/contract/modules/wx-message/calls';
import { wxQuickReplyCalls } from '@anlan/contract/modules/wx-reply/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const messages = api(wxMessageCalls);
const followers = api(wxFollowerCalls);
const materials = api(wxMaterialCalls);
const replies = api(wxQuickReplyCalls);

export type { WxFollower };

const quiet = { quiet: true };
export const wxKey = ['wx-message'] as const;

export interface ConversationsAsked {
  filter: Parameters<typeof messages.conversationPage>[0]['filter'];
  /** Sort order of conversations. true: the latest first. false: the earliest end of the reply window first. */
  latest: boolean;
}
const conversationsAPage = 30;

export const conversationPages = ({ filter, latest }: ConversationsAsked) =>
  infiniteQueryOptions({
    queryKey: [...wxKey, 'conversations', filter, latest],
    queryFn: ({ signal, pageParam }) =>
      messages.conversationPage(
        { page: pageParam, size: conversationsAPage, sort: latest ? [{ by: 'lastAt', desc: true }] : [], filter },
        { signal, quiet: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.rows.length < conversationsAPage ? undefined : page + 1),
  });

/** Number of conversations without an answer. The status part of the filter is ignored. */
export const waitingCount = (filter: ConversationsAsked['filter']) =>
  callQuery(
    [...wxKey, 'waiting', filter],
    messages.conversationPage,
    { page: 1, size: 1, sort: [], filter: { ...filter, state: 'pending' } },
    { select: ({ total }) => total },
  );

export const conversationOf = (wxUserId: string) =>
  callQuery([...wxKey, 'conversation', wxUserId], messages.conversation, { id: wxUserId });

export const unreadCounts = () => callQuery([...wxKey, 'unread'], messages.unread, {});

/** The list under the bell icon: the latest message of each follower, without events (LY-15). */
export const bellPage = () =>
  callQuery([...wxKey, 'bell'], messages.page, {
    page: 1,
    size: 10,
    sort: [{ by: 'createTime', desc: true }],
    filter: { notInRepType: 'event', type: '1' },
  });

/** The unanswered conversation whose reply window ends first. */
export const endsFirst = () =>
  callQuery([...wxKey, 'ends-first'], messages.conversationPage, {
    page: 1,
    size: 1,
    sort: [],
    filter: { state: 'pending' },
  });

/** A page of the message history, newest first, before `beforeId`. Default: the newest page. */
export const readHistory = (appId: string, wxUserId: string, beforeId: string | undefined, signal?: AbortSignal) =>
  messages
    .page(
      {
        page: 1,
        size: 14,
        sort: [{ by: 'createTime', desc: true }],
        filter: { appId, wxUserId, beforeId, notes: true },
      },
      { signal, quiet: true },
    )
    .then(({ rows }) => rows);

export const readOldest = (appId: string, wxUserId: string) =>
  messages
    .page(
      { page: 1, size: 14, sort: [{ by: 'createTime', desc: false }], filter: { appId, wxUserId, notes: true } },
      quiet,
    )
    .then(({ rows }) => rows);

/** Messages after `afterId`, oldest first. Used when the live connection was interrupted. */
export const readMissed = (wxUserId: string, afterId: string) => messages.missed({ wxUserId, afterId }, quiet);
export const markRead = (of: { id: string } | { wxUserId: string }) =>
  messages.readFlag({ ...of, readFlag: '0' }, quiet);
export const markUnread = (wxUserId: string) => messages.readFlag({ wxUserId, readFlag: '1' }, quiet);
export const sendMessage = (input: Parameters<typeof messages.send>[0]) => messages.send(input, quiet);
export const retryMessage = (id: string) => messages.retry({ id }, quiet);
export const writeNote = (wxUserId: string, text: string) => messages.note({ wxUserId, text }, quiet);
/** Copies the picture of a message to the user's photos. */
export const keepPhoto = (id: string) => messages.photo({ id }, quiet);
export const takeConversation = (wxUserId: string) => messages.take({ wxUserId }, quiet);
export const handOver = (input: Parameters<typeof messages.handOver>[0]) => messages.handOver(input, quiet);
export const endConversation = (wxUserId: string) => messages.end({ wxUserId }, quiet);
/** Reports that this user views a conversation. Returns the other users who view it. */
export const tellPresence = (wxUserId: string, typing: boolean) => messages.presence({ wxUserId, typing }, quiet);

/** Searches messages, in pages. The cursor is the oldest message loaded so far. */
export const searchPages = (keyword: string, wxUserId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...wxKey, 'search', keyword, wxUserId],
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
      messages.search({ keyword, wxUserId, beforeId: pageParam }, { signal, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.at(-1)?.id,
    enabled: [...keyword].length >= 2,
  });

export const clerks = () => callQuery([...wxKey, 'clerks'], messages.clerks, {}, { staleTime: 60_000 });
export const filledReplies = (wxUserId: string) =>
  callQuery(['wx-quick-replies', wxUserId], replies.filled, { wxUserId }, { staleTime: 60_000 });
export const followerFacts = (wxUserId: string) =>
  callQuery(['wx-follower', 'facts', wxUserId], followers.facts, { id: wxUserId });
export const updateFollower = (input: Parameters<typeof followers.update>[0]) => followers.update(input, quiet);
export const followerTags = () => callQuery(['wx-follower', 'tags'], followers.tags, {}, { staleTime: 60_000 });

export const readMedia = (of: { appId: string; mediaId: string; fileName?: string }, own: boolean): Promise<Blob> =>
  own ? materials.other(of, quiet) : materials.tempOther(of, quiet);

export const dangersOf = (wxUserId: string) =>
  callQuery([...wxKey, 'dangers', wxUserId], messages.dangers, { wxUserId });
