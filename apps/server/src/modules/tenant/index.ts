/**
 * tenant: one authority or group (租户), and the brand of it that anybody may see.
 * Leans on nothing but the database; everything else belongs to a tenant.
 */
import { permitsOf } from '@anlan/contract/rentables';
import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule } from '#kit/module.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import { raise, sumsOf } from './freshness/store.ts';
import type { Topic } from './freshness/tables.ts';
import { frameHosts } from './frames/store.ts';
import { readUnitSms } from './messages/store.ts';
import { updateTenant } from './admin/store.ts';
import { ownHosts } from './own-hosts.ts';
import { withOwnLogo } from './rules.ts';
import {
  allBrands,
  findBrand,
  findByHost,
  findOwn,
  isMlps3,
  keptTenants,
  listBrands,
  pageBrands,
  rentedStems,
  principalFacts,
  writeUntil,
} from './store.ts';

export { createAllowed } from './allowed.ts';
export { createTenantAdmin } from './admin/service.ts';
export { createPurge } from './purge/service.ts';
export { createFrameHosts } from './frames/service.ts';

/** What of a tenant is a part of each principal. */
export interface PrincipalTenant {
  /** Whether it is protected at level three. */
  mlps3: boolean;
  /** The permits that it has rented; null is everything. */
  rented: ReadonlySet<string> | null;
  /** How often each part has changed that browsers keep. */
  freshness: Readonly<Record<Topic, number>>;
}
const rentedIn = (stems: readonly string[]): ReadonlySet<string> | null =>
  stems.length === 0 ? null : permitsOf(stems);

/** Opens the module tenant. */
export function createTenantModule({ db, bus }: { db: Db; bus?: Bus }) {
  const all = () => db.scoped(systemScope('every tenant', '0'), allBrands);
  return {
    async outsidePage(
      scope: Scope,
      { page, size, sort, filter }: PageInput<{ name?: string | undefined }>,
    ): Promise<Page<Brand>> {
      const found = await db.scoped(scope, (tx) =>
        pageBrands(tx, filter.name, size, (page - 1) * size, sort[0]?.desc ?? null),
      );
      return { ...found, rows: found.rows.map(withOwnLogo), page, size };
    },
    async outside(scope: Scope, { id }: { id: string }): Promise<Brand> {
      const found = await db.scoped(scope, (tx) => findBrand(tx, id));
      if (!found) throw new AppError('notFound');
      return withOwnLogo(found);
    },
    list: async (scope: Scope, { name }: { name?: string | undefined }): Promise<Brand[]> =>
      (await db.scoped(scope, (tx) => listBrands(tx, name))).map(withOwnLogo),
    /** The caller's own tenant; any other does not exist for them. */
    async one(scope: Scope, { id }: { id: string }): Promise<{ id: string; name: string }> {
      const found = await db.scoped(scope, (tx) => findOwn(tx));
      if (!found || found.tenant_id !== id) throw new AppError('notFound');
      return { id, name: found.name };
    },
    async byHost(scope: Scope, { host }: { host?: string | undefined }): Promise<string | null> {
      if (host === undefined || host === '') return null;
      return (await db.scoped(scope, (tx) => findByHost(tx, host.toLowerCase())))?.id ?? null;
    },
    /** Numbers of all tenants but the platform's. */
    ids: async (): Promise<string[]> => (await all()).map(({ id }) => id),
    /** The same, with those that were removed and are still held. */
    keptIds: async (): Promise<string[]> =>
      (await db.scoped(systemScope('every tenant kept', '0'), keptTenants)).map(({ id }) => id),
    /** Names of all tenants but the platform's, by number. */
    names: async (): Promise<ReadonlyMap<string, string>> => new Map((await all()).map(({ id, name }) => [id, name])),
    /** Says that what browsers keep of a part is stale: in this tenant, everywhere when it is the platform's. */
    async bump(tx: Tx, topic: Topic): Promise<void> {
      await raise(tx, topic);
      afterCommit(tx, () => bus?.publish(tx.scope, 'standing'));
    },
    /** The permits that the scope's tenant has rented; null is everything. */
    async packagePermits(tx: Tx): Promise<ReadonlySet<string> | null> {
      return rentedIn((await rentedStems(tx)).map(({ stem }) => stem));
    },
    /** What of the scope's tenant is a part of each principal; null where nobody may work in it. */
    async principalTenant(tx: Tx): Promise<PrincipalTenant | null> {
      const [row] = await principalFacts(tx, tx.scope.tenantId);
      if (row?.status !== 'active') return null;
      const { mlps3, stems, topics, numbers } = row;
      const freshness = sumsOf(topics.map((topic, at) => ({ topic, number: numbers[at] ?? '0' })));
      return { mlps3, rented: rentedIn(stems), freshness };
    },
    /** Hosts of other people's sites that the scope's tenant lets stand in frames. */
    frameHostsOf: async (tx: Tx): Promise<string[]> => (await frameHosts(tx)).map(({ host }) => host),
    /** Until when the platform's people may write in the scope's tenant, or null. */
    entryWriteUntil: writeUntil,
    /** The name and templates that the scope's tenant has with the vendor of messages; null where the platform's do. */
    unitSmsOf: readUnitSms,
    /** Whether the scope's tenant is protected at level three (等级保护三级). */
    isMlps3,
    /** Protects the scope's tenant at level three, or no more. */
    setMlps3: (tx: Tx, mlps3: boolean) => updateTenant(tx, { mlps3 }),
    /** Name of the scope's tenant. */
    nameOf: async (tx: Tx): Promise<string | null> => (await findOwn(tx))?.name ?? null,
    /** Whether people may sign in to a tenant. */
    async isOpen(tenantId: string): Promise<boolean> {
      return (
        (await db.scoped(systemScope('sign-in', tenantId), (tx) => findOwn(tx), { readOnly: true }))?.status ===
        'active'
      );
    },
  };
}

/** The module tenant. */
export type TenantModule = ReturnType<typeof createTenantModule>;
/** The module tenant, for those that need it. */
export const tenantModule = defineModule('tenant', {
  needs: { server: infrastructure },
  open: ({ kit, server }) => ({ ...createTenantModule(kit), ...ownHosts(server.config, kit) }),
  gives: ({ ids }) => ({ tenantIds: ids }),
});
