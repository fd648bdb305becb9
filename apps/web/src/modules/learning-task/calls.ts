import { learningTaskCalls } from '@anlan/contract/modules/learning/calls';
import { api } from '#lib/api.ts';

/** The sittings of a task, and the word on who sat there. */
export const records = api({ sittings: learningTaskCalls.sittings, faceDecide: learningTaskCalls.faceDecide });
