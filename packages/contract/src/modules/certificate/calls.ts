import * as z from 'zod/mini';
import { id, idVersion } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { certificate } from './resource.ts';
import { certificateUpload, certifiedRate, ownCertificates } from './views.ts';

export const certificateCalls = {
  ...crud(certificate, '/bus/certificate', { import: true, impersonation: false }),
  rate: get('/bus/certificate/rate', {
    input: z.object({ enterpriseId: z.optional(id) }),
    answer: enveloped(certifiedRate),
    permit: 'bus:certificate:index',
  }),
  mine: get('/bus/certificate/mine/list', {
    input: z.object({}),
    answer: enveloped(ownCertificates),
    permit: 'bus:certificate:own',
  }),
  upload: post('/bus/certificate/mine/upload', {
    input: certificateUpload,
    answer: enveloped(idVersion),
    permit: 'bus:certificate:own',
    impersonation: false,
  }),
};
