import { checklistCalls } from '@anlan/contract/modules/checklist/calls';
import { inspectionCalls } from '@anlan/contract/modules/inspection/calls';
import { inspectionPlanCalls } from '@anlan/contract/modules/inspection-plan/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const inspections = api(inspectionCalls);
const { offered } = api({ offered: checklistCalls.offered });
export const plans = api({ get: inspectionPlanCalls.get, start: inspectionPlanCalls.start });

export const inspectionKey = ['inspection'] as const;
export const offeredLists = (enterpriseId: string | null) =>
  queryOptions({
    queryKey: ['checklist', 'offered', enterpriseId],
    queryFn: ({ signal }) => offered(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
export const onePlan = (id: string) =>
  queryOptions({
    queryKey: ['inspectionPlan', 'one', id],
    queryFn: ({ signal }) => plans.get({ id }, { signal, quiet: true }),
  });
