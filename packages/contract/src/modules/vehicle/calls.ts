import { crud } from '../../kit/calls.ts';
import { vehicle } from './resource.ts';

export const vehicleCalls = crud(vehicle, '/bus/vehicle', { import: true, impersonation: false });
