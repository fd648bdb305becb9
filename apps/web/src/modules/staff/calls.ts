import { cardsMost, learningTaskCalls } from '@anlan/contract/modules/learning/calls';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api(staffCalls);
export { cardsMost };
/** Makes cards of three-level education (三级安全教育卡). */
export const { cards } = api({ cards: learningTaskCalls.cards });

/** Accounts that a person of an enterprise can be bound to; the caller's own where none is named. */
export const accountsOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['employee', 'accounts', enterpriseId],
    queryFn: ({ signal }) => calls.accounts(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
/** Departments that people of an enterprise are in. */
export const departmentsOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['employee', 'departments', enterpriseId],
    queryFn: ({ signal }) => calls.departments(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
    staleTime: 60_000,
  });
/** What the law asks of an enterprise's safety staff, and what is missing; of one's own where none is named. */
export const staffingOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['employee', 'staffing', enterpriseId],
    queryFn: ({ signal }) => calls.staffing(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
