import * as z from 'zod/mini';
import { coded, id, instant } from '../../domain/fields.ts';
import { userType } from './session.ts';

const place = {
  /** Id of the session. */
  id,
  /** Browser and system in words. */
  device: z.string(),
  /** Address it was begun from. */
  address: z.string(),
  /** When it was begun. */
  startedAt: instant,
  /** When a person was last at work in it. */
  lastSeenAt: instant,
  /** Whether its screen is locked. */
  locked: z.boolean(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
};

/** One of a person's own sessions. */
export const ownSession = z.object(place);
/** One of a person's own sessions. */
export type OwnSession = z.output<typeof ownSession>;

/** A session of anybody in the tenant. */
export const onlineSession = z.object({
  ...place,
  /** The person. */
  userId: id,
  /** Account name. */
  username: z.string(),
  /** Name shown. */
  nickName: z.string(),
  /** Kind of person. */
  type: coded(userType),
  /** Enterprise they work in, or null. */
  entName: z.nullable(z.string()),
});
/** A session of anybody in the tenant. */
export type OnlineSession = z.output<typeof onlineSession>;

/** A try to sign in under a person's name. */
export const pastSignIn = z.object({
  /** Id of the entry. */
  id,
  /** When. */
  at: instant,
  /** Whether they came in. */
  outcome: z.enum(['done', 'failed']),
  /** The way they came, where it was not the password. */
  way: z.nullable(z.string()),
  /** Address it came from. */
  address: z.string(),
  /** Browser and system in words. */
  device: z.string(),
});
/** A try to sign in under a person's name. */
export type PastSignIn = z.output<typeof pastSignIn>;
