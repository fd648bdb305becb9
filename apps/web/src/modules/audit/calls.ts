import { auditCalls } from '@anlan/contract/modules/audit/calls';
import { tenantAllowCalls, impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const logs = api(auditCalls);
const impersonations = api({ recent: impersonationCalls.recentVisits, ...tenantAllowCalls });

export const logListCalls = { page: auditCalls.page, export: auditCalls.export };
export type LogFilter = Parameters<typeof logs.page>[0]['filter'];

export const logKey = ['audit'] as const;

export const errorStack = (id: string) =>
  callQuery([...logKey, 'stack', id], logs.stack, { id }, { staleTime: Number.POSITIVE_INFINITY });

export const hideLog = ({ id }: { id: string }) => logs.hide({ id });

export const impersonationsKey = ['tenant', 'visits'] as const;

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

/** Lets platform staff write during impersonation for the given number of hours. 0 revokes this. */
export const allowImpersonation = (hours: number) => impersonations.allowEntry({ hours });
