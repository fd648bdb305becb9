import { randomBytes } from 'node:crypto';
import { dictionaryDeskCalls } from '@anlan/contract/modules/dictionary/desk-calls';
import { frameHostCalls } from '@anlan/contract/wire/frame';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { tenantCountCalls } from '@anlan/contract/modules/tenant/count-calls';
import { tenantDeskCalls } from '@anlan/contract/modules/tenant/desk-calls';
import { tenantAllowCalls, tenantVisitCalls } from '@anlan/contract/modules/tenant/visit-calls';
import type { Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { seedRoles } from '#modules/access/seed.ts';
import type { AuditModule } from '#modules/audit/index.ts';
import { createDictionaryDesk } from '#modules/dictionary/index.ts';
import type { EnterpriseModule } from '#modules/enterprise/index.ts';
import type { FileModule } from '#modules/file/index.ts';
import { announcementReference } from '#modules/notice/index.ts';
import type { SessionModule } from '#modules/session/index.ts';
import { createAllowed, createFrameHosts, createTenantDesk, type TenantModule } from '#modules/tenant/index.ts';
import { headcount } from '#modules/user/headcount-store.ts';
import type { UserModule } from '#modules/user/index.ts';
import { insertOrgan } from '#modules/user/organ/store.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { hashPassword } from '#platform/password/index.ts';
import type { createRegistry } from '#kit/registry.ts';
import type { Put } from './house.ts';

/** The modules behind the desks. */
interface Behind {
  db: Db;
  bus: Bus;
  clock: Clock;
  audit: AuditModule;
  tenants: TenantModule;
  users: UserModule;
  files: FileModule;
  enterprises: EnterpriseModule;
  /** Every resource of the kit. */
  registry: ReturnType<typeof createRegistry>;
  sessions: Pick<SessionModule, 'endTenant' | 'visits'>;
  wallScope: (reason: string) => Scope;
  /** Whether a host is one of this house's own. */
  isOwnHost: (tx: Tx, host: string) => Promise<boolean>;
}

/** The platform's pictures that anybody may see. */
const brandShelf = 'brand';

/** Opens the desks of tenants and dictionaries: the first modules of all, kept up with the help of those above them. */
export function openDesks(put: Put, behind: Behind) {
  const { db, bus, clock, audit, tenants, users, files, enterprises, registry, sessions, wallScope, isOwnHost } =
    behind;
  const { byHostName, ...tenantDesk } = createTenantDesk({
    db,
    clock,
    audit,
    newPassword: async () => {
      const text = randomBytes(12).toString('base64url');
      return { text, hash: await hashPassword(text) };
    },
    furnish: async (tx, { name, username, nickName, passwordHash }) => {
      const organId = newId();
      await insertOrgan(tx, { id: organId, parent_id: null, name, sort: 0, region_code: null });
      const id = newId();
      const who = { id, username, nick_name: nickName, type: 'regulator' as const, organ_id: organId };
      await users.add(tx, { ...who, password_hash: passwordHash, must_change_password: true });
      await seedRoles(tx, [{ userId: id, role: 'ROLE_TENANT_ADMIN' }]);
    },
    headcount,
    endSessions: (tenantId) => sessions.endTenant(wallScope('tenant closed'), tenantId),
    renewRights: (tx) => tenants.bump(tx, 'menu'),
    takePicture: (scope, file, maxBytes) =>
      files.receive(
        systemScope('brand', '0', scope),
        file,
        { purpose: brandShelf, kinds: ['png', 'jpg'], maxBytes, refusal: '只能上传jpg/png文件，且不超过1M' },
        (_tx, { id }) => Promise.resolve(id),
        scope.userId ?? undefined,
      ),
    hasPicture: (id) => files.isOf(systemScope('brand', '0'), id, brandShelf),
    openPicture: (id) => files.openOf(systemScope('brand', '0'), id, brandShelf),
  });
  put('tenant', tenantCalls, { ...tenants, byHostName });
  put('tenant', tenantDeskCalls, tenantDesk);
  put('tenant', tenantCountCalls, tenantDesk);
  put('tenant', tenantVisitCalls, sessions.visits, { wall: true });
  put('tenant', tenantAllowCalls, createAllowed({ db, clock, audit }));
  put('tenant', frameHostCalls, createFrameHosts({ db, clock, audit, isOwn: isOwnHost }));
  const desk = createDictionaryDesk({
    db,
    bus,
    audit,
    tenants,
    bump: (tx) => tenants.bump(tx, 'dictionary'),
    usesOf: async (tx, type, value) => {
      const firms = await enterprises.countWith(tx, type, value);
      const told = await announcementReference.countWith(tx, type, value);
      return [
        ...(firms > 0 ? [`${firms} 家企业`] : []),
        ...(await registry.usesOf(tx, type, value)),
        ...(told > 0 ? [`${told} 条${tx.scope.tenantId === '0' ? '系统通知' : '公告'}`] : []),
      ];
    },
  });
  put('dictionary', dictionaryDeskCalls, desk);
}
