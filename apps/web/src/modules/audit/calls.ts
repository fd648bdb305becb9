import { auditCalls } from '@anlan/contract/modules/audit/calls';
import { tenantAllowCalls, impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

const logs = api(auditCalls);
const impersonations = api({ recent: impersonationCalls.recentVisits, ...tenantAllowCalls });

/** How the list's request stands in its URL. */
export const logQuery = auditCalls.page.input;
/** What the list asks for. */
export type LogPage = Parameters<typeof logs.page>[0];
/** Filters of the list. */
export type LogFilter = LogPage['filter'];

/** Everything that has been read of the logs. */
export const logKey = ['audit'] as const;

/** A page of the logs; the old rows stay while the next are on their way. */
export const logPage = (input: LogPage) =>
  queryOptions({
    queryKey: [...logKey, 'page', input],
    queryFn: ({ signal }) => logs.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Downloads the filtered logs as .xlsx. */
export const exportLogs = (input: LogPage) => download(auditCalls.export, input);

/** The stack of an error, each line with its place in the source. */
export const errorStack = (id: string) =>
  queryOptions({
    queryKey: [...logKey, 'stack', id],
    queryFn: ({ signal }) => logs.stack({ id }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Takes an entry off the list. */
export const hideLog = ({ id }: { id: string }) => logs.hide({ id });

/** What is known of the platform's people inside; let go after a consent. */
export const impersonationsKey = ['tenant', 'visits'] as const;

/** Who of the platform was inside of late, and until when they may write. */
export const recentImpersonations = queryOptions({
  queryKey: impersonationsKey,
  queryFn: async ({ signal }) => {
    const how = { signal, quiet: true };
    const [entries, consent] = await Promise.all([
      impersonations.recent({}, how),
      impersonations.entryAllowed({}, how),
    ]);
    return { entries, ...consent };
  },
  staleTime: 0,
});

/** Lets the platform's people write for so many hours; 0 ends it. */
export const allowImpersonation = (hours: number) => impersonations.allowEntry({ hours });
