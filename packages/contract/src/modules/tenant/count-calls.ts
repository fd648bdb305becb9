import * as z from 'zod/mini';
import { tenantId } from '../session/session.ts';
import { tenantCounts, tenantTrouble, troubleKinds } from './tenant.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/dialect.ts';

const ofPlatform = { permit: 'sys:tenant:index', origin: 'chosen' } as const;
/** Counts of tenants for the platform's home, apart from the desk so that no other home carries it. */
export const tenantCountCalls = {
  count: get('/upms/tenant/count', { answer: enveloped(tenantCounts), activity: 'background', ...ofPlatform }),
  /** The rows behind one of these numbers, of one tenant or of all, the latest first. */
  trouble: get('/upms/tenant/trouble', {
    input: pageQuery(
      {
        kind: z.enum(troubleKinds, '请选择要查看的数字'),
        /** One tenant's alone. */
        id: z.optional(tenantId),
      },
      [],
    ),
    answer: enveloped(pageOf(tenantTrouble)),
    ...ofPlatform,
  }),
};
