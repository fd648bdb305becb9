import { wxFollowerCalls, type WxFollower } from '@anlan/contract/modules/wx-follower/calls';
import { wxMaterialCalls } from '@anlan/contract/modules/wx-material/calls';
import { wxMessageCalls } from '@anlan/contract/modules/wx-message/calls';
import { wxQuickReplyCalls } from '@anlan/contract/modules/wx-reply/calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const messages = api(wxMessageCalls);
const followers = api(wxFollowerCalls);
const materials = api(wxMaterialCalls);
const replies = api(wxQuickReplyCalls);

export type { WxFollower };

const quiet = { quiet: true };
/** Everything that has been read of messages; let go after a write. */
export const wxKey = ['wx-message'] as const;

/** What conversations are narrowed by, and in which order. */
export interface ConversationsAsked {
  filter: Parameters<typeof messages.conversationPage>[0]['filter'];
  /** Latest first; else whose time to answer ends first. */
  latest: boolean;
}
/** Conversations of a page of the list. */
const conversationsAPage = 30;

/** Conversations, page by page as one scrolls. */
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

/** How many conversations wait for an answer, however the list is narrowed by state. */
export const waitingCount = (filter: ConversationsAsked['filter']) =>
  queryOptions({
    queryKey: [...wxKey, 'waiting', filter],
    queryFn: ({ signal }) =>
      messages.conversationPage(
        { page: 1, size: 1, sort: [], filter: { ...filter, state: 'pending' } },
        { signal, quiet: true },
      ),
    select: ({ total }) => total,
  });

/** One conversation: its window, who answers. */
export const conversationOf = (wxUserId: string) =>
  queryOptions({
    queryKey: [...wxKey, 'conversation', wxUserId],
    queryFn: ({ signal }) => messages.conversation({ id: wxUserId }, { signal, quiet: true }),
  });

/** Unread messages: own, unassigned, all. */
export const unreadCounts = () =>
  queryOptions({
    queryKey: [...wxKey, 'unread'],
    queryFn: ({ signal }) => messages.unread({}, { signal, quiet: true }),
  });

/** What the bell lists: each follower's last message that is no event (LY-15). */
export const bellPage = () =>
  queryOptions({
    queryKey: [...wxKey, 'bell'],
    queryFn: ({ signal }) =>
      messages.page(
        { page: 1, size: 10, sort: [{ by: 'createTime', desc: true }], filter: { notInRepType: 'event', type: '1' } },
        { signal, quiet: true },
      ),
  });

/** Who answers soonest to be told: the conversation whose window ends first. */
export const endsFirst = () =>
  queryOptions({
    queryKey: [...wxKey, 'ends-first'],
    queryFn: ({ signal }) =>
      messages.conversationPage({ page: 1, size: 1, sort: [], filter: { state: 'pending' } }, { signal, quiet: true }),
  });

/** A page of what was said with a follower, newest first; older than a message, or the newest. */
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

/** The first of what was said with a follower, oldest first. */
export const readOldest = (appId: string, wxUserId: string) =>
  messages
    .page(
      { page: 1, size: 14, sort: [{ by: 'createTime', desc: false }], filter: { appId, wxUserId, notes: true } },
      quiet,
    )
    .then(({ rows }) => rows);

/** What a gap of the live channel left out, oldest first. */
export const readMissed = (wxUserId: string, afterId: string) => messages.missed({ wxUserId, afterId }, quiet);
/** Marks what a follower wrote as read. */
export const markRead = (of: { id: string } | { wxUserId: string }) =>
  messages.readFlag({ ...of, readFlag: '0' }, quiet);
/** Marks everything of a follower as unread. */
export const markUnread = (wxUserId: string) => messages.readFlag({ wxUserId, readFlag: '1' }, quiet);
/** Sends a message; what fails is shown beside it. */
export const sendMessage = (input: Parameters<typeof messages.send>[0]) => messages.send(input, quiet);
/** Sends one that failed once more. */
export const retryMessage = (id: string) => messages.retry({ id }, quiet);
/** Tells colleagues something. */
export const writeNote = (wxUserId: string, text: string) => messages.note({ wxUserId, text }, quiet);
/** Keeps the picture of a message as a photo of one's own. */
export const keepPhoto = (id: string) => messages.photo({ id }, quiet);
/** Takes a conversation. */
export const takeConversation = (wxUserId: string) => messages.take({ wxUserId }, quiet);
/** Hands a conversation over. */
export const handOver = (input: Parameters<typeof messages.handOver>[0]) => messages.handOver(input, quiet);
/** Ends a conversation. */
export const endConversation = (wxUserId: string) => messages.end({ wxUserId }, quiet);
/** Says that one looks at a conversation, and who else does. */
export const tellPresence = (wxUserId: string, typing: boolean) => messages.presence({ wxUserId, typing }, quiet);

/** Messages with these words; older than one of them. */
export const searchPages = (keyword: string, wxUserId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...wxKey, 'search', keyword, wxUserId],
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
      messages.search({ keyword, wxUserId, beforeId: pageParam }, { signal, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.at(-1)?.id,
    enabled: [...keyword].length >= 2,
  });

/** People who may answer. */
export const clerks = () =>
  queryOptions({
    queryKey: [...wxKey, 'clerks'],
    queryFn: ({ signal }) => messages.clerks({}, { signal, quiet: true }),
    staleTime: 60_000,
  });
/** Prepared answers, filled in for a follower. */
export const filledReplies = (wxUserId: string) =>
  queryOptions({
    queryKey: ['wx-quick-replies', wxUserId],
    queryFn: ({ signal }) => replies.filled({ wxUserId }, { signal, quiet: true }),
    staleTime: 60_000,
  });
/** Who a follower is, and what their enterprise has to do. */
export const followerFacts = (wxUserId: string) =>
  queryOptions({
    queryKey: ['wx-follower', 'facts', wxUserId],
    queryFn: ({ signal }) => followers.facts({ id: wxUserId }, { signal, quiet: true }),
  });
/** Changes remark, tags or the employee of a follower. */
export const updateFollower = (input: Parameters<typeof followers.update>[0]) => followers.update(input, quiet);
/** Tags in use. */
export const followerTags = () =>
  queryOptions({
    queryKey: ['wx-follower', 'tags'],
    queryFn: ({ signal }) => followers.tags({}, { signal, quiet: true }),
    staleTime: 60_000,
  });

/** Bytes of what a follower sent, or of a material of ours. */
export const readMedia = (of: { appId: string; mediaId: string; fileName?: string }, own: boolean): Promise<Blob> =>
  own ? materials.other(of, quiet) : materials.tempOther(of, quiet);
