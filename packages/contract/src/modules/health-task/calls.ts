import { crud } from '../../kit/calls.ts';
import { healthRecord, healthTask } from './resource.ts';

/** Calls of health tasks (健康检测任务). */
export const healthTaskCalls = crud(healthTask, '/bus/nucleintask/info', { impersonation: false });
/** Calls of what people owe to health tasks (检测记录). */
export const healthRecordCalls = crud(healthRecord, '/bus/nucleintask/record', { impersonation: false });
