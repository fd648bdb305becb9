import { crud } from '../../kit/calls.ts';
import { emergencyPlan } from './resource.ts';

/** Calls of emergency plans (应急预案). */
export const emergencyPlanCalls = crud(emergencyPlan, '/bus/emergencyplan', { impersonation: false });
