import { checklistCalls } from '@anlan/contract/modules/checklist/calls';
import { inspectionCalls } from '@anlan/contract/modules/inspection/calls';
import { inspectionPlanCalls } from '@anlan/contract/modules/inspection-plan/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

export const inspections = api(inspectionCalls);
const { offered } = api({ offered: checklistCalls.offered });
export const plans = api({ get: inspectionPlanCalls.get, start: inspectionPlanCalls.start });

export const inspectionKey = ['inspection'] as const;
export const offeredLists = (enterpriseId: string | null) =>
  callQuery(['checklist', 'offered', enterpriseId], offered, enterpriseId ? { enterpriseId } : {});
export const onePlan = (id: string) => callQuery(['inspectionPlan', 'one', id], plans.get, { id });
