import { classSessionCalls } from '@anlan/contract/modules/class-session/calls';
import { classSession } from '@anlan/contract/modules/class-session/resource';
import { queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

export const sessions = api(classSessionCalls);
const key = ['classSession'] as const;
export const boundSession = bindResource(classSession, classSessionCalls);

export const sessionOf = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => sessions.get({ id }, { signal, quiet: true }),
  });
/** Fetches the current attendance code of a class session, and fetches it again when it expires. */
export const codeOf = (id: string) =>
  queryOptions({
    queryKey: [...key, 'code', id],
    queryFn: ({ signal }) => sessions.code({ id }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data ? Math.max(500, state.data.leftMs) : false),
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
export const rosterOf = (id: string) =>
  queryOptions({
    queryKey: [...key, 'roster', id],
    queryFn: ({ signal }) => sessions.roster({ id }, { signal, quiet: true }),
    refetchInterval: 5_000,
  });
export const downloadSheet = (id: string) => download(classSessionCalls.sheet, { id });
