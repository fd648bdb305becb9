import { tenantVisitCalls } from '@anlan/contract/wire/tenant-visit';
import { api } from './api.ts';

/** Leaves the tenant that was entered. */
export const { leave } = api({ leave: tenantVisitCalls.leave });
