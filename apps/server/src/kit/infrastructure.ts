// What modules that stand close to the server ask of it beside the kit: settings, keys, and scopes that HTTP alone mints.
import type { Permit } from '@anlan/contract/permits';
import type { Config } from '#config';
import type { Regions } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { Files } from '#platform/files/index.ts';
import type { Directory } from '#platform/ldap/index.ts';
import type { Pictures } from '#platform/pictures/index.ts';
import type { Secrets } from '#platform/secrets/index.ts';
import type { SmsProvider } from '#platform/sms/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { OauthVendor } from '#platform/wxopen/index.ts';
import { openedElsewhere } from './module.ts';

/** Somebody for whom work goes on without a request, with the rights of this moment. */
export interface Worker {
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
  readonly userType: NonNullable<Scope['userType']>;
  readonly permits: ReadonlySet<Permit>;
  readonly roles: readonly string[];
  readonly regions: Regions;
}
type Log = (fields: object, line: string) => void;

/** What the server gives to modules that need it. */
export interface Infrastructure {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly vault: Vault;
  /** Where bytes of files lie. */
  readonly storage: Files;
  readonly pictures: Pictures;
  /** What the database tells of changed rows; null where it is not listened to. */
  readonly changes: Changes | null;
  /** Who carries messages by SMS. */
  readonly carrier: SmsProvider;
  /** With whom people sign in beside us. */
  readonly vendor: OauthVendor | null;
  /** Directories that people sign in with. */
  readonly directories: readonly Directory[];
  /** Folder of the built page; none where only calls are wanted. */
  readonly pages: string | null;
  /** Names of tenants that the seed is still to make. */
  readonly pendingTenants: () => readonly string[];
  /** The scope that sees sessions and tickets, and no business rows. */
  readonly createHttpScope: (reason: string) => Scope;
  /** The system at work inside one tenant that sees those rows too. */
  readonly createHttpScopeIn: (reason: string, tenantId: string) => Scope;
  /** The scope of long work. */
  readonly workScope: (who: Worker, enterpriseId: string | null) => Scope;
  /** What of an address a one-time ticket is bound to. */
  readonly ticketTarget: (address: string) => string;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
}
/** What the server gives to modules that need it. */
export const infrastructure = openedElsewhere<Infrastructure>('infrastructure');
