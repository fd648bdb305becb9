import { wxArticle } from '@anlan/contract/modules/wx-message/views';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { onSignal } from '#lib/app-events.ts';
import { deleteItem, saveItem, loadItem } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';

export const replyKinds = ['text', 'image', 'voice', 'video', 'news', 'music'] as const;
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
/** Unsent reply drafts for one follower, one for each message type. */
export type Draft = z.infer<typeof draft>;

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
const draftsShape = z.record(z.string(), draft);
const useStore = create<Record<string, Draft>>(() => loadItem('session', stored(), draftsShape) ?? {});
let owner = stored();
// Sign-out deletes the drafts. After an expired session the same user can continue them.
onSignal('ended', (text) => {
  if (text === undefined) deleteItem('session', owner);
  useStore.setState({}, true);
});

export function holds(draftValue: Draft, kind: ReplyKind): boolean {
  if (kind === 'text') return draftValue.text.trim() !== '';
  if (kind !== 'music') return draftValue[kind] !== null;
  const { thumb, ...words } = draftValue.music;
  return thumb !== null || Object.values(words).some((word) => word !== '');
}

const isEmpty = (draftValue: Draft) => draftValue.note === '' && replyKinds.every((kind) => !holds(draftValue, kind));

export function changeDraft(wxUserId: string, change: Partial<Draft>): void {
  const all = useStore.getState();
  const next = { ...emptyDraft, ...all[wxUserId], ...change };
  const { [wxUserId]: _, ...others } = all;
  // Update the draft in memory. Only drafts with content are also written to session storage.
  useStore.setState({ ...others, [wxUserId]: next }, true);
  const worth = Object.entries(useStore.getState()).filter(([, each]) => !isEmpty(each));
  owner = stored();
  saveItem('session', owner, Object.fromEntries(worth.slice(-50)));
}

export const useDraft = (wxUserId: string): Draft => useStore((all) => all[wxUserId] ?? emptyDraft);

export const useHasDrafts = (): boolean => useStore((all) => Object.values(all).some((each) => !isEmpty(each)));

export const useHasDraft = (wxUserId: string): boolean =>
  useStore((all) => all[wxUserId] !== undefined && !isEmpty(all[wxUserId]));
