import * as z from 'zod/mini';
import { enterprise } from './enterprise.ts';
import { applicantInfo, enterpriseMoves, resumption, timeline, timelineKinds, type TimelineKind } from './lifecycle.ts';
import { duplicateGroup, duplicateKind, mergeInput, transferInput } from './merge.ts';
import { id, idVersion, whole, withId } from '../../domain/fields.ts';
import { moveInput, type Move, type MoveInput } from '../../kit/state-machine.ts';
import type { Permit } from '../../permits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

const write = <I extends z.ZodMiniType>(path: string, input: I, permit: Permit) =>
  post(path, { input, conflict: enterprise, answer: enveloped(idVersion), permit, origin: 'chosen' });

type Moves = typeof enterpriseMoves;
const step = <N extends keyof Moves>(name: N) => {
  const move: Move = enterpriseMoves[name];
  // The types are inferred from the same move.
  const input = moveInput(move) as unknown as z.ZodMiniType<MoveInput<Moves[N]>>;
  return write(`/bus/enterprise/${name}`, input, `bus:enterprise:${enterpriseMoves[name].permit}`);
};

const submit = step('submit');
/**
 * Calls for the lifecycle steps and the history of an enterprise. Platform users who have entered a tenant may not
 * call the steps.
 */
export const enterpriseLifecycleCalls = {
  submit,
  withdraw: { ...submit, path: '/bus/enterprise/withdraw' },
  approve: step('approve'),
  reject: step('reject'),
  suspend: step('suspend'),
  resume: write('/bus/enterprise/resume', resumption, 'bus:enterprise:audit'),
  close: step('close'),
  /** Returns the applicant of the enterprise; null if the enterprise did not come from an application. */
  applied: get('/bus/enterprise/applied/{id}', {
    input: withId,
    answer: enveloped(z.nullable(applicantInfo)),
    permit: 'bus:enterprise:audit',
    origin: 'chosen',
  }),
  timeline: get('/bus/enterprise/timeline/{id}', {
    input: z.object({
      id,
      /** Id of an entry: returns entries older than it. If absent, returns the newest entries. */
      before: z.optional(id),
      /** Number of entries; by default 20, at most 100. */
      size: z.optional(whole),
      kind: z.optional(z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]])),
    }),
    in: { id: 'path' },
    answer: enveloped(timeline),
    permit: 'bus:enterprise:get',
    origin: 'chosen',
  }),
};

/** Calls for duplicate enterprise files, and for moving enterprises to another division. */
export const enterpriseMergeCalls = {
  duplicates: get('/bus/enterprise/duplicates', {
    input: pageQuery(
      {
        kind: z.optional(duplicateKind),
        id: z.optional(id),
      },
      [],
    ),
    answer: enveloped(pageOf(duplicateGroup)),
    permit: 'bus:enterprise:audit',
    origin: 'chosen',
  }),
  merge: write('/bus/enterprise/merge', mergeInput, 'bus:enterprise:audit'),
  transfer: { ...write('/bus/enterprise/transfer', transferInput, 'bus:enterprise:audit'), impersonation: true },
};
