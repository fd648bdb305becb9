import * as z from 'zod/mini';
import { fileLink } from '../file/file.ts';
import { id, instant, text, withId } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, nothing, post } from '../../http/dialect.ts';
import type { Permit } from '../../permits.ts';
import { keptFile } from '../checklist/item.ts';
import { examAnswers, examPaper, examResult } from './exam.ts';
import { faceAnswer, faceShot } from './face.ts';
import { trainingPlan } from './plan.ts';
import { learningTask } from './task.ts';
import { learningLink, learningToken, personageView, trainingView } from './outside.ts';
import {
  beat,
  begunSitting,
  certificateCode,
  certificateView,
  ownSitting,
  ownTask,
  sittingState,
  taskView,
} from './views.ts';

/** Cards that are made at once at most. */
export const cardsMost = 500;

/** A task that a paper is made of. */
const printed = z.object({
  id,
  /** Origin of the page, for the address in the paper's code. */
  at: z.string('网址无效').check(z.maxLength(120), z.regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, '网址无效')),
});
const madeLink = z.object({ id, /** The secret; shown once. */ token: learningToken, expiresAt: instant });
/** Links to a row for people without an account: made, listed and ended by who keeps the row. */
function linkCalls(path: string, permit: Permit, mostDays: number) {
  return {
    links: get(`${path}/links/{id}`, {
      input: withId,
      answer: enveloped(z.array(learningLink)),
      permit,
      origin: 'chosen',
    }),
    makeLink: post(`${path}/link`, {
      input: z.object({
        /** The row. */
        id,
        /** Days that it lives. */
        days: z
          .int('请填写有效天数')
          .check(z.gte(1, '有效天数至少 1 天'), z.lte(mostDays, `有效天数最多 ${mostDays} 天`)),
      }),
      answer: enveloped(madeLink),
      secret: true,
      permit,
      origin: 'chosen',
    }),
    revokeLink: post(`${path}/link/revoke`, {
      input: z.object({ /** The link. */ id }),
      answer: nothing,
      permit,
      origin: 'chosen',
    }),
  };
}
const linkKey = {
  /** The unit that the enterprise is overseen by. */ tenantId,
  /** The secret of the link. */ token: learningToken,
};

/** Calls of training plans (培训计划). */
export const trainingPlanCalls = {
  ...crud(trainingPlan, '/bus/alearning/plan', { impersonation: false }),
  ...linkCalls('/bus/alearning/plan', 'bus:studyplan:publish', 30),
  /** The training record sheet (培训记录表) of a plan. */
  sheet: get('/bus/alearning/plan/sheet/{id}', {
    input: withId,
    answer: file('pdf'),
    wait: 'export',
    permit: 'bus:dailyeducation:index',
    origin: 'chosen',
  }),
};
/** Calls of learning tasks (学习任务). */
export const learningTaskCalls = {
  ...crud(learningTask, '/bus/dailyEducation', { impersonation: false }),
  ...linkCalls('/bus/dailyEducation', 'bus:dailyeducation:edit', 1),
  /** Cards of three-level safety education (三级安全教育卡): one page for each of some people. */
  cards: post('/bus/dailyEducation/cards', {
    input: z.object({
      /** People of one's own enterprise, or of those that one oversees. */
      ids: z
        .array(id, '请选择人员')
        .check(z.minLength(1, '请选择人员'), z.maxLength(cardsMost, `一次最多 ${cardsMost} 人`)),
    }),
    effect: 'read',
    answer: file('pdf'),
    wait: 'export',
    permit: 'bus:dailyeducation:index',
    origin: 'chosen',
  }),
  /** The sittings of a task, with their face checks. */
  sittings: get('/bus/dailyEducation/sittings/{id}', {
    input: withId,
    answer: enveloped(z.array(ownSitting)),
    permit: 'bus:dailyeducation:index',
    origin: 'chosen',
  }),
  /** Says whether it was the learner who sat there, where no face was checked. */
  faceDecide: post('/bus/dailyEducation/face', {
    input: z.object({
      /** The sitting. */ id,
      /** Whether it was the learner. */ confirm: z.boolean('请选择是否本人'),
    }),
    answer: nothing,
    permit: 'bus:dailyeducation:edit',
    origin: 'chosen',
  }),
  certificatePdf: get('/bus/dailyEducation/certificate/{id}', {
    input: printed,
    in: { id: 'path' },
    answer: file('pdf'),
    wait: 'export',
    permit: 'bus:dailyeducation:index',
    origin: 'chosen',
  }),
};

const open = { permit: 'public' as const, rate: 'lookup' as const, origin: 'chosen' };
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
  beat: post('/bus/alearning/beat', { input: beat, answer: enveloped(sittingState), isIdempotent: true, ...own }),
  faceConsent: post('/bus/alearning/face/consent', {
    input: z.object({ /** The sitting. */ id, /** Which words were agreed to. */ words: z.int() }),
    answer: enveloped(faceAnswer),
    ...own,
  }),
  faceShot: post('/bus/alearning/face/shot', {
    input: faceShot,
    bodyBytes: 448 * 1024,
    answer: enveloped(faceAnswer),
    ...own,
  }),
  faceManual: post('/bus/alearning/face/manual', {
    input: withId,
    in: {},
    answer: enveloped(faceAnswer),
    ...own,
  }),
  faceWithdraw: post('/bus/alearning/face/withdraw', { answer: nothing, ...own }),
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
  sign: post('/bus/alearning/sign', {
    input: z.object({ /** The task. */ id, /** A picture of the signature. */ signature: keptFile }),
    answer: nothing,
    ...own,
  }),
  certificatePdf: get('/bus/alearning/certificate/{id}', {
    input: printed,
    in: { id: 'path' },
    answer: file('pdf'),
    wait: 'export',
    ...own,
  }),
  certificateOpen: post('/bus/alearning/certificate', {
    input: z.object({ /** The unit that the enterprise is overseen by. */ tenantId, code: certificateCode }),
    answer: enveloped(certificateView),
    ...open,
  }),
  trainingOpen: post('/bus/alearning/training', {
    input: z.object(linkKey),
    answer: enveloped(trainingView),
    ...open,
  }),
  personageOpen: post('/bus/alearning/personage', {
    input: z.object(linkKey),
    answer: enveloped(personageView),
    ...open,
  }),
  record: get('/bus/alearning/record', { answer: enveloped(personageView), ...own }),
  share: post('/bus/alearning/share', { answer: enveloped(madeLink), secret: true, ...own }),
  unshare: post('/bus/alearning/unshare', { answer: nothing, ...own }),
  media: post('/bus/alearning/media', {
    input: withId,
    in: {},
    effect: 'read',
    answer: enveloped(fileLink),
    activity: 'background',
    ...own,
  }),
};
