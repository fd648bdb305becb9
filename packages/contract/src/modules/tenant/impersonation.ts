import * as z from 'zod/mini';
import { id, instant, prose } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';

export const impersonationInput = z.object({
  id: tenantId,
  /** Reason, recorded in the logs of platform and tenant. */
  reason: prose(200, '原因').check(z.minLength(5, '请填写进入原因，至少 5 个字')),
});

export const impersonation = z.object({
  /** Number of the entered tenant. All later calls must send it in the header tenant_id. */
  tenantId,
  name: z.string(),
  reason: z.string(),
  /** When the impersonation ends automatically. */
  until: instant,
  /** Whether the tenant currently allows the platform user to write. */
  mayWrite: z.boolean(),
});
export type Impersonation = z.output<typeof impersonation>;

export const recentImpersonation = z.object({
  id,
  userName: z.string(),
  reason: z.string(),
  startedAt: instant,
  /** When the impersonation ended or will end automatically. */
  until: instant,
  open: z.boolean(),
});
export type RecentImpersonation = z.output<typeof recentImpersonation>;

export const impersonationAllowed = z.object({
  until: z.nullable(instant),
});

/** Whether platform staff may write during an impersonation, and which people of the tenant may allow it (S100). */
export const impersonationConsent = z.object({
  ...impersonationAllowed.shape,
  /** Names of people who may allow writing now. */
  allowers: z.array(z.string()),
  /** People who have the permit but may not allow writing yet, each with the reason for display. */
  notAllowers: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type ImpersonationConsent = z.output<typeof impersonationConsent>;
