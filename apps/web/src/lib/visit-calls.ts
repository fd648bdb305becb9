import { tenantVisitCalls } from '@anlan/contract/modules/tenant/visit-calls';
import { api } from './api.ts';

/** Leaves the tenant that was entered. */
export const { leave } = api({ leave: tenantVisitCalls.leave });
