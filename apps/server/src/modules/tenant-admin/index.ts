/**
 * tenant-admin: how the platform manages tenants (租户), and a tenant's own rules for platform users inside it and for
 * framed sites.
 */
import { randomBytes } from 'node:crypto';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { tenantCountCalls } from '@anlan/contract/modules/tenant/count-calls';
import { tenantAdminCalls } from '@anlan/contract/modules/tenant/admin-calls';
import { tenantAllowCalls } from '@anlan/contract/modules/tenant/impersonation-calls';
import { frameHostCalls } from '@anlan/contract/http/external-frame-calls';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { hashPassword } from '#platform/password/index.ts';
import { seedRoles } from '../access/index.ts';
import { fileModule } from '../file/index.ts';
import { sessionModule } from '../session/index.ts';
import { createAllowed, createFrameHosts, createTenantAdmin, tenantModule } from '../tenant/index.ts';
import { headcount, insertOrgan, userModule } from '../user/index.ts';

const brandShelf = 'brand';

export const tenantAdminModule = defineModule('tenant-admin', {
  needs: {
    server: infrastructure,
    tenants: tenantModule,
    files: fileModule,
    users: userModule,
    sessions: sessionModule,
  },
  open({ kit: { db, clock, audit }, server, tenants, files, users, sessions }) {
    const { byHostName, ...desk } = createTenantAdmin({
      db,
      clock,
      audit,
      newPassword: async () => {
        const text = randomBytes(12).toString('base64url');
        return { text, hash: await hashPassword(text) };
      },
      provision: async (tx, { name, username, nickName, passwordHash }) => {
        const organId = newId();
        await insertOrgan(tx, { id: organId, parent_id: null, name, sort: 0, region_code: null });
        const id = newId();
        const who = { id, username, nick_name: nickName, type: 'regulator' as const, organ_id: organId };
        await users.add(tx, { ...who, password_hash: passwordHash, must_change_password: true });
        await seedRoles(tx, [{ userId: id, role: 'ROLE_TENANT_ADMIN' }]);
      },
      headcount,
      endSessions: (tenantId) => sessions.endTenant(server.createHttpScope('tenant closed'), tenantId),
      renewRights: (tx) => tenants.bump(tx, 'menu'),
      takePicture: (scope, file, maxBytes) =>
        files.receive(
          systemScope('brand', '0', scope),
          file,
          { purpose: brandShelf, kinds: ['png', 'jpg'], maxBytes, refusal: '只能上传jpg/png文件，且不超过1M' },
          (_tx, { id }) => Promise.resolve(id),
          scope.userId ?? undefined,
        ),
      demandConfirmer: (tx, act) => sessions.secondPersons.demandConfirmer(tx, 'sys:tenant:del', act),
      hasPicture: (id) => files.isOf(systemScope('brand', '0'), id, brandShelf),
      openPicture: (id) => files.openOf(systemScope('brand', '0'), id, brandShelf),
    });
    // No single person requests the consent that platform users may write, so every platform user counts as the
    // requester.
    const consent = () =>
      ({
        permit: 'sys:entry:allow',
        askerId: null,
        isPlatformAsking: true,
        requestedAt: clock.now(),
        provesFactor: false,
      }) as const;
    return {
      outside: { ...tenants, byHostName },
      desk,
      allowed: createAllowed({
        db,
        clock,
        audit,
        objectionTo: (tx, userId) => sessions.secondPersons.objection(tx, userId, consent()),
        candidates: (tx) => sessions.secondPersons.candidates(tx, consent()),
      }),
      frameHosts: createFrameHosts({ db, clock, audit, isOwn: tenants.isOwnHost }),
    };
  },
  serves: ({ outside, desk, allowed, frameHosts }) => [
    serve('tenant', tenantCalls, outside),
    serve('tenant', tenantAdminCalls, desk),
    serve('tenant', tenantCountCalls, desk),
    serve('tenant', tenantAllowCalls, allowed),
    serve('tenant', frameHostCalls, frameHosts),
  ],
});
