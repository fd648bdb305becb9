// What modules that stand close to the server ask of it beside the kit: settings, keys, and scopes that HTTP alone mints.
import type { Config } from '#config';
import type { Scope } from '#kernel/scope.ts';
import type { Secrets } from '#platform/secrets/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { openedElsewhere } from './module.ts';

/** What the server gives to modules that need it. */
export interface Infrastructure {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly vault: Vault;
  /** Folder of the built page; none where only calls are wanted. */
  readonly pages: string | null;
  /** The scope that sees sessions and tickets, and no business rows. */
  readonly wallScope: (reason: string) => Scope;
  /** The system at work inside one tenant that sees those rows too. */
  readonly wallScopeIn: (reason: string, tenantId: string) => Scope;
}
/** What the server gives to modules that need it. */
export const infrastructure = openedElsewhere<Infrastructure>('infrastructure');
