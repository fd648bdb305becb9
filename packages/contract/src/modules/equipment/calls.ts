import { crud } from '../../kit/calls.ts';
import { equipment } from './resource.ts';

export const equipmentCalls = crud(equipment, '/bus/equipment', { import: true, impersonation: false });
