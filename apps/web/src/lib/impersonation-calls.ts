import { impersonationCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { api } from './api.ts';

export const { leave } = api({ leave: impersonationCalls.leave });
