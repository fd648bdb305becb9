import { learningTaskCalls } from '@anlan/contract/modules/learning/calls';
import { api } from '#lib/api.ts';

export const records = api({ sittings: learningTaskCalls.sittings, faceDecide: learningTaskCalls.faceDecide });
