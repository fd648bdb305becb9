// What this module adds to the product: permits, call names, menu entries, preset rights.
import { jobMeasures } from './measures.ts';

export const callNames = { 'job.cancel': '取消任务', 'job.undo': '撤销任务' };

export const measures = Object.values(jobMeasures);
