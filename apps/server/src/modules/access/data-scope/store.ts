import { dataScope, type DataScope } from '@anlan/contract/modules/access/role';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { AccessTables } from '../tables.ts';
import type { RoleDataScope } from './rules.ts';

const { selectFrom, deleteFrom } = tenantTables<AccessTables>();

const names = new Map<string, DataScope>(
  Object.entries(dataScope).flatMap(([name, code]) => (isScope(name) ? [[code, name]] : [])),
);
function isScope(name: string): name is DataScope {
  return name in dataScope;
}
export const scopeNamed = (code: string): DataScope => names.get(code) ?? 'chosen';

export async function dataScopesOf(tx: Tx, roleIds: readonly string[]): Promise<Map<string, RoleDataScope>> {
  if (roleIds.length === 0) return new Map();
  const rows = await selectFrom(tx, 'role')
    .leftJoin('role_region', (join) =>
      join.onRef('role_region.tenant_id', '=', 'role.tenant_id').onRef('role_region.role_id', '=', 'role.id'),
    )
    .select(['role.id', 'role.data_scope', 'role_region.region_code'])
    .where((eb) => eb('role.id', '=', eb.fn.any(eb.val(roleIds))))
    .orderBy('role_region.region_code')
    .execute();
  const scopesByRole = new Map<string, RoleDataScope & { codes: string[] }>();
  for (const { id, data_scope, region_code } of rows) {
    const dataScopes = scopesByRole.get(id) ?? { dsType: scopeNamed(data_scope), codes: [] };
    if (region_code !== null) dataScopes.codes.push(region_code);
    scopesByRole.set(id, dataScopes);
  }
  return scopesByRole;
}

export async function chooseRegions(tx: Tx, roleId: string, codes: readonly string[]) {
  const { tenantId } = tx.scope;
  await deleteFrom(tx, 'role_region').where('role_id', '=', roleId).execute();
  await insertAll(
    tx,
    'role_region',
    codes.map((region_code) => ({ tenant_id: tenantId, role_id: roleId, region_code })),
  );
}

export const rolesChoosing = async (tx: Tx, code: string): Promise<string[]> =>
  (
    await selectFrom(tx, 'role_region')
      .innerJoin('role', (join) =>
        join.onRef('role.tenant_id', '=', 'role_region.tenant_id').onRef('role.id', '=', 'role_region.role_id'),
      )
      .select('role.name')
      .where('role_region.region_code', '=', code)
      .orderBy('role.name')
      .execute()
  ).map(({ name }) => name);

export async function holdersByRole(tx: Tx, roleIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await selectFrom(tx, 'user_role')
    .select(['role_id', 'user_id'])
    .where((eb) => eb('role_id', '=', eb.fn.any(eb.val(roleIds))))
    .execute();
  const userIdsByRole = new Map<string, string[]>();
  for (const { role_id, user_id } of rows) userIdsByRole.set(role_id, [...(userIdsByRole.get(role_id) ?? []), user_id]);
  return userIdsByRole;
}

export const holdersOf = async (tx: Tx, roleId: string): Promise<string[]> =>
  (await selectFrom(tx, 'user_role').select('user_id').where('role_id', '=', roleId).execute()).map(
    ({ user_id }) => user_id,
  );
