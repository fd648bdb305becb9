import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { membershipStates } from './states.ts';

export { membershipStates, type MembershipStatus } from './states.ts';

/** Current use and allowed maximum; `most` is 0 if the plan includes nothing. */
const used = z.object({ used: z.number(), most: z.number() });

export const myService = z.object({
  entName: z.string(),
  /** Name of the membership plan; null if the enterprise never had one. */
  meal: z.nullable(z.string()),
  expireTime: z.nullable(day),
  remainDays: z.nullable(z.int()),
  status: z.enum(membershipStates),
  /** Last day of the grace period; all features stay active until then. */
  graceTo: z.nullable(day),
  /** Active features; items of the dictionary membershipFeature. */
  opens: z.array(z.string()),
  closed: z.array(z.string()),
  seats: used,
  storageMb: used,
  /** Megabytes of legally required records; they do not count against the storage limit. */
  dutyMb: z.number(),
  lookups: used,
  /** Texts for display: what remains possible without a membership. */
  stays: z.array(z.string()),
  /** Texts for display: what ends with the membership. Empty while all features are active. */
  ends: z.array(z.string()),
  /** Days of a trial that the enterprise can still start; 0 for members and after a trial. */
  trialDays: z.int(),
  notices: z.array(z.object({ id, at: instant, text: z.string() })),
});
export type MyService = z.output<typeof myService>;

export const membershipCalls = {
  buy: get('/bus/api/index/buy', {
    answer: enveloped(
      z.object({ expireTime: z.nullable(day), mealName: z.nullable(z.string()), status: z.enum(membershipStates) }),
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
  /** Starts the trial. An enterprise can do this only once. */
  trial: post('/bus/api/index/trial', { permit: 'bus:enterprise:pay' }),
};
