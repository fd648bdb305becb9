import * as z from 'zod/mini';
import { deleteItem, saveItem, loadItem } from './storage.ts';

const waiting = z.object({
  bindTicket: z.string(),
  provider: z.enum(['wechat', 'directory']),
  label: z.nullable(z.string()),
  tenantId: z.string(),
  /** When the binding ticket expires, epoch milliseconds. */
  endsAt: z.number(),
});
/** A vendor identity that was proven and waits to be bound after the user enters the password. */
export type Pending = z.output<typeof waiting>;

// The ticket is also in memory, because sign-in clears the storage of this browser tab.
let pending: Pending | undefined = loadItem('session', 'bindTicket', waiting);

export function keepPending(next: Pending): void {
  pending = next;
  saveItem('session', 'bindTicket', next);
}

export const pendingBind = (tenantId: string | undefined): Pending | undefined =>
  pending !== undefined && pending.endsAt > Date.now() && pending.tenantId === tenantId ? pending : undefined;

export function dropPending(): void {
  pending = undefined;
  deleteItem('session', 'bindTicket');
}
