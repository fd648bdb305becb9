import { rmSync } from 'node:fs';
import type { UserType } from '@anlan/contract/modules/session/session';
import { organCalls } from '@anlan/contract/modules/user/organ-calls';
import { ownDataCalls } from '@anlan/contract/modules/user/own-data-calls';
import { revealCalls } from '@anlan/contract/wire/reveal';
import { userLinkCalls } from '@anlan/contract/modules/user/link-calls';
import { userSettingCalls } from '@anlan/contract/modules/user/setting-calls';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { AccessModule } from '#modules/access/index.ts';
import { createReveals, type AuditModule } from '#modules/audit/index.ts';
import type { DictionaryModule } from '#modules/dictionary/index.ts';
import type { EnterpriseModule } from '#modules/enterprise/index.ts';
import type { FileModule } from '#modules/file/index.ts';
import type { SessionModule } from '#modules/session/index.ts';
import type { SmsModule } from '#modules/sms/index.ts';
import type { TenantModule } from '#modules/tenant/index.ts';
import {
  createOrgans,
  createOwnData,
  createPasswordLinks,
  createSettings,
  firstLinkFile,
  type UserModule,
} from '#modules/user/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { createRegistry } from '#kit/registry.ts';
import type { Put } from './house.ts';

/** The modules that own data, organisations and revealing lean on, wherever they stand in the order. */
export interface OwnDataModules {
  db: Db;
  bus: Bus;
  clock: Clock;
  audit: AuditModule;
  dictionaries: DictionaryModule;
  tenants: TenantModule;
  users: UserModule;
  access: AccessModule;
  files: FileModule;
  sms: SmsModule;
  enterprises: EnterpriseModule;
  /** Every resource of the kit. */
  registry: ReturnType<typeof createRegistry>;
  sessions: Pick<SessionModule, 'renewal' | 'own'>;
}

/** Names of a tenant and of a person's enterprises, of which no password is made. */
const houseNamesOf =
  ({ db, tenants, users, enterprises }: Pick<OwnDataModules, 'db' | 'tenants' | 'users' | 'enterprises'>) =>
  async (scope: Scope, userId: string): Promise<string[]> => {
    const { name } = await tenants.outside(scope, { id: scope.tenantId });
    const firms = await db.scoped(scope, async (tx) => enterprises.titles(tx, await users.enterprisesOf(tx, userId)));
    return [name, ...firms.values()];
  };

/** The modules that first passwords lean on. */
interface LinkModules extends Pick<OwnDataModules, 'db' | 'clock' | 'audit' | 'tenants' | 'users' | 'enterprises'> {
  sessions: Pick<SessionModule, 'own' | 'entry'>;
  dataDir: string;
}

/** First passwords by one-time links, behind the wall. */
export function mountPasswordLinks(put: Put, { sessions, dataDir, ...modules }: LinkModules) {
  const links = createPasswordLinks({
    ...modules,
    houseNames: houseNamesOf(modules),
    endUser: (tx, owner) => sessions.own.endUser(tx, { ...owner, reason: 'password changed' }),
    enter: (wall, owner) => sessions.entry.enter(wall, { ...owner, way: 'password' }),
    onSet: ({ tenantId }) => tenantId === '0' && rmSync(firstLinkFile(dataDir), { force: true }),
  });
  put('user', userLinkCalls, links, { wall: true });
}

/** What people change of themselves, what is shown behind masks, and the tree of organisations, behind the wall. */
export function mountOwnData(put: Put, modules: OwnDataModules) {
  const { db, bus, clock, audit, dictionaries, tenants, users, access, files, sms, enterprises, registry, sessions } =
    modules;
  const own = createOwnData({
    db,
    users,
    audit,
    sms,
    tenants,
    isOwnPassword: sessions.renewal.isOwnPassword,
    renew: sessions.renewal.renew,
    houseNames: houseNamesOf({ db, tenants, users, enterprises }),
    roleNames: async (tx, userId) => (await access.rolesOf(tx, userId)).map(({ name }) => name),
    portraits: {
      attach: (tx, address) => files.attach(tx, address, 'avatar'),
      detach: (tx, address) => files.detach(tx, address, 'avatar'),
    },
  });
  put('user', ownDataCalls, own, { wall: true });
  // Who is inside another tenant keeps the settings of their own.
  put('user', userSettingCalls, createSettings({ db, clock, audit }), { wall: true });
  put(
    'user',
    organCalls,
    createOrgans({
      db,
      audit,
      dictionaries,
      ownRegions: access.ownOf,
      demandFew: access.demandFew,
      allTouched: (scope) => bus.publish(scope, 'standing'),
    }),
  );

  // Staff know the colleagues of the enterprise they work in, and nobody else of the tenant; whoever oversees some
  // divisions knows, of the enterprises' people, those of enterprises there: the policies show their bindings alone.
  const isNear = async (tx: Tx, { userType, enterpriseId, regions }: Scope, person: { id: string; type: UserType }) => {
    if (userType !== 'enterprise' && (regions === 'all' || person.type !== 'enterprise')) return true;
    const bound = await users.enterprisesOf(tx, person.id);
    return userType === 'enterprise' ? enterpriseId !== null && bound.includes(enterpriseId) : bound.length > 0;
  };
  const reveals = createReveals({
    db,
    record: audit.record,
    confirmed: sessions.own.confirmed,
    rooms: {
      enterprise: { permit: 'bus:enterprise:get', ...enterprises.classified },
      ...registry.revealable(),
      user: {
        permit: 'sys:user:index',
        fields: ['phone'],
        read: async (tx, id) => {
          const user = await users.byId(tx, id);
          return user && (await isNear(tx, tx.scope, user)) ? user.phone : undefined;
        },
      },
    },
  });
  put('audit', revealCalls, reveals, { wall: true });
}
