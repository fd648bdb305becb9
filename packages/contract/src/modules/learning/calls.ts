import * as z from 'zod/mini';
import { fileLink } from '../file/file.ts';
import { id, instant, text, withId } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/call-table.ts';
import type { Permit } from '../../permits.ts';
import { fileReference } from '../checklist/check-item.ts';
import { examAnswers, examPaper, examResult, examReview } from './exam.ts';
import { faceAnswer, faceShot } from './face.ts';
import { trainingPlan } from './plan.ts';
import { learningTask } from './task.ts';
import { learningLink, learningToken, personageView, trainingView } from './public-links.ts';
import {
  beat,
  startedSitting,
  certificateCode,
  certificateView,
  ownSitting,
  ownTask,
  sittingState,
  taskView,
} from './views.ts';

export const maxCards = 500;

const printInput = z.object({
  id,
  /** Origin of the page, for the QR code on the printed certificate. */
  at: z.string('网址无效').check(z.maxLength(120), z.regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, '网址无效')),
});
const createdLink = z.object({
  id,
  /** Secret of the link, returned only once. */ token: learningToken,
  expiresAt: instant,
});
/**
 * Calls for links that show a row to people without an account. The owner of the row creates, lists and ends the links.
 */
function linkCalls(path: string, permit: Permit, mostDays: number) {
  return {
    links: get(`${path}/links/{id}`, { input: withId, answer: enveloped(z.array(learningLink)), permit }),
    makeLink: post(`${path}/link`, {
      input: z.object({
        id,
        days: z
          .int('请填写有效天数')
          .check(z.gte(1, '有效天数至少 1 天'), z.lte(mostDays, `有效天数最多 ${mostDays} 天`)),
      }),
      answer: enveloped(createdLink),
      secret: true,
      permit,
    }),
    revokeLink: post(`${path}/link/revoke`, { input: z.object({ id }), permit }),
  };
}
const linkKey = { tenantId, token: learningToken };

export const trainingPlanCalls = {
  ...crud(trainingPlan, '/bus/alearning/plan', { impersonation: false }),
  ...linkCalls('/bus/alearning/plan', 'bus:studyplan:publish', 30),
  sheet: get('/bus/alearning/plan/sheet/{id}', {
    input: withId,
    answer: file('pdf'),
    wait: 'export',
    permit: 'bus:dailyeducation:index',
  }),
};
export const learningTaskCalls = {
  ...crud(learningTask, '/bus/dailyEducation', { impersonation: false }),
  ...linkCalls('/bus/dailyEducation', 'bus:dailyeducation:edit', 1),
  /** Returns a file of education cards (三级安全教育卡) with one page per person. */
  cards: post('/bus/dailyEducation/cards', {
    input: z.object({
      ids: z
        .array(id, '请选择人员')
        .check(z.minLength(1, '请选择人员'), z.maxLength(maxCards, `一次最多 ${maxCards} 人`)),
    }),
    effect: 'read',
    answer: file('pdf'),
    wait: 'export',
    permit: 'bus:dailyeducation:index',
  }),
  sittings: get('/bus/dailyEducation/sittings/{id}', {
    input: withId,
    answer: enveloped(z.array(ownSitting)),
    permit: 'bus:dailyeducation:index',
  }),
  /** Records a person's decision whether the learner attended, if no face check was possible. */
  faceDecide: post('/bus/dailyEducation/face', {
    input: z.object({ id, confirm: z.boolean('请选择是否本人') }),
    permit: 'bus:dailyeducation:edit',
  }),
  certificatePdf: get('/bus/dailyEducation/certificate/{id}', {
    input: printInput,
    in: { id: 'path' },
    answer: file('pdf'),
    wait: 'export',
    permit: 'bus:dailyeducation:index',
  }),
};

const open = { permit: 'public' as const, rate: 'lookup' as const };
const own = { permit: 'bus:studyplan:learn' as const };
export const learningCalls = {
  mine: get('/bus/alearning/mine/list', { answer: enveloped(z.array(ownTask)), ...own }),
  open: get('/bus/alearning/task', { input: withId, in: {}, answer: enveloped(taskView), ...own }),
  begin: post('/bus/alearning/begin', {
    input: z.object({
      id,
      key: z.string().check(z.minLength(1), z.maxLength(32)),
      /** Name of the device, as the browser reports it. */
      device: z.optional(text(60)),
    }),
    answer: enveloped(startedSitting),
    ...own,
  }),
  beat: post('/bus/alearning/beat', { input: beat, answer: enveloped(sittingState), isIdempotent: true, ...own }),
  faceConsent: post('/bus/alearning/face/consent', {
    input: z.object({ id, words: z.int() }),
    answer: enveloped(faceAnswer),
    ...own,
  }),
  faceShot: post('/bus/alearning/face/shot', {
    input: faceShot,
    bodyBytes: 448 * 1024,
    answer: enveloped(faceAnswer),
    ...own,
  }),
  faceManual: post('/bus/alearning/face/manual', { input: withId, in: {}, answer: enveloped(faceAnswer), ...own }),
  faceWithdraw: post('/bus/alearning/face/withdraw', { ...own }),
  examBegin: post('/bus/alearning/exam', { input: withId, in: {}, answer: enveloped(examPaper), ...own }),
  examSubmit: post('/bus/alearning/exam/submit', {
    input: z.object({ id, answers: examAnswers }),
    answer: enveloped(examResult),
    ...own,
  }),
  /** Wrong answers of the last paper; null while another attempt is possible. */
  examReview: get('/bus/alearning/exam/review', {
    input: withId,
    in: {},
    answer: enveloped(z.nullable(examReview)),
    ...own,
  }),
  sign: post('/bus/alearning/sign', { input: z.object({ id, signature: fileReference }), ...own }),
  certificatePdf: get('/bus/alearning/certificate/{id}', {
    input: printInput,
    in: { id: 'path' },
    answer: file('pdf'),
    wait: 'export',
    ...own,
  }),
  certificateOpen: post('/bus/alearning/certificate', {
    input: z.object({ tenantId, code: certificateCode }),
    answer: enveloped(certificateView),
    ...open,
  }),
  trainingOpen: post('/bus/alearning/training', { input: z.object(linkKey), answer: enveloped(trainingView), ...open }),
  personageOpen: post('/bus/alearning/personage', {
    input: z.object(linkKey),
    answer: enveloped(personageView),
    ...open,
  }),
  record: get('/bus/alearning/record', { answer: enveloped(personageView), ...own }),
  share: post('/bus/alearning/share', { answer: enveloped(createdLink), secret: true, ...own }),
  unshare: post('/bus/alearning/unshare', { ...own }),
  media: post('/bus/alearning/media', {
    input: withId,
    in: {},
    effect: 'read',
    answer: enveloped(fileLink),
    activity: 'background',
    ...own,
  }),
};
