import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';

/** Data of a tenant that everybody may see. */
export const brand = z.object({
  id: tenantId,
  name: z.string(),
  copy: z.nullable(z.string()),
  icp: z.nullable(z.string()),
  tec: z.nullable(z.string()),
  logo: z.nullable(z.string()),
});
export type Brand = z.output<typeof brand>;

export const hostBrand = z.object({
  id: tenantId,
  /** Whether pages show a generic name and no logo. */
  generic: z.boolean(),
  /** Name of the tenant for titles; null if pages show a generic name. */
  name: z.nullable(z.string()),
  copy: z.nullable(z.string()),
  icp: z.nullable(z.string()),
  tec: z.nullable(z.string()),
  logo: z.nullable(z.string()),
});
export type HostBrand = z.output<typeof hostBrand>;

export const tenantCounts = z.object({
  /** Number of tenants that are not removed, including the platform's own. */
  tenants: z.int(),
  frozen: z.int(),
  people: z.int(),
  databaseBytes: z.int(),
  /** Tenants that are not removed, most problems first. */
  units: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Number of browser errors reported within 24 hours. */
      errors: z.int(),
      /** Number of background jobs that failed within seven days. */
      failedJobs: z.int(),
      /** Number of background jobs that are queued or running. */
      openJobs: z.int(),
      storedBytes: z.int(),
    }),
  ),
});
export type TenantCounts = z.output<typeof tenantCounts>;

/** Counts on the platform's home page that link to rows. */
export const troubleKinds = ['errors', 'failedJobs', 'openJobs'] as const;
export type TroubleKind = (typeof troubleKinds)[number];

/**
 * A browser error or background job of a tenant. The person is left out, because people are part of the tenant's own
 * data.
 */
export const tenantTrouble = z.object({
  id,
  unitId: z.string(),
  unit: z.string(),
  what: z.string(),
  /** Text of the error; null if there is none. */
  text: z.nullable(z.string()),
  /** Address of the page where the error occurred, without its query. */
  url: z.nullable(z.string()),
  at: instant,
});
export type TenantTrouble = z.output<typeof tenantTrouble>;
