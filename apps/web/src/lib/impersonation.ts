import * as z from 'zod/mini';
import { draftNames, forget, keep, recall } from './storage.ts';

const kept = z.object({
  tenantId: z.string(),
  name: z.string(),
  reason: z.string(),
  /** Epoch milliseconds. */
  until: z.number(),
  mayWrite: z.boolean(),
});
/** The tenant that somebody of the platform has entered in this browser tab. */
export type Impersonating = z.output<typeof kept>;

/** Where this browser tab is a guest, or null; over when its hour is. */
export function impersonating(): Impersonating | null {
  const found = recall('session', 'visit', kept);
  return found && found.until > Date.now() ? found : null;
}

/** Goes in or out: everything that was read belongs to the other side, so the page begins anew. */
export function switchImpersonation(next: Impersonating | null, to: string): void {
  if (next) keep('session', 'visit', next);
  // Nothing of the tenant stays: neither what was open nor what was written there.
  else forget('session', 'visit', ...draftNames());
  forget('session', 'tabs', 'recentPages');
  location.assign(to);
}
