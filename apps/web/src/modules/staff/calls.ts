import { maxCards, learningTaskCalls } from '@anlan/contract/modules/learning/calls';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const calls = api(staffCalls);
export { maxCards };
export const { cards } = api({ cards: learningTaskCalls.cards });

/** Accounts that can be bound to an employee. Without an id: accounts of the user's own enterprise. */
export const accountsOf = (enterpriseId: string | undefined) =>
  callQuery(['employee', 'accounts', enterpriseId], calls.accounts, enterpriseId ? { enterpriseId } : {});
export const departmentsOf = (enterpriseId: string | undefined) =>
  callQuery(['employee', 'departments', enterpriseId], calls.departments, enterpriseId ? { enterpriseId } : {}, {
    staleTime: 60_000,
  });
/** Required numbers of safety staff by law, and how many are missing. Without an id: the user's own enterprise. */
export const staffingOf = (enterpriseId: string | undefined) =>
  callQuery(['employee', 'staffing', enterpriseId], calls.staffing, enterpriseId ? { enterpriseId } : {});
