// What the address of the message centre says: which conversations, and which of them is open.
import type { WxRepType } from '@anlan/contract/modules/wx-message/views';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTabId } from '#ui/tab-scope.tsx';
import type { ConversationsAsked } from './calls.ts';

const states = ['pending', 'answered', 'ended'] as const;
const repTypes = ['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'event'] as const;

/** What the address says; empty where it says nothing. */
export interface Place {
  appId: string;
  state: (typeof states)[number] | '';
  assignee: 'mine' | 'nobody' | '';
  repType: Extract<WxRepType, (typeof repTypes)[number]> | '';
  /** 1: only with unread messages. */
  unread: '1' | '';
  order: 'latest' | '';
  /** Words that are looked for. */
  keyword: string;
  /** Whose conversation is open. */
  follower: string;
  /** The message that it opens at; the newest where it is empty. */
  message: string;
}

const one = <T extends string>(value: string | null, known: readonly T[]): T | '' =>
  known.find((each) => each === value) ?? '';

/** Reads an address. */
function placeOf(search: string): Place {
  const said = new URLSearchParams(search);
  return {
    appId: said.get('appId') ?? '',
    state: one(said.get('state'), states),
    assignee: one(said.get('assignee'), ['mine', 'nobody']),
    repType: one(said.get('repType'), repTypes),
    unread: one(said.get('unread'), ['1']),
    order: one(said.get('order'), ['latest']),
    keyword: said.get('keyword') ?? '',
    follower: said.get('wxUserId') ?? '',
    message: said.get('message') ?? '',
  };
}

/** Which conversations are asked for. */
export const filterOf = ({
  appId,
  state,
  assignee,
  repType,
  unread,
  keyword,
}: Place): ConversationsAsked['filter'] => ({
  appId: appId || undefined,
  state: state || undefined,
  assignee: assignee || undefined,
  repType: repType || undefined,
  readFlag: unread || undefined,
  nickName: keyword || undefined,
});

/** Where the message centre stands, and how to go elsewhere in it. */
export function usePlace() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const put = useCallback(
    (change: Partial<Record<keyof Place, string | null>>) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(change)) {
        const called = name === 'follower' ? 'wxUserId' : name;
        if (value) next.set(called, value);
        else next.delete(called);
      }
      void navigate({ pathname, search: next.toString() }, { state: { tab } });
    },
    [navigate, pathname, search, tab],
  );
  return { place: placeOf(search), put };
}
