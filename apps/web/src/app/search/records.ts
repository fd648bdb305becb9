import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHolds } from '#lib/person.ts';
import type { FoundRecord, FoundRecords } from '#lib/record-search.ts';
import { worthAsking, type Place } from './rules.ts';

/** Where records of a kind are found, and where one of them leads. */
interface Kind {
  key: string;
  title: string;
  icon: 'building' | 'user';
  find: (keyword: string, signal: AbortSignal) => Promise<FoundRecords>;
  /** Address of one. */
  one: (row: FoundRecord) => string;
  /** Address of all that were found. */
  all: (keyword: string) => string;
}

const finders = () => import('#lib/record-search.ts');
const listed = (path: string) => (keyword: string) => `${path}?${new URLSearchParams({ keyword }).toString()}`;

const enterprises: Kind = {
  key: 'enterprise',
  title: '企业',
  icon: 'building',
  find: async (keyword, signal) => (await finders()).findEnterprises(keyword, signal),
  one: ({ id }) => `/bus/enterprise/dossier?id=${id}`,
  all: listed('/bus/enterprise/index'),
};
const people = (path: string, staff: boolean): Kind => ({
  key: staff ? 'staff' : 'user',
  title: staff ? '企业员工' : '人员',
  icon: 'user',
  find: async (keyword, signal) => (await finders()).findUsers(keyword, staff, signal),
  one: ({ account }) => listed(path)(account),
  all: listed(path),
});

const settleMs = 250;

/** The text, once nobody has typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Which records this person may look for: those whose list stands in their menu. */
export function useKinds(places: readonly Place[]): Kind[] {
  const has = (path: string) => places.some(({ to }) => to.split('?')[0] === path);
  const sees = { enterprise: useHolds('bus:enterprise:index'), user: useHolds('sys:user:index') };
  return [
    ...(sees.enterprise && has('/bus/enterprise/index') ? [enterprises] : []),
    ...(sees.user && has('/upms/user/index') ? [people('/upms/user/index', false)] : []),
    ...(sees.user && has('/upms/user/entuser') ? [people('/upms/user/entuser', true)] : []),
  ];
}

/** The records of a kind that fit what is typed; an answer to what was typed before counts no more. */
export function useRecords(kind: Kind | undefined, keyword: string) {
  return useQuery(
    queryOptions({
      // Under the rooms' own keys: what they write makes this stale too.
      queryKey: [kind?.key === 'enterprise' ? 'enterprise' : 'user-admin', 'palette', kind?.key, keyword],
      queryFn: ({ signal }) => kind?.find(keyword, signal) ?? { rows: [], total: 0 },
      enabled: kind !== undefined && worthAsking(keyword),
      retry: false,
      gcTime: 60_000,
    }),
  );
}
