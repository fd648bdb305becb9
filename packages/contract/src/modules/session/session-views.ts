import * as z from 'zod/mini';
import { codeMapping, id, instant } from '../../domain/fields.ts';
import { userType } from './session.ts';

const sessionFields = {
  id,
  device: z.string(),
  address: z.string(),
  startedAt: instant,
  /** Time of the last activity of the person in the session. */
  lastSeenAt: instant,
  locked: z.boolean(),
  current: z.boolean(),
};

export const ownSession = z.object(sessionFields);
export type OwnSession = z.output<typeof ownSession>;

export const onlineSession = z.object({
  ...sessionFields,
  userId: id,
  username: z.string(),
  nickName: z.string(),
  type: codeMapping(userType),
  entName: z.nullable(z.string()),
});
export type OnlineSession = z.output<typeof onlineSession>;

export const pastSignIn = z.object({
  id,
  at: instant,
  outcome: z.enum(['done', 'failed']),
  /** Sign-in method; null if it was the password. */
  way: z.nullable(z.string()),
  address: z.string(),
  device: z.string(),
});
export type PastSignIn = z.output<typeof pastSignIn>;
