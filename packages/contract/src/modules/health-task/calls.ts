import { crud } from '../../kit/calls.ts';
import { healthRecord, healthTask } from './resource.ts';

export const healthTaskCalls = crud(healthTask, '/bus/nucleintask/info', { impersonation: false });
export const healthRecordCalls = crud(healthRecord, '/bus/nucleintask/record', { impersonation: false });
