/**
 * tenant: an authority or group (租户) and its public brand. Depends only on the database; all other data belongs to a
 * tenant.
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
import { raise, sumsOf } from './cache-versions/store.ts';
import type { Topic } from './cache-versions/tables.ts';
import { frameHosts } from './frames/store.ts';
import { readUnitSms } from './sms-settings/store.ts';
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

export { createAllowed } from './platform-write-consent.ts';
export { createTenantAdmin } from './admin/service.ts';
export { createPurge } from './purge/service.ts';
export { createFrameHosts } from './frames/service.ts';

export interface PrincipalTenant {
  mlps3: boolean;
  rented: ReadonlySet<string> | null;
  /** Number of changes of each topic. Browsers compare it to know whether their cache is valid. */
  freshness: Readonly<Record<Topic, number>>;
}
const rentedIn = (stems: readonly string[]): ReadonlySet<string> | null =>
  stems.length === 0 ? null : permitsOf(stems);

export function createTenantModule({ db, bus }: { db: Db; bus?: Bus }) {
  const all = () => db.scoped(systemScope('every tenant', '0'), allBrands);
  return {
    async outsidePage(
      scope: Scope,
      { page, size, sort, filter }: PageInput<{ name?: string | undefined }>,
    ): Promise<Page<Brand>> {
      const brandPage = await db.scoped(scope, (tx) =>
        pageBrands(tx, filter.name, size, (page - 1) * size, sort[0]?.desc ?? null),
      );
      return { ...brandPage, rows: brandPage.rows.map(withOwnLogo), page, size };
    },
    async outside(scope: Scope, { id }: { id: string }): Promise<Brand> {
      const brand = await db.scoped(scope, (tx) => findBrand(tx, id));
      if (!brand) throw new AppError('notFound');
      return withOwnLogo(brand);
    },
    list: async (scope: Scope, { name }: { name?: string | undefined }): Promise<Brand[]> =>
      (await db.scoped(scope, (tx) => listBrands(tx, name))).map(withOwnLogo),
    async one(scope: Scope, { id }: { id: string }): Promise<{ id: string; name: string }> {
      const ownTenant = await db.scoped(scope, (tx) => findOwn(tx));
      if (!ownTenant || ownTenant.tenant_id !== id) throw new AppError('notFound');
      return { id, name: ownTenant.name };
    },
    async byHost(scope: Scope, { host }: { host?: string | undefined }): Promise<string | null> {
      if (host === undefined || host === '') return null;
      return (await db.scoped(scope, (tx) => findByHost(tx, host.toLowerCase())))?.id ?? null;
    },
    ids: async (): Promise<string[]> => (await all()).map(({ id }) => id),
    /** Ids of all tenants, including removed tenants that can still be restored. */
    keptIds: async (): Promise<string[]> =>
      (await db.scoped(systemScope('every tenant kept', '0'), keptTenants)).map(({ id }) => id),
    names: async (): Promise<ReadonlyMap<string, string>> => new Map((await all()).map(({ id, name }) => [id, name])),
    /** Invalidates a topic in browser caches: for this tenant, or for all tenants when this is the platform. */
    async bump(tx: Tx, topic: Topic): Promise<void> {
      await raise(tx, topic);
      afterCommit(tx, () => bus?.publish(tx.scope, 'standing'));
    },
    /** Permits of the packages that the tenant rented; null means all permits. */
    async packagePermits(tx: Tx): Promise<ReadonlySet<string> | null> {
      return rentedIn((await rentedStems(tx)).map(({ stem }) => stem));
    },
    /** Tenant data for principals; null when nobody may work in the tenant. */
    async principalTenant(tx: Tx): Promise<PrincipalTenant | null> {
      const [row] = await principalFacts(tx, tx.scope.tenantId);
      if (row?.status !== 'active') return null;
      const { mlps3, stems, topics, numbers } = row;
      const freshness = sumsOf(topics.map((topic, at) => ({ topic, number: numbers[at] ?? '0' })));
      return { mlps3, rented: rentedIn(stems), freshness };
    },
    frameHostsOf: async (tx: Tx): Promise<string[]> => (await frameHosts(tx)).map(({ host }) => host),
    /** Time until which platform users may write in the tenant, or null. */
    entryWriteUntil: writeUntil,
    /** The tenant's own SMS signature and templates; null when the tenant uses those of the platform. */
    unitSmsOf: readUnitSms,
    isMlps3,
    /** Sets or removes level-three protection (等级保护三级). */
    setMlps3: (tx: Tx, mlps3: boolean) => updateTenant(tx, { mlps3 }),
    nameOf: async (tx: Tx): Promise<string | null> => (await findOwn(tx))?.name ?? null,
    async isOpen(tenantId: string): Promise<boolean> {
      return (await db.read(systemScope('sign-in', tenantId), (tx) => findOwn(tx)))?.status === 'active';
    },
  };
}

export type TenantModule = ReturnType<typeof createTenantModule>;
export const tenantModule = defineModule('tenant', {
  needs: { server: infrastructure },
  open: ({ kit, server }) => ({ ...createTenantModule(kit), ...ownHosts(server.config, kit) }),
  gives: ({ ids }) => ({ tenantIds: ids }),
});
