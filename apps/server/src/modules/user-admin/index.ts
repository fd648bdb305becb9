/**
 * user-admin: administration of users (用户管理): lists, changes, import and self-registration; also organs, colleague
 * cards and separated duties.
 */
import { protectionCalls } from '@anlan/contract/modules/access/protection-calls';
import { userAdminCalls } from '@anlan/contract/modules/user/admin-calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import { userImportCalls } from '@anlan/contract/modules/user/import-calls';
import { joiningCalls } from '@anlan/contract/modules/user/registration-calls';
import { organCalls } from '@anlan/contract/modules/user/organ-calls';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { saveRestoredPeople, readRestoredPeople } from '#platform/backup/erasure-list.ts';
import { afterCommit } from '#platform/db/index.ts';
import { accessModule, createProtection } from '../access/index.ts';
import { auditModule } from '../audit/index.ts';
import { agreementsModule } from '../content/index.ts';
import { dictionaryModule } from '../dictionary/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { jobModule } from '../job/index.ts';
import { todoModule } from '../notice/index.ts';
import { sessionModule } from '../session/index.ts';
import { smsModule } from '../sms/index.ts';
import { staffModule } from '../staff/index.ts';
import { tenantModule } from '../tenant/index.ts';
import {
  createCards,
  createJoining,
  createOrgans,
  createUserAdmin,
  createUserImport,
  userModule,
} from '../user/index.ts';

export const userAdminModule = defineModule('user-admin', {
  needs: {
    server: infrastructure,
    tenants: tenantModule,
    dictionaries: dictionaryModule,
    files: fileModule,
    audit: auditModule,
    jobs: jobModule,
    agreements: agreementsModule,
    sms: smsModule,
    users: userModule,
    enterprises: enterpriseModule,
    access: accessModule,
    sessions: sessionModule,
    staff: staffModule,
    todos: todoModule,
  },
  open({ kit, server, ...below }) {
    const { db, bus, clock, events } = kit;
    const { access, audit, dictionaries, enterprises, sessions, tenants, todos, users } = below;
    const { vault, config } = server;
    const { confirmed } = sessions.own;
    const enterpriseNames = enterprises.titles;
    const people = createUserAdmin({
      ...below,
      ...access,
      db,
      clock,
      vault,
      queued: below.jobs.queued,
      enterpriseNames,
      enterpriseNamed: enterprises.idNamed,
      enterprisesHeld: async (tx, ids) =>
        new Map(
          [...(await enterprises.held(tx, ids))].flatMap(([id, { name, merged }]) => (merged ? [] : [[id, name]])),
        ),
      touched: (tx, userId) => afterCommit(tx, () => bus.publish(tx.scope, 'standing', { userId })),
      endUser: sessions.own.endUser,
      confirmed,
      async forgetLoginMethods(tx, userId) {
        await sessions.forgetLoginMethods(tx, userId);
        await events.emit(tx, 'user.erased', { ids: [userId] });
      },
      removeFactor: (tx, userId) => sessions.factor.removeFactor(tx, { tenantId: tx.scope.tenantId, userId }),
    });
    return {
      people,
      incoming: createUserImport({
        ...below,
        ...access,
        db,
        clock,
        vault,
        assertMayGive: async (tx, scope, gift) => {
          await access.assertMayGive(tx, scope, gift);
          // Checks that the roles can be combined, because imported users get exactly these roles.
          await access.requireCompatibleRoles(tx, gift.roleIds ?? []);
        },
        enterpriseNames,
        enterpriseCoded: enterprises.idByCode,
      }),
      joining: createJoining({
        ...below,
        db,
        checkCaptcha: config.captcha ? sessions.checkCaptcha : null,
        giveRole: access.giveRole,
        rolesOf: async (tx, userId) => (await access.rightsOf(tx, userId)).roles,
        enterpriseNamed: enterprises.idNamed,
      }),
      known: {
        ...users,
        ...createCards({ db, users, enterpriseNames, postOf: below.staff.postNameOf, todosOf: todos.countLed }),
      },
      organs: createOrgans({
        db,
        audit,
        dictionaries,
        ownRegions: access.ownOf,
        requireFewRegions: access.demandFew,
        allTouched: (scope) => bus.publish(scope, 'standing'),
      }),
      protection: createProtection({ db, audit, tenants, ownOf: access.ownOf, confirmed }),
      /** Erases people again who came back with the last restored backup (S84). */
      async eraseAgain(): Promise<void> {
        for (const { tenantId, id } of readRestoredPeople(config.dataDir))
          await people.eraseAgain(server.createHttpScopeIn('restore', tenantId), { id });
        saveRestoredPeople(config.dataDir, []);
      },
    };
  },
  serves({ people, incoming, joining, known: userHandlers, organs, protection }) {
    const { remove, removeFactor, ...calls } = userAdminCalls;
    // The module session answers `info`, because it can read the previous sign-in.
    const { info: _, ...open } = userCalls;
    return [
      serve('user', calls, people),
      // These calls also delete credentials in the same transaction. Credentials are rows of the HTTP layer.
      serve('user', { remove, removeFactor }, people, true),
      serve('user', userImportCalls, incoming),
      serve('user', joiningCalls, joining, true),
      serve('user', open, userHandlers),
      serve('user', organCalls, organs),
      serve('access', protectionCalls, protection),
    ];
  },
});
