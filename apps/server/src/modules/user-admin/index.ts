/**
 * user-admin: the people of a tenant as administrators run them (用户管理): looked at, changed, brought in as a file, asked
 * for by those who register; organisations, cards of colleagues, and that three administrations stay apart.
 */
import { protectionCalls } from '@anlan/contract/modules/access/protection-calls';
import { userAdminCalls } from '@anlan/contract/modules/user/admin-calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import { userImportCalls } from '@anlan/contract/modules/user/import-calls';
import { joiningCalls } from '@anlan/contract/modules/user/joining-calls';
import { organCalls } from '@anlan/contract/modules/user/organ-calls';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { noteBack, readBack } from '#platform/backup/erased.ts';
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

/** People as administrators run them. */
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
          // Who comes by a file has these roles and no others.
          await access.demandTogether(tx, gift.roleIds ?? []);
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
        demandFew: access.demandFew,
        allTouched: (scope) => bus.publish(scope, 'standing'),
      }),
      protection: createProtection({ db, audit, tenants, ownOf: access.ownOf, confirmed }),
      /** Erases again whom the restore before this start brought back (S84). */
      async eraseAgain(): Promise<void> {
        for (const { tenantId, id } of readBack(config.dataDir))
          await people.eraseAgain(server.createHttpScopeIn('restore', tenantId), { id });
        noteBack(config.dataDir, []);
      },
    };
  },
  serves({ people, incoming, joining, known, organs, protection }) {
    const { remove, removeFactor, ...calls } = userAdminCalls;
    // Of whoever is signed in the module session tells, which sees the sign-in before this one.
    const { info: _, ...open } = userCalls;
    return [
      serve('user', calls, people),
      // What a person signs in with stands among the HTTP layer's rows, and goes in the same transaction.
      serve('user', { remove, removeFactor }, people, true),
      serve('user', userImportCalls, incoming),
      serve('user', joiningCalls, joining, true),
      serve('user', open, known),
      serve('user', organCalls, organs),
      serve('access', protectionCalls, protection),
    ];
  },
});
