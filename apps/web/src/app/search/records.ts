import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHolds } from '#lib/person.ts';
import type { FoundRecord, FoundRecords } from '#lib/record-search.ts';
import { worthAsking, type Place } from './rules.ts';

/** Where records of a kind are found, and where one of them leads. */
interface Kind {
  key: string;
  /** Under whose key its answers are kept: what that module writes makes them stale. */
  of: string;
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
  of: 'enterprise',
  title: '企业',
  icon: 'building',
  find: async (keyword, signal) => (await finders()).findEnterprises(keyword, signal),
  one: ({ id }) => `/bus/enterprise/dossier?id=${id}`,
  all: listed('/bus/enterprise/index'),
};
const people = (path: string, staff: boolean): Kind => ({
  key: staff ? 'staff' : 'user',
  of: 'user-admin',
  title: staff ? '企业员工' : '人员',
  icon: 'user',
  find: async (keyword, signal) => (await finders()).findUsers(keyword, staff, signal),
  one: ({ account }) => listed(path)(account),
  all: listed(path),
});

const employees: Kind = {
  key: 'employee',
  of: 'employee',
  title: '从业人员',
  icon: 'user',
  find: async (keyword, signal) => (await finders()).findEmployees(keyword, signal),
  one: ({ account }) => listed('/bus/emp/index')(account),
  all: listed('/bus/emp/index'),
};

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
  const sees = {
    enterprise: useHolds('bus:enterprise:index'),
    employee: useHolds('bus:emp:index'),
    user: useHolds('sys:user:index'),
  };
  return [
    ...(sees.enterprise && has('/bus/enterprise/index') ? [enterprises] : []),
    ...(sees.employee && has('/bus/emp/index') ? [employees] : []),
    ...(sees.user && has('/upms/user/index') ? [people('/upms/user/index', false)] : []),
    ...(sees.user && has('/upms/user/entuser') ? [people('/upms/user/entuser', true)] : []),
  ];
}

/** The records of each kind that fit what is typed; an answer to what was typed before counts no more. */
export function useFound(kinds: readonly Kind[], keyword: string) {
  const found = useQueries({
    queries: kinds.map((kind) =>
      queryOptions({
        queryKey: [kind.of, 'palette', kind.key, keyword],
        queryFn: ({ signal }) => kind.find(keyword, signal),
        enabled: worthAsking(keyword),
        retry: false,
        gcTime: 60_000,
      }),
    ),
  });
  return kinds.flatMap((kind, at) => {
    const one = found[at];
    return one ? [{ kind, found: one }] : [];
  });
}
