import { classSessionCalls } from '@anlan/contract/modules/class-session/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

/** Calls about sessions. */
export const sessions = api(classSessionCalls);
const key = ['classSession'] as const;

/** One session. */
export const sessionOf = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => sessions.get({ id }, { signal, quiet: true }),
  });
/** The code that is shown now; asked for again as soon as it is over. */
export const codeOf = (id: string) =>
  queryOptions({
    queryKey: [...key, 'code', id],
    queryFn: ({ signal }) => sessions.code({ id }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data ? Math.max(500, state.data.leftMs) : false),
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
/** Who was there. */
export const rosterOf = (id: string) =>
  queryOptions({
    queryKey: [...key, 'roster', id],
    queryFn: ({ signal }) => sessions.roster({ id }, { signal, quiet: true }),
    refetchInterval: 5_000,
  });
/** Takes the record sheet along as a file. */
export const takeSheet = (id: string) => download(classSessionCalls.sheet, { id });
