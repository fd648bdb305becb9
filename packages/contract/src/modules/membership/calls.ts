import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';
import { membershipStates } from './states.ts';

export { membershipStates, type MembershipStatus } from './states.ts';

/** What there is of something and how much of it is used; `most` 0 is none. */
const used = z.object({ used: z.number(), most: z.number() });

/** The caller's membership in full. */
export const myService = z.object({
  entName: z.string(),
  /** Name of the plan; null where there has never been one. */
  meal: z.nullable(z.string()),
  /** Last day; null where there has never been one. */
  expireTime: z.nullable(day),
  remainDays: z.nullable(z.int()),
  status: z.enum(membershipStates),
  /** Last day on which all stays as it was. */
  graceTo: z.nullable(day),
  /** Features that are open at this moment; items of the dictionary membershipFeature. */
  opens: z.array(z.string()),
  /** Features that other plans open. */
  closed: z.array(z.string()),
  /** Accounts that may sign in. */
  seats: used,
  storageMb: used,
  /** Megabytes that the law demands; they fill no space. */
  dutyMb: z.number(),
  lookups: used,
  /** What stays possible without a membership, in words. */
  stays: z.array(z.string()),
  /** What ends with it, in words; empty while all is open. */
  ends: z.array(z.string()),
  /** Days of trial that the enterprise may still begin; 0 where it has had one or is a member. */
  trialDays: z.int(),
  /** Its own notices, newest first. */
  notices: z.array(z.object({ id, at: instant, text: z.string() })),
});
/** The caller's membership in full. */
export type MyService = z.output<typeof myService>;

/** Calls of memberships (会员). */
export const membershipCalls = {
  buy: get('/bus/api/index/buy', {
    answer: enveloped(
      z.object({
        /** Last day; null where there has never been one. */
        expireTime: z.nullable(day),
        mealName: z.nullable(z.string()),
        /** none, trial, active, expiring, grace, expired. */
        status: z.enum(membershipStates),
      }),
    ),
    permit: 'bus:enterprise:pay',
    activity: 'background',
    origin: 'spec §7',
  }),
  myservice: get('/bus/api/index/myservice', {
    answer: enveloped(myService),
    permit: 'bus:enterprise:pay',
    activity: 'background',
    origin: 'spec §7',
  }),
  /** Begins the one trial of an enterprise. */
  trial: post('/bus/api/index/trial', { answer: nothing, permit: 'bus:enterprise:pay', origin: 'chosen' }),
};
