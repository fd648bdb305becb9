import * as z from 'zod/mini';
import { tenantId } from '../session/session.ts';
import { tenantCounts, tenantTrouble, troubleKinds } from './tenant.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/call-table.ts';

const platformAccess = { permit: 'sys:tenant:index' } as const;
/**
 * Counts of tenants for the platform's home page. They have a separate file, so that other home pages do not load the
 * tenant administration.
 */
export const tenantCountCalls = {
  count: get('/upms/tenant/count', { answer: enveloped(tenantCounts), activity: 'background', ...platformAccess }),
  /** Lists the rows behind one of these counts, for one tenant or for all, newest first. */
  trouble: get('/upms/tenant/trouble', {
    input: pageQuery({ kind: z.enum(troubleKinds, '请选择要查看的数字'), id: z.optional(tenantId) }, []),
    answer: enveloped(pageOf(tenantTrouble)),
    ...platformAccess,
  }),
};
