import { crud } from '../../kit/calls.ts';
import { vehicleDay } from './resource.ts';

export const vehicleDayCalls = crud(vehicleDay, '/bus/vehicleday', { import: true, impersonation: false });
