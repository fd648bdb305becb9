import * as z from 'zod/mini';
import { tenantId } from './session.ts';

/** What anybody may know of a tenant: its brand. */
export const brand = z.object({
  /** The tenant's number. */
  id: tenantId,
  /** Name of the authority or group. */
  name: z.string(),
  /** Copyright line of the footer. */
  copy: z.nullable(z.string()),
  /** Filing number 备案号. */
  icp: z.nullable(z.string()),
  /** Police-filing line 公安备案. */
  tec: z.nullable(z.string()),
  /** Address of the logo, or null. */
  logo: z.nullable(z.string()),
});
/** What anybody may know of a tenant. */
export type Brand = z.output<typeof brand>;

/** Whose pages a host name shows. */
export const hostBrand = z.object({
  /** The tenant's number. */
  id: tenantId,
  /** Whether pages carry a generic name and no logo. */
  generic: z.boolean(),
  /** Name for titles; null where it is generic. */
  name: z.nullable(z.string()),
  /** Copyright line of the footer. */
  copy: z.nullable(z.string()),
  /** Filing number 备案号. */
  icp: z.nullable(z.string()),
  /** Police-filing line 公安备案. */
  tec: z.nullable(z.string()),
  /** Address of the logo, or null. */
  logo: z.nullable(z.string()),
});
/** Whose pages a host name shows. */
export type HostBrand = z.output<typeof hostBrand>;

/** Counts of the platform's home. */
export const tenantCounts = z.object({
  /** Tenants, the platform's own among them, removed ones not counted. */
  tenants: z.int(),
  /** Suspended ones among them. */
  frozen: z.int(),
  /** People of all tenants. */
  people: z.int(),
});
