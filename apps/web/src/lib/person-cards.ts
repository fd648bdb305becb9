import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import { api } from './api.ts';

/** Cards of accounts. */
export const accounts = api({ card: userCalls.card });
/** Rows of an enterprise's people. */
export const employees = api({ get: staffCalls.get });
