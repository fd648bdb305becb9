import * as z from 'zod/mini';
import {
  applicationAgain,
  applicationAsked,
  applicationCheck,
  applicationChoices,
  applicationForm,
  applicationHeld,
  applicationInput,
  applicationNumber,
  applicationProgress,
  phoneProof,
  proofInput,
} from './application.ts';
import { storedFile } from '../file/file.ts';
import { tenantId } from '../session/session.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';

const numbered = enveloped(z.object({ /** Number of the application. */ number: applicationNumber }));

/** Enterprises that apply for themselves: nobody is signed in, a phone is proven instead. */
export const applicationCalls = {
  apply: post('/bus/enterprise/entApply', {
    input: applicationInput,
    answer: numbered,
    permit: 'public',
    origin: 'spec §7',
  }),
  applyProof: post('/bus/enterprise/entApply/proof', {
    input: proofInput,
    answer: enveloped(
      z.object({
        /** Good for one application and the uploads before it. */
        proof: phoneProof,
        /** Seconds it lives. */
        expiresIn: z.int(),
      }),
    ),
    secret: true,
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
  applyUpload: post('/bus/enterprise/entApply/upload', {
    input: z.object({
      /** The authority applied to. */
      tenantId,
      /** A proof of the applicant's phone. */
      proof: phoneProof,
    }),
    // A proof does not belong into addresses, which logs keep.
    in: { tenantId: 'body', proof: 'body' },
    file: { maxBytes: limits.application.bytes, kinds: ['png', 'jpg', 'pdf'] },
    answer: enveloped(storedFile),
    permit: 'public',
    wait: 'upload',
    origin: 'chosen',
  }),
  applyChoices: get('/bus/enterprise/entApply/choices', {
    input: z.object({ /** The authority applied to. */ tenantId }),
    answer: enveloped(applicationChoices),
    permit: 'public',
    origin: 'chosen',
  }),
  applyCheck: post('/bus/enterprise/entApply/check', {
    input: applicationCheck,
    answer: enveloped(z.object({ /** Whether the code is taken in the authority's area. */ exists: z.boolean() })),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
  applyState: post('/bus/enterprise/entApply/state', {
    input: applicationAsked,
    answer: enveloped(applicationProgress),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
  applyForm: post('/bus/enterprise/entApply/form', {
    input: applicationHeld,
    answer: enveloped(applicationForm),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
  applyAgain: post('/bus/enterprise/entApply/resubmit', {
    input: applicationAgain,
    answer: numbered,
    permit: 'public',
    origin: 'chosen',
  }),
  applyWithdraw: post('/bus/enterprise/entApply/withdraw', {
    input: applicationHeld,
    answer: nothing,
    permit: 'public',
    origin: 'chosen',
  }),
};
