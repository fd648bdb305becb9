import { crud } from '../../kit/calls.ts';
import { drill } from './resource.ts';

export const drillCalls = crud(drill, '/bus/drill', { impersonation: false });
