import { crud } from '../../kit/calls.ts';
import { safetyCost, safetyCostYear } from './resource.ts';

/** Calls of the ledger of safety costs (安全生产费用). */
export const safetyCostCalls = crud(safetyCost, '/bus/safetycost', { impersonation: false });
/** Calls of the yearly accounts of safety costs. */
export const safetyCostYearCalls = crud(safetyCostYear, '/bus/safetycostyear', { impersonation: false });
