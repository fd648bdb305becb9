import * as z from 'zod/mini';
import { id, instant, prose } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';

/** POST /upms/tenant/enter. */
export const impersonationInput = z.object({
  /** The tenant's number. */
  id: tenantId,
  /** Why; both logs keep it. */
  reason: prose(200, '原因').check(z.minLength(5, '请填写进入原因，至少 5 个字')),
});

/** A person of the platform inside a tenant (S36). */
export const impersonation = z.object({
  /** The tenant's number: what the header tenant_id names from now on. */
  tenantId,
  /** Its name. */
  name: z.string(),
  /** Why. */
  reason: z.string(),
  /** When it ends by itself. */
  until: instant,
  /** Whether the tenant allows writing at this moment. */
  mayWrite: z.boolean(),
});
/** A person of the platform inside a tenant. */
export type Impersonation = z.output<typeof impersonation>;

/** An entry of the platform's people as the tenant sees it. */
export const recentImpersonation = z.object({
  /** Id. */
  id,
  /** Who. */
  userName: z.string(),
  /** Why. */
  reason: z.string(),
  /** Since when. */
  startedAt: instant,
  /** Until when: left, or over by itself. */
  until: instant,
  /** Whether it goes on at this moment. */
  open: z.boolean(),
});
/** An entry of the platform's people as the tenant sees it. */
export type RecentImpersonation = z.output<typeof recentImpersonation>;

/** Until when the platform's people may write in the tenant, or null. */
export const impersonationAllowed = z.object({
  /** Until when, or null. */
  until: z.nullable(instant),
});

/** The same with who of the tenant may allow it (S100). */
export const impersonationConsent = z.object({
  ...impersonationAllowed.shape,
  /** Names of those who may allow it now. */
  allowers: z.array(z.string()),
  /** Those who hold the permit and may not yet, with the reason in words. */
  notAllowers: z.array(z.object({ name: z.string(), reason: z.string() })),
});
/** Until when the platform's people may write, and who of the tenant may allow it. */
export type ImpersonationConsent = z.output<typeof impersonationConsent>;
