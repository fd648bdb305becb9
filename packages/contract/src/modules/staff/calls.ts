import { crud } from '../../kit/calls.ts';
import { employee } from './resource.ts';

/** Calls of employees (从业人员). */
export const staffCalls = crud(employee, '/bus/emp');
