// Infrastructure for modules that need more than the kit: settings, keys, and scopes that only the HTTP layer may
// create.
import type { Permit } from '@anlan/contract/permits';
import type { Config } from '#config';
import type { Regions } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Changes } from '#platform/db/change-notifications.ts';
import type { Files } from '#platform/files/index.ts';
import type { Directory } from '#platform/ldap/index.ts';
import type { Pictures } from '#platform/pictures/index.ts';
import type { Secrets } from '#platform/secrets/index.ts';
import type { SmsProvider } from '#platform/sms/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { OauthVendor } from '#platform/wxopen/index.ts';
import { externalDependency } from './module.ts';

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

export interface Infrastructure {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly vault: Vault;
  readonly storage: Files;
  readonly pictures: Pictures;
  /** Row change events of the database; null when this process is not subscribed. */
  readonly changes: Changes | null;
  readonly carrier: SmsProvider;
  readonly vendor: OauthVendor | null;
  readonly directories: readonly Directory[];
  /** Folder of the built web page; null when the server serves only calls. */
  readonly pages: string | null;
  readonly pendingTenants: () => readonly string[];
  /** Creates the scope that can read sessions and tickets, but no business rows. */
  readonly createHttpScope: (reason: string) => Scope;
  /** Creates a system scope of one tenant that can also read sessions and tickets. */
  readonly createHttpScopeIn: (reason: string, tenantId: string) => Scope;
  readonly workScope: (who: Worker, enterpriseId: string | null) => Scope;
  readonly ticketTarget: (address: string) => string;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
}
export const infrastructure = externalDependency<Infrastructure>('infrastructure');
