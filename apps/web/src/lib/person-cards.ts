import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import { api } from './api.ts';

export const accounts = api({ card: userCalls.card });
export const employees = api({ get: staffCalls.get });
