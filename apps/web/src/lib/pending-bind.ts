import * as z from 'zod/mini';
import { forget, keep, recall } from './storage.ts';

const waiting = z.object({
  bindTicket: z.string(),
  provider: z.enum(['wechat', 'directory']),
  label: z.nullable(z.string()),
  tenantId: z.string(),
  /** Epoch milliseconds. */
  endsAt: z.number(),
});
/** An identity elsewhere that is proven and waits for a password. */
export type Pending = z.output<typeof waiting>;

// Signing in forgets what the browser tab kept; this is for after it.
let pending: Pending | undefined = recall('session', 'bindTicket', waiting);

/** Keeps it until a password was given. */
export function keepPending(next: Pending): void {
  pending = next;
  keep('session', 'bindTicket', next);
}

/** The identity that waits, if it may still be bound in this tenant. */
export const pendingBind = (tenantId: string | undefined): Pending | undefined =>
  pending !== undefined && pending.endsAt > Date.now() && pending.tenantId === tenantId ? pending : undefined;

/** Forgets it: bound, or not wanted. */
export function dropPending(): void {
  pending = undefined;
  forget('session', 'bindTicket');
}
