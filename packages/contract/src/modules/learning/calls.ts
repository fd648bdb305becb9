import * as z from 'zod/mini';
import { fileLink } from '../../domain/file.ts';
import { id, text, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../wire/dialect.ts';
import { examAnswers, examPaper, examResult } from './exam.ts';
import { trainingPlan } from './plan.ts';
import { learningTask } from './task.ts';
import { beat, begunSitting, ownTask, sittingState, taskView } from './views.ts';

/** Calls of training plans (培训计划). */
export const trainingPlanCalls = crud(trainingPlan, '/bus/alearning/plan', { visit: false });
/** Calls of learning tasks (学习任务). */
export const learningTaskCalls = crud(learningTask, '/bus/dailyEducation', { visit: false });

const own = { permit: 'bus:studyplan:learn' as const, origin: 'chosen' };
/** Calls of learners: their own tasks alone. */
export const learningCalls = {
  mine: get('/bus/alearning/mine/list', { answer: enveloped(z.array(ownTask)), ...own }),
  open: get('/bus/alearning/task', { input: withId, in: {}, answer: enveloped(taskView), ...own }),
  begin: post('/bus/alearning/begin', {
    input: z.object({
      /** The task. */
      id,
      /** The lesson. */
      key: z.string().check(z.minLength(1), z.maxLength(32)),
      /** What it is watched on, as the browser says. */
      device: z.optional(text(60)),
    }),
    answer: enveloped(begunSitting),
    ...own,
  }),
  beat: post('/bus/alearning/beat', { input: beat, answer: enveloped(sittingState), ...own }),
  examBegin: post('/bus/alearning/exam', { input: withId, in: {}, answer: enveloped(examPaper), ...own }),
  examSubmit: post('/bus/alearning/exam/submit', {
    input: z.object({
      /** The paper. */
      id,
      answers: examAnswers,
    }),
    answer: enveloped(examResult),
    ...own,
  }),
  media: post('/bus/alearning/media', {
    input: withId,
    in: {},
    effect: 'read',
    answer: enveloped(fileLink),
    activity: 'background',
    ...own,
  }),
};
