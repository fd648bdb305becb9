import * as z from 'zod/mini';
import { draftNames, deleteItem, saveItem, loadItem } from './storage.ts';

const visitSchema = z.object({
  tenantId: z.string(),
  name: z.string(),
  reason: z.string(),
  until: z.number(),
  mayWrite: z.boolean(),
});
export type Impersonating = z.output<typeof visitSchema>;

/** The tenant that this browser tab impersonates; null when there is none or the impersonation expired. */
export function impersonating(): Impersonating | null {
  const visit = loadItem('session', 'visit', visitSchema);
  return visit && visit.until > Date.now() ? visit : null;
}

/**
 * Starts or ends the impersonation of a tenant. Reloads the page, because the loaded data belongs to the previous
 * tenant.
 */
export function switchImpersonation(next: Impersonating | null, to: string): void {
  if (next) saveItem('session', 'visit', next);
  // At the end of impersonation nothing of the tenant remains in this tab, neither open tabs nor drafts.
  else deleteItem('session', 'visit', ...draftNames());
  deleteItem('session', 'tabs', 'recentPages');
  location.assign(to);
}
