import { crud } from '../../kit/calls.ts';
import { equipment } from './resource.ts';

/** Calls of equipment (设备). */
export const equipmentCalls = crud(equipment, '/bus/equipment', { import: true, impersonation: false });
