import type { UserType } from '@anlan/contract/modules/session/session';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../../audit/index.ts';
import type { SmsModule } from '../../../sms/index.ts';
import type { People } from '../../people.ts';
import type { VisibilityDeps } from '../service.ts';

/** Why sessions of a person end. */
export type EndReason = 'password changed' | 'phone changed' | 'factor removed' | 'account closed';

/** What changing people depends on; what stands in later modules is handed in as functions. */
export interface ChangeDeps extends VisibilityDeps {
  users: Pick<People, 'add' | 'change' | 'bind' | 'seats'>;
  sms: Pick<SmsModule, 'notify'>;
  audit: Pick<AuditModule, 'record' | 'recordAll' | 'ofPerson'>;
  /** Throws when the caller lacks something in what is given or taken (S32). */
  assertMayGive: (
    tx: Tx,
    scope: Scope,
    gift: { roleIds?: readonly string[] | undefined; userType?: UserType | undefined },
  ) => Promise<void>;
  /** Throws when nobody could run the tenant afterwards (S34). */
  keepLastHolder: (tx: Tx) => Promise<void>;
  setRoles: (
    tx: Tx,
    scope: Scope,
    userId: string,
    roleIds: readonly string[],
  ) => Promise<{ before: string[]; after: string[] }>;
  giveRole: (tx: Tx, userId: string, code: string) => Promise<unknown>;
  takeRoles: (tx: Tx, userId: string) => Promise<unknown>;
  /** Names of enterprises that people can be bound to; they stay so until the transaction ends. */
  enterprisesHeld: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Throws where one of these people oversees enterprises that the caller does not (S32). */
  demandWithin: (tx: Tx, scope: Scope, userIds: readonly string[]) => Promise<void>;
  /** What a person may has changed: every node reads it anew. */
  touched: (tx: Tx, userId: string) => void;
  /** Ends all sessions of a person (S12). */
  endUser: (by: Tx, which: { tenantId: string; userId: string; reason: EndReason }) => Promise<unknown>;
  /** Throws unless the caller said their own password a short while ago. */
  confirmed: (scope: Scope) => Promise<void>;
  /** Drops every way in that a person has set up, and what modules above keep for them alone; the transaction sees the HTTP layer's rows. */
  forgetLoginMethods: (tx: Tx, userId: string) => Promise<void>;
  /** Takes a person's second factor away; false when there was none; the transaction sees the HTTP layer's rows. */
  removeFactor: (tx: Tx, userId: string) => Promise<boolean>;
}
