import { crud } from '../../kit/calls.ts';
import { vehicleAlarm } from './resource.ts';

export const vehicleAlarmCalls = crud(vehicleAlarm, '/bus/vehiclealarm', { import: true, impersonation: false });
