import { impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { api } from './api.ts';

/** Leaves the tenant that was entered. */
export const { leave } = api({ leave: impersonationCalls.leave });
