import { checklistCalls } from '@anlan/contract/modules/checklist/calls';
import { inspectionCalls } from '@anlan/contract/modules/inspection/calls';
import { inspectionPlanCalls } from '@anlan/contract/modules/inspection-plan/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Calls about inspections. */
export const inspections = api(inspectionCalls);
const { offered } = api({ offered: checklistCalls.offered });
/** Calls of plans that begin an inspection. */
export const plans = api({ get: inspectionPlanCalls.get, start: inspectionPlanCalls.start });

/** Everything that has been read of inspections. */
export const inspectionKey = ['inspection'] as const;
/** Check lists that an inspection of an enterprise may begin with. */
export const offeredLists = (enterpriseId: string | null) =>
  queryOptions({
    queryKey: ['checklist', 'offered', enterpriseId],
    queryFn: ({ signal }) => offered(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
/** One planned inspection. */
export const onePlan = (id: string) =>
  queryOptions({
    queryKey: ['inspectionPlan', 'one', id],
    queryFn: ({ signal }) => plans.get({ id }, { signal, quiet: true }),
  });
