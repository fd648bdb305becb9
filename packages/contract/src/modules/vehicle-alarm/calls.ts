import { crud } from '../../kit/calls.ts';
import { vehicleAlarm } from './resource.ts';

/** Calls of alarms of vehicles (动态监控报警). */
export const vehicleAlarmCalls = crud(vehicleAlarm, '/bus/vehiclealarm', { import: true, impersonation: false });
