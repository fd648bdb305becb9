import { crud } from '../../kit/calls.ts';
import { safetyCost, safetyCostYear } from './resource.ts';

export const safetyCostCalls = crud(safetyCost, '/bus/safetycost', { impersonation: false });
export const safetyCostYearCalls = crud(safetyCostYear, '/bus/safetycostyear', { impersonation: false });
