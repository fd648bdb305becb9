import { tenantVisitCalls } from '@anlan/contract/wire/tenant-visit';
import { api } from '#lib/api.ts';

/** Leaves the tenant that was entered. */
export const { leave } = api({ leave: tenantVisitCalls.leave });
