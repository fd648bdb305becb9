import * as z from 'zod/mini';
import {
  applicationResubmission,
  applicationStateQuery,
  applicationCheck,
  applicationChoices,
  applicationForm,
  applicationAccess,
  applicationInput,
  applicationNumber,
  applicationProgress,
  phoneProof,
  proofInput,
} from './application.ts';
import { storedFile } from '../file/file.ts';
import { tenantId } from '../session/session.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, nothing, post } from '../../http/call-table.ts';

const applicationNumberAnswer = enveloped(z.object({ number: applicationNumber }));

const byApplicant = { permit: 'public', origin: 'chosen' } as const;
const lookup = { ...byApplicant, effect: 'read', rate: 'lookup' } as const;
/** Calls for applications by enterprises without an account. Applicants prove that they own a phone number. */
export const applicationCalls = {
  apply: post('/bus/enterprise/entApply', {
    input: applicationInput,
    answer: applicationNumberAnswer,
    permit: 'public',
    origin: 'spec §7',
  }),
  applyProof: post('/bus/enterprise/entApply/proof', {
    input: proofInput,
    answer: enveloped(
      z.object({
        /** Proof of the phone. It is valid for one application and the uploads before it. */
        proof: phoneProof,
        expiresIn: z.int(),
      }),
    ),
    secret: true,
    ...byApplicant,
    rate: 'lookup',
  }),
  applyUpload: post('/bus/enterprise/entApply/upload', {
    input: z.object({
      tenantId,
      proof: phoneProof,
    }),
    // The proof is sent in the body: logs store URLs, so a URL must not contain it.
    in: { tenantId: 'body', proof: 'body' },
    file: { maxBytes: limits.application.bytes, kinds: ['png', 'jpg', 'pdf'] },
    answer: enveloped(storedFile),
    ...byApplicant,
    wait: 'upload',
  }),
  applyChoices: get('/bus/enterprise/entApply/choices', {
    input: z.object({ tenantId }),
    answer: enveloped(applicationChoices),
    ...byApplicant,
  }),
  applyCheck: post('/bus/enterprise/entApply/check', {
    input: applicationCheck,
    answer: enveloped(
      z.object({
        /** Whether an enterprise with this credit code already exists in the authority's area. */ exists: z.boolean(),
      }),
    ),
    ...lookup,
  }),
  applyState: post('/bus/enterprise/entApply/state', {
    input: applicationStateQuery,
    answer: enveloped(applicationProgress),
    ...lookup,
  }),
  applyForm: post('/bus/enterprise/entApply/form', {
    input: applicationAccess,
    answer: enveloped(applicationForm),
    ...lookup,
  }),
  applyAgain: post('/bus/enterprise/entApply/resubmit', {
    input: applicationResubmission,
    answer: applicationNumberAnswer,
    ...byApplicant,
  }),
  applyWithdraw: post('/bus/enterprise/entApply/withdraw', {
    input: applicationAccess,
    answer: nothing,
    ...byApplicant,
  }),
};
