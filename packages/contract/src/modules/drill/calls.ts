import { crud } from '../../kit/calls.ts';
import { drill } from './resource.ts';

/** Calls of drills (应急演练). */
export const drillCalls = crud(drill, '/bus/drill', { impersonation: false });
