/** audit-log: pages of the audit (日志), and reveals of masked values, each of which is audited. */
import { auditCalls } from '@anlan/contract/modules/audit/calls';
import { revealCalls } from '@anlan/contract/http/reveal';
import { infrastructure } from '#kit/infrastructure.ts';
import { idRange } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule, serve } from '#kit/module.ts';
import type { Reference } from '#kit/ports.ts';
import type { Tx } from '#platform/db/index.ts';
import { openStacks } from '#platform/stacks/index.ts';
import { accessModule } from '../access/index.ts';
import { alarmModule, auditModule, createLogs, createReveals } from '../audit/index.ts';
import { dictionaryModule } from '../dictionary/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { sessionModule } from '../session/index.ts';
import { userModule } from '../user/index.ts';

export const auditLogModule = defineModule('audit-log', {
  needs: {
    server: infrastructure,
    dictionaries: dictionaryModule,
    audit: auditModule,
    alarms: alarmModule,
    users: userModule,
    enterprises: enterpriseModule,
    access: accessModule,
    sessions: sessionModule,
  },
  open({
    kit: { db, clock, registry, queued, refreshTodos },
    server,
    dictionaries,
    audit,
    alarms,
    users,
    enterprises,
    access,
    sessions,
  }) {
    // Staff see phones only of colleagues in their enterprise. A regulator with limited regions sees phones of
    // enterprise staff only in these regions, because row policies hide links to other enterprises.
    async function phoneOf(tx: Tx, id: string) {
      const { userType, enterpriseId, regions } = tx.scope;
      const person = await users.byId(tx, id);
      if (!person || (userType !== 'enterprise' && (regions === 'all' || person.type !== 'enterprise')))
        return person?.phone;
      const bound = await users.enterprisesOf(tx, id);
      const isNear =
        userType === 'enterprise' ? enterpriseId !== null && bound.includes(enterpriseId) : bound.length > 0;
      return isNear ? person.phone : undefined;
    }
    const own = new Map<string, Pick<Reference, 'read'>>([
      ['organisation', users.organReference],
      ['role', access.roleReference],
    ]);
    const logs = createLogs({
      db,
      clock,
      audit,
      ...(queued ? { queued } : {}),
      words: {
        auditWordingOf: registry.spokenOf,
        // Looked up on each call, because modules opened later add their references.
        referenceOf: (target) => own.get(target) ?? registry.references[target],
        dictionaries,
      },
      titleOf: registry.titleOf,
      readStack: openStacks(server.pages),
    });
    return {
      logs: {
        ...logs,
        alarms: (scope: Scope) =>
          db.scoped(scope, (tx) => alarms.unchecked(tx, { after: idRange.lowest, limit: 100 }), { readOnly: true }),
        confirmAlarm: (scope: Scope, { id }: { id: string }): Promise<null> =>
          db.scoped(scope, async (tx) => {
            await alarms.confirm(tx, id);
            await refreshTodos(tx, 'alarm', [id]);
            return null;
          }),
      },
      reveals: createReveals({
        db,
        record: audit.record,
        confirmed: sessions.own.confirmed,
        // A function, because modules are registered later. The function is called after all modules are open.
        rooms: () => ({
          enterprise: { permit: 'bus:enterprise:get', ...enterprises.classified },
          ...registry.revealable(),
          user: { permit: 'sys:user:index', fields: ['phone'], read: phoneOf },
        }),
      }),
    };
  },
  serves: ({ logs, reveals }) => [serve('audit', auditCalls, logs), serve('audit', revealCalls, reveals, true)],
});
