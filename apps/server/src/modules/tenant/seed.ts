import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { findOwn } from './store.ts';

/** The demo tenants and the platform. */
export const seedTenants = [
  { id: '0', name: '平台管理', hosts: [] },
  { id: '1', name: '临澜区应急管理局（演示）', hosts: [] },
  { id: '2', name: '云岭市交通运输局（演示）', hosts: [] },
  { id: '3', name: '安澜控股集团（演示）', hosts: [] },
] as const;
export type SeedTenant = (typeof seedTenants)[number];

export const hasTenant = async (tx: Tx) => (await findOwn(tx)) !== undefined;

export async function seedTenant(tx: Tx, { id, name, hosts }: SeedTenant, year: string) {
  await insertAll(tx, 'tenant', [{ tenant_id: id, name, status: 'active' }]);
  const brand = {
    id,
    name,
    copy: `© ${year} ${id === '0' ? '安澜平台' : name}`,
    icp: id === '0' ? null : `示例ICP备0000000${id}号`,
    tec: id === '0' ? null : `示例公网安备 0000000000000${id}号`,
    logo: null,
    hosts,
    sort: Number(id),
  };
  await insertAll(tx, 'brand', [brand]);
}
