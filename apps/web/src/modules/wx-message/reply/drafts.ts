import { wxArticle } from '@anlan/contract/modules/wx-message/views';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { onSignal } from '#lib/signals.ts';
import { forget, keep, recall } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';

/** Tabs of the reply editor. */
export const replyKinds = ['text', 'image', 'voice', 'video', 'news', 'music'] as const;
/** One of them. */
export type ReplyKind = (typeof replyKinds)[number];

const attached = z.object({
  mediaId: z.string(),
  name: z.string(),
  url: z.nullable(z.string()),
  description: z.optional(z.string()),
  article: z.optional(wxArticle),
});

const draft = z.object({
  kind: z.enum(replyKinds),
  text: z.string(),
  note: z.string(),
  isNote: z.boolean(),
  image: z.nullable(attached),
  voice: z.nullable(attached),
  video: z.nullable(attached),
  news: z.nullable(attached),
  music: z.object({
    name: z.string(),
    description: z.string(),
    url: z.string(),
    hqUrl: z.string(),
    thumb: z.nullable(attached),
  }),
});
/** What somebody has begun to write to a follower: each tab holds its own. */
export type Draft = z.infer<typeof draft>;

/** Nothing yet. */
export const emptyDraft: Draft = {
  kind: 'text',
  text: '',
  note: '',
  isNote: false,
  image: null,
  voice: null,
  video: null,
  news: null,
  music: { name: '', description: '', url: '', hqUrl: '', thumb: null },
};

const stored = () => `wxmsg-drafts-${tokens()?.userId ?? ''}`;
const kept = z.record(z.string(), draft);
const useStore = create<Record<string, Draft>>(() => recall('session', stored(), kept) ?? {});
let owner = stored();
// Who left of their own will takes what they began along; a session that ended leaves it for the same person.
onSignal('ended', (text) => {
  if (text === undefined) forget('session', owner);
  useStore.setState({}, true);
});

/** Whether a tab holds something. */
export function holds(given: Draft, kind: ReplyKind): boolean {
  if (kind === 'text') return given.text.trim() !== '';
  if (kind !== 'music') return given[kind] !== null;
  const { thumb, ...words } = given.music;
  return thumb !== null || Object.values(words).some((word) => word !== '');
}

const isEmpty = (given: Draft) => given.note === '' && replyKinds.every((kind) => !holds(given, kind));

/** Changes what was begun for a follower; empty ones are let go. */
export function changeDraft(wxUserId: string, change: Partial<Draft>): void {
  const all = useStore.getState();
  const next = { ...emptyDraft, ...all[wxUserId], ...change };
  const { [wxUserId]: _, ...others } = all;
  // Which tab is in front is remembered too, as long as the page stands.
  useStore.setState({ ...others, [wxUserId]: next }, true);
  const worth = Object.entries(useStore.getState()).filter(([, each]) => !isEmpty(each));
  owner = stored();
  keep('session', owner, Object.fromEntries(worth.slice(-50)));
}

/** What was begun for a follower. */
export const useDraft = (wxUserId: string): Draft => useStore((all) => all[wxUserId] ?? emptyDraft);

/** Whether anything at all was begun and not sent. */
export const useHasDrafts = (): boolean => useStore((all) => Object.values(all).some((each) => !isEmpty(each)));

/** Whether something was begun for this follower. */
export const useHasDraft = (wxUserId: string): boolean =>
  useStore((all) => all[wxUserId] !== undefined && !isEmpty(all[wxUserId]));
