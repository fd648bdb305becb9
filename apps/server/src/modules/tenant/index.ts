/**
 * tenant: one authority or group (租户), and the brand of it that anybody may see.
 * Leans on nothing but the database; everything else belongs to a tenant.
 */
import { permitsOf } from '@anlan/contract/domain/rented';
import type { Brand } from '@anlan/contract/domain/tenant';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import { raise, readFresh } from './fresh/store.ts';
import type { Topic } from './fresh/tables.ts';
import { allBrands, findBrand, findByHost, findOwn, listBrands, pageBrands, rentedStems, writeUntil } from './store.ts';

export { createAllowed } from './allowed/service.ts';
export { createTenantDesk } from './desk/service.ts';

/** Opens the room tenant. */
export function createTenantRoom({ db, bus }: { db: Db; bus?: Bus }) {
  return {
    async outsidePage(
      scope: Scope,
      { page, size, sort, filter }: PageInput<{ name?: string | undefined }>,
    ): Promise<Page<Brand>> {
      const found = await db.scoped(scope, (tx) =>
        pageBrands(tx, filter.name, size, (page - 1) * size, sort[0]?.desc ?? null),
      );
      return { ...found, page, size };
    },
    async outside(scope: Scope, { id }: { id: string }): Promise<Brand> {
      const found = await db.scoped(scope, (tx) => findBrand(tx, id));
      if (!found) throw new AppError('notFound');
      return found;
    },
    list: (scope: Scope, { name }: { name?: string | undefined }): Promise<Brand[]> =>
      db.scoped(scope, (tx) => listBrands(tx, name)),
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
    ids: async (): Promise<string[]> =>
      (await db.scoped(systemScope('every tenant', '0'), allBrands)).map(({ id }) => id),
    /** Says that what browsers keep of a part is stale: in this tenant, everywhere when it is the platform's. */
    async bump(tx: Tx, topic: Topic): Promise<void> {
      await raise(tx, topic);
      afterCommit(tx, () => bus?.publish(tx.scope, 'standing'));
    },
    /** How often each part has changed, as the scope's tenant sees it. */
    freshness: readFresh,
    /** The permits that the scope's tenant has rented; null is everything. */
    async packagePermits(tx: Tx): Promise<ReadonlySet<string> | null> {
      const rows = await rentedStems(tx);
      return rows.length === 0 ? null : permitsOf(rows.map(({ stem }) => stem));
    },
    /** Until when the platform's people may write in the scope's tenant, or null. */
    entryWriteUntil: writeUntil,
    /** Name of the scope's tenant. */
    nameOf: async (tx: Tx): Promise<string | null> => (await findOwn(tx))?.name ?? null,
    /** Whether people may sign in to a tenant. */
    async isOpen(tenantId: string): Promise<boolean> {
      return (await db.scoped(systemScope('sign-in', tenantId), (tx) => findOwn(tx)))?.status === 'active';
    },
  };
}

/** The room tenant. */
export type TenantRoom = ReturnType<typeof createTenantRoom>;
