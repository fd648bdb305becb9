import { maxCards, learningTaskCalls } from '@anlan/contract/modules/learning/calls';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api(staffCalls);
export { maxCards };
export const { cards } = api({ cards: learningTaskCalls.cards });

/** Accounts that can be bound to an employee. Without an id: accounts of the user's own enterprise. */
export const accountsOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['employee', 'accounts', enterpriseId],
    queryFn: ({ signal }) => calls.accounts(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
export const departmentsOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['employee', 'departments', enterpriseId],
    queryFn: ({ signal }) => calls.departments(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
    staleTime: 60_000,
  });
/** Required numbers of safety staff by law, and how many are missing. Without an id: the user's own enterprise. */
export const staffingOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['employee', 'staffing', enterpriseId],
    queryFn: ({ signal }) => calls.staffing(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
