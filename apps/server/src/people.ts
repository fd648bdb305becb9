import { protectionCalls } from '@anlan/contract/modules/access/protection-calls';
import { userAdminCalls } from '@anlan/contract/modules/user/admin-calls';
import { userImportCalls } from '@anlan/contract/modules/user/import-calls';
import type { Clock } from '#kernel/clock.ts';
import { createProtection, type AccessModule } from '#modules/access/index.ts';
import type { AuditModule } from '#modules/audit/index.ts';
import type { DictionaryModule } from '#modules/dictionary/index.ts';
import type { EnterpriseModule } from '#modules/enterprise/index.ts';
import type { FileModule } from '#modules/file/index.ts';
import type { JobModule } from '#modules/job/index.ts';
import type { SessionModule } from '#modules/session/index.ts';
import type { SmsModule } from '#modules/sms/index.ts';
import type { TenantModule } from '#modules/tenant/index.ts';
import { createUserAdmin, createUserImport, type UserModule } from '#modules/user/index.ts';
import { noteBack, readBack } from '#platform/backup/erased.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { wallScopeIn } from '#wire/guard.ts';
import type { Put } from './house.ts';

/** The modules that running people leans on, wherever they stand in the order. */
export interface PeopleModules {
  db: Db;
  bus: Bus;
  clock: Clock;
  vault: Vault;
  dictionaries: DictionaryModule;
  audit: AuditModule;
  sms: SmsModule;
  users: UserModule;
  tenants: TenantModule;
  access: AccessModule;
  enterprises: EnterpriseModule;
  files: FileModule;
  jobs: JobModule;
  sessions: Pick<SessionModule, 'own' | 'factor' | 'forgetWays'>;
  /** Tells the modules above that all that is known of a person goes. */
  tellErased: (tx: Tx, userId: string) => Promise<void>;
}

/** People as administrators run them, behind the wall. */
export function mountPeople(put: Put, modules: PeopleModules) {
  const {
    db,
    bus,
    clock,
    vault,
    dictionaries,
    audit,
    sms,
    users,
    tenants,
    access,
    enterprises,
    sessions,
    tellErased,
    files,
    jobs,
  } = modules;
  const incoming = createUserImport({
    db,
    clock,
    vault,
    dictionaries,
    audit,
    users,
    files,
    jobs,
    assertMayGive: async (tx, scope, gift) => {
      await access.assertMayGive(tx, scope, gift);
      // Who comes by a file has these roles and no others.
      await access.demandTogether(tx, gift.roleIds ?? []);
    },
    giveRoles: access.giveRoles,
    demandWithin: access.demandWithin,
    rolesToGive: access.rolesToGive,
    enterpriseNames: enterprises.titles,
    enterpriseCoded: enterprises.idByCode,
  });
  put('user', userImportCalls, incoming);
  const people = createUserAdmin({
    db,
    clock,
    vault,
    dictionaries,
    audit,
    sms,
    users,
    rolesOfAll: access.rolesOfAll,
    enterpriseNames: enterprises.titles,
    enterpriseNamed: enterprises.idNamed,
    enterprisesHeld: async (tx, ids) =>
      new Map([...(await enterprises.held(tx, ids))].flatMap(([id, { name, merged }]) => (merged ? [] : [[id, name]]))),
    assertMayGive: access.assertMayGive,
    keepLastHolder: access.keepLastHolder,
    setRoles: access.setRoles,
    giveRole: access.giveRole,
    takeRoles: access.takeRoles,
    demandWithin: access.demandWithin,
    touched: (tx, userId) => afterCommit(tx, () => bus.publish(tx.scope, 'standing', { userId })),
    endUser: sessions.own.endUser,
    confirmed: sessions.own.confirmed,
    async forgetWays(tx, userId) {
      await sessions.forgetWays(tx, userId);
      await tellErased(tx, userId);
    },
    removeFactor: (tx, userId) => sessions.factor.removeFactor(tx, { tenantId: tx.scope.tenantId, userId }),
  });
  const { ownOf } = access;
  put('access', protectionCalls, createProtection({ db, audit, tenants, ownOf, confirmed: sessions.own.confirmed }));
  const { remove, removeFactor, ...calls } = userAdminCalls;
  put('user', calls, people);
  // What a person signs in with stands among the wall's rows, and goes in the same transaction.
  put('user', { remove, removeFactor }, people, { wall: true });
  return {
    /** Erases again whom the restore before this start brought back (S84). */
    async eraseAgain(dataDir: string): Promise<void> {
      for (const { tenantId, id } of readBack(dataDir))
        await people.eraseAgain(wallScopeIn('restore', tenantId), { id });
      noteBack(dataDir, []);
    },
  };
}
