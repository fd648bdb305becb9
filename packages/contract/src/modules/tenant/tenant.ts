import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';

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
  /** Size of the whole database. */
  databaseBytes: z.int(),
  /** Each tenant that is not removed, the one with most trouble first. */
  units: z.array(
    z.object({
      /** Id of the tenant. */
      id: z.string(),
      name: z.string(),
      /** Errors that browsers reported within 24 hours. */
      errors: z.int(),
      /** Long work that failed within seven days. */
      failedJobs: z.int(),
      /** Long work that waits or runs. */
      openJobs: z.int(),
      /** Size of all its files. */
      storedBytes: z.int(),
    }),
  ),
});
/** Counts of tenants for the platform's home. */
export type TenantCounts = z.output<typeof tenantCounts>;

/** Numbers of the platform's home that open their rows. */
export const troubleKinds = ['errors', 'failedJobs', 'openJobs'] as const;
/** One of these numbers. */
export type TroubleKind = (typeof troubleKinds)[number];

/** An error of a browser or a piece of long work of some tenant, without whose it was: people are the tenant's own. */
export const tenantTrouble = z.object({
  id,
  /** The tenant. */
  unitId: z.string(),
  unit: z.string(),
  /** The kind of the error, or of the work. */
  what: z.string(),
  /** What was said of it, or null. */
  text: z.nullable(z.string()),
  /** Page of an error, without its query. */
  url: z.nullable(z.string()),
  at: instant,
});
/** A row behind a number of the platform's home. */
export type TenantTrouble = z.output<typeof tenantTrouble>;
