import * as z from 'zod/mini';
import { job } from './job.ts';
import { id, withId } from '../../domain/fields.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

export const jobCalls = {
  get: get('/upms/job/{id}', { input: withId, answer: enveloped(job), permit: 'signed-in', activity: 'background' }),
  cancel: get('/upms/job/cancel/{id}', { input: withId, effect: 'write', permit: 'signed-in' }),
  /** Reverts all changes of a finished job. Possible only until its `undoUntil`. */
  undo: post('/upms/job/undo', { input: withId, answer: enveloped(z.object({ jobId: id })), permit: 'signed-in' }),
  page: get('/upms/job/page', {
    input: pageQuery({}, ['createdAt']),
    answer: enveloped(pageOf(job)),
    permit: 'signed-in',
    activity: 'background',
  }),
};
