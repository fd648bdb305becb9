import * as z from 'zod/mini';
import { withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { warning } from './resource.ts';
import { warningCounts, warningDigest, warningVersion } from './views.ts';

export const warningCalls = {
  ...crud(warning, '/bus/enterprisewarn', { impersonation: false }),
  versions: get('/bus/enterprisewarn/versions/{id}', {
    input: withId,
    answer: enveloped(z.array(warningVersion)),
    permit: 'bus:enterprisewarn:index',
  }),
  counts: get('/bus/enterprisewarn/counts', {
    input: z.object({}),
    answer: enveloped(warningCounts),
    permit: 'bus:enterprisewarn:index',
    activity: 'background',
  }),
  /** Returns the daily digests of the caller, newest first. */
  digests: get('/bus/enterprisewarn/digests', {
    input: z.object({}),
    answer: enveloped(z.array(warningDigest)),
    permit: 'bus:enterprisewarn:index',
    activity: 'background',
  }),
  digestsRead: post('/bus/enterprisewarn/digests/read', { permit: 'bus:enterprisewarn:index', impersonation: true }),
};
