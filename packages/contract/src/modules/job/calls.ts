import * as z from 'zod/mini';
import { job } from './job.ts';
import { id, withId } from '../../domain/fields.ts';
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';

/** Long work: how far it is, how to stop it, and how to take it back. */
export const jobCalls = {
  get: get('/upms/job/{id}', {
    input: withId,
    answer: enveloped(job),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  cancel: get('/upms/job/cancel/{id}', {
    input: withId,
    effect: 'write',
    answer: nothing,
    permit: 'signed-in',
    origin: 'chosen',
  }),
  /** Takes back all that finished work wrote, where it says until when it may be. */
  undo: post('/upms/job/undo', {
    input: withId,
    answer: enveloped(z.object({ /** The work to watch. */ jobId: id })),
    permit: 'signed-in',
    origin: 'chosen',
  }),
  page: get('/upms/job/page', {
    input: pageQuery({}, ['createdAt']),
    answer: enveloped(pageOf(job)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
};
