import { job } from '../domain/job.ts';
import { withId } from '../domain/fields.ts';
import { enveloped, get, nothing, pageOf, pageQuery } from './dialect.ts';

/** Long work: how far it is, and how to stop it. */
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
  page: get('/upms/job/page', {
    input: pageQuery({}, ['createdAt']),
    answer: enveloped(pageOf(job)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
};
