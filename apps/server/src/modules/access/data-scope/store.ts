import { dataScope, type DataScope } from '@anlan/contract/modules/access/role';
import { insertAll } from '#platform/db/bulk.ts';
import { tables, type Tx } from '#platform/db/index.ts';
import type { AccessTables } from '../tables.ts';
import type { RoleDataScope } from './rules.ts';

const on = tables<AccessTables>();

const names = new Map<string, DataScope>(
  Object.entries(dataScope).flatMap(([name, code]) => (isScope(name) ? [[code, name]] : [])),
);
function isScope(name: string): name is DataScope {
  return name in dataScope;
}
/** What a stored letter says; one that nobody knows reaches nothing. */
export const scopeNamed = (code: string): DataScope => names.get(code) ?? 'chosen';

/** Whose enterprises these roles reach. */
export async function dataScopesOf(tx: Tx, roleIds: readonly string[]): Promise<Map<string, RoleDataScope>> {
  if (roleIds.length === 0) return new Map();
  const rows = await on(tx)
    .selectFrom('role')
    .leftJoin('role_region', (join) =>
      join.onRef('role_region.tenant_id', '=', 'role.tenant_id').onRef('role_region.role_id', '=', 'role.id'),
    )
    .select(['role.id', 'role.data_scope', 'role_region.region_code'])
    .where('role.tenant_id', '=', tx.scope.tenantId)
    .where((eb) => eb('role.id', '=', eb.fn.any(eb.val(roleIds))))
    .orderBy('role_region.region_code')
    .execute();
  const found = new Map<string, RoleDataScope & { codes: string[] }>();
  for (const { id, data_scope, region_code } of rows) {
    const dataScopes = found.get(id) ?? { dsType: scopeNamed(data_scope), codes: [] };
    if (region_code !== null) dataScopes.codes.push(region_code);
    found.set(id, dataScopes);
  }
  return found;
}

/** Makes exactly these the chosen divisions of a role. */
export async function chooseRegions(tx: Tx, roleId: string, codes: readonly string[]) {
  const { tenantId } = tx.scope;
  await on(tx).deleteFrom('role_region').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute();
  await insertAll(
    tx,
    'role_region',
    codes.map((region_code) => ({ tenant_id: tenantId, role_id: roleId, region_code })),
  );
}

/** Names of the roles that a division, street or grid was chosen for. */
export const rolesChoosing = async (tx: Tx, code: string): Promise<string[]> =>
  (
    await on(tx)
      .selectFrom('role_region')
      .innerJoin('role', (join) =>
        join.onRef('role.tenant_id', '=', 'role_region.tenant_id').onRef('role.id', '=', 'role_region.role_id'),
      )
      .select('role.name')
      .where('role_region.tenant_id', '=', tx.scope.tenantId)
      .where('role_region.region_code', '=', code)
      .orderBy('role.name')
      .execute()
  ).map(({ name }) => name);

/** The people who hold each of these roles. */
export async function holdersByRole(tx: Tx, roleIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await on(tx)
    .selectFrom('user_role')
    .select(['role_id', 'user_id'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where((eb) => eb('role_id', '=', eb.fn.any(eb.val(roleIds))))
    .execute();
  const found = new Map<string, string[]>();
  for (const { role_id, user_id } of rows) found.set(role_id, [...(found.get(role_id) ?? []), user_id]);
  return found;
}

/** The people who hold a role. */
export const holdersOf = async (tx: Tx, roleId: string): Promise<string[]> =>
  (
    await on(tx)
      .selectFrom('user_role')
      .select('user_id')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('role_id', '=', roleId)
      .execute()
  ).map(({ user_id }) => user_id);
