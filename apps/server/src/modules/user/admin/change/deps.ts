import type { UserType } from '@anlan/contract/modules/session/session';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../../audit/index.ts';
import type { SmsModule } from '../../../sms/index.ts';
import type { People } from '../../people.ts';
import type { VisibilityDeps } from '../service.ts';

export type EndReason = 'password changed' | 'phone changed' | 'factor removed' | 'account closed';

export interface ChangeDeps extends VisibilityDeps {
  users: Pick<People, 'add' | 'change' | 'bind' | 'seats'>;
  sms: Pick<SmsModule, 'notify'>;
  audit: Pick<AuditModule, 'record' | 'recordAll' | 'ofPerson'>;
  /** Throws when the caller lacks a permit that they give or take away (S32). */
  assertMayGive: (
    tx: Tx,
    scope: Scope,
    gift: { roleIds?: readonly string[] | undefined; userType?: UserType | undefined },
  ) => Promise<void>;
  /** Throws when nobody could manage the tenant after the change (S34). */
  keepLastHolder: (tx: Tx) => Promise<void>;
  setRoles: (
    tx: Tx,
    scope: Scope,
    userId: string,
    roleIds: readonly string[],
  ) => Promise<{ before: string[]; after: string[] }>;
  giveRole: (tx: Tx, userId: string, code: string) => Promise<unknown>;
  takeRoles: (tx: Tx, userId: string) => Promise<unknown>;
  /** Names of enterprises that people can be linked to. The rows are locked until the transaction ends. */
  enterprisesHeld: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Throws when one of these people supervises enterprises that the caller does not (S32). */
  demandWithin: (tx: Tx, scope: Scope, userIds: readonly string[]) => Promise<void>;
  touched: (tx: Tx, userId: string) => void;
  endUser: (by: Tx, which: { tenantId: string; userId: string; reason: EndReason }) => Promise<unknown>;
  /** Throws unless the caller entered their password recently. */
  confirmed: (scope: Scope) => Promise<void>;
  /** Removes all login methods of a person and their private data in other modules; needs the HTTP scope. */
  forgetLoginMethods: (tx: Tx, userId: string) => Promise<void>;
  /** Removes a person's second factor. Returns false when there was none; needs the HTTP scope. */
  removeFactor: (tx: Tx, userId: string) => Promise<boolean>;
}
