import { crud } from '../../kit/calls.ts';
import { emergencyPlan } from './resource.ts';

export const emergencyPlanCalls = crud(emergencyPlan, '/bus/emergencyplan', { impersonation: false });
