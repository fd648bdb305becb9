// State of the message centre in the address: filters and the open conversation.
import type { WxRepType } from '@anlan/contract/modules/wx-message/views';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTabId } from '#ui/tab-context.tsx';
import type { ConversationsAsked } from './calls.ts';

const states = ['pending', 'answered', 'ended'] as const;
const repTypes = ['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'event'] as const;

export interface Place {
  appId: string;
  state: (typeof states)[number] | '';
  assignee: 'mine' | 'nobody' | '';
  repType: Extract<WxRepType, (typeof repTypes)[number]> | '';
  unread: '1' | '';
  order: 'latest' | '';
  keyword: string;
  follower: string;
  message: string;
}

const one = <T extends string>(value: string | null, allowedValues: readonly T[]): T | '' =>
  allowedValues.find((each) => each === value) ?? '';

function placeOf(search: string): Place {
  const params = new URLSearchParams(search);
  return {
    appId: params.get('appId') ?? '',
    state: one(params.get('state'), states),
    assignee: one(params.get('assignee'), ['mine', 'nobody']),
    repType: one(params.get('repType'), repTypes),
    unread: one(params.get('unread'), ['1']),
    order: one(params.get('order'), ['latest']),
    keyword: params.get('keyword') ?? '',
    follower: params.get('wxUserId') ?? '',
    message: params.get('message') ?? '',
  };
}

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
