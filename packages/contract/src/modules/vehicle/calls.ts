import { crud } from '../../kit/calls.ts';
import { vehicle } from './resource.ts';

/** Calls of vehicles (车辆). */
export const vehicleCalls = crud(vehicle, '/bus/vehicle', { import: true, impersonation: false });
