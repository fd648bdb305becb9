import { crud } from '../../kit/calls.ts';
import { vehicleDay } from './resource.ts';

/** Calls of days of vehicles (车辆运行日). */
export const vehicleDayCalls = crud(vehicleDay, '/bus/vehicleday', { import: true, impersonation: false });
