import * as z from 'zod/mini';
import { enterprise } from './enterprise.ts';
import {
  applied,
  approval,
  closure,
  rejection,
  resumption,
  submission,
  suspension,
  timeline,
  timelineKinds,
  type TimelineKind,
} from './lifecycle.ts';
import { duplicateGroup, duplicateKind, merging, transferring } from './merge.ts';
import { id, idVersion, whole, withId } from '../../domain/fields.ts';
import type { Permit } from '../../permits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/dialect.ts';

const step = <I extends z.ZodMiniType>(path: string, input: I, permit: Permit) =>
  post(path, { input, conflict: enterprise, answer: enveloped(idVersion), permit, origin: 'chosen' });

/** The life of an enterprise: every step from one state to another, none of them a visitor's, and what has happened. */
export const enterpriseLifecycleCalls = {
  submit: step('/bus/enterprise/submit', submission, 'bus:enterprise:submit'),
  withdraw: step('/bus/enterprise/withdraw', submission, 'bus:enterprise:submit'),
  approve: step('/bus/enterprise/approve', approval, 'bus:enterprise:audit'),
  reject: step('/bus/enterprise/reject', rejection, 'bus:enterprise:audit'),
  suspend: step('/bus/enterprise/suspend', suspension, 'bus:enterprise:suspend'),
  resume: step('/bus/enterprise/resume', resumption, 'bus:enterprise:audit'),
  close: step('/bus/enterprise/close', closure, 'bus:enterprise:audit'),
  /** Who applied, of an enterprise that came by an application; null for any other. */
  applied: get('/bus/enterprise/applied/{id}', {
    input: withId,
    answer: enveloped(z.nullable(applied)),
    permit: 'bus:enterprise:audit',
    origin: 'chosen',
  }),
  timeline: get('/bus/enterprise/timeline/{id}', {
    input: z.object({
      id,
      /** Entries older than this one; the newest when left out. */
      before: z.optional(id),
      /** So many; 20 when left out, 100 at most. */
      size: z.optional(whole),
      /** Of this kind alone. */
      kind: z.optional(z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]])),
    }),
    in: { id: 'path' },
    answer: enveloped(timeline),
    permit: 'bus:enterprise:get',
    origin: 'chosen',
  }),
};

/** Files of one enterprise that stand there twice, and enterprises that go elsewhere. */
export const enterpriseMergeCalls = {
  duplicates: get('/bus/enterprise/duplicates', {
    input: pageQuery(
      {
        /** What is looked at; everything when left out. */
        kind: z.optional(duplicateKind),
        /** Groups that this enterprise is in alone. */
        id: z.optional(id),
      },
      [],
    ),
    answer: enveloped(pageOf(duplicateGroup)),
    permit: 'bus:enterprise:audit',
    origin: 'chosen',
  }),
  merge: step('/bus/enterprise/merge', merging, 'bus:enterprise:audit'),
  transfer: { ...step('/bus/enterprise/transfer', transferring, 'bus:enterprise:audit'), impersonation: true },
};
