import { classSessionCalls } from '@anlan/contract/modules/class-session/calls';
import { classSession } from '@anlan/contract/modules/class-session/resource';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { download } from '#lib/download.ts';

export const sessions = api(classSessionCalls);
const key = ['classSession'] as const;
export const boundSession = bindResource(classSession, classSessionCalls);

export const sessionOf = (id: string) => callQuery([...key, 'one', id], sessions.get, { id });
/** Fetches the current attendance code of a class session, and fetches it again when it expires. */
export const codeOf = (id: string) =>
  callQuery(
    [...key, 'code', id],
    sessions.code,
    { id },
    {
      refetchInterval: ({ state }) => (state.data ? Math.max(500, state.data.leftMs) : false),
      refetchIntervalInBackground: true,
      gcTime: 0,
    },
  );
export const rosterOf = (id: string) =>
  callQuery([...key, 'roster', id], sessions.roster, { id }, { refetchInterval: 5_000 });
export const downloadSheet = (id: string) => download(classSessionCalls.sheet, { id });
