import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';

export interface StoredSettings {
  version: number;
  /** Values by setting key. Each is parsed with the schema of its key. */
  setting: Readonly<Record<string, unknown>>;
  updated_at: Date;
  updated_by_name: string | null;
}

/** Reads the stored settings of the unit. `lock` locks them before a change. */
export async function readSettings(tx: Tx, { lock = false } = {}): Promise<StoredSettings | undefined> {
  return (await (lock ? held : settings)(tx, tx.scope.tenantId))[0];
}
const written = (tenantId: unknown) =>
  sql`select version, setting, updated_at, updated_by_name from tenant_setting where tenant_id = ${tenantId}`;
const settings = preparedStatement<StoredSettings, [tenantId: string]>('setting.read', (tenantId) => written(tenantId));
const held = preparedStatement<StoredSettings, [tenantId: string]>(
  'setting.held',
  (tenantId) => sql`${written(tenantId)} for update`,
);

/** Stores the settings. Returns false when another writer changed them first. */
export async function writeSettings(tx: Tx, version: number, setting: object, at: Date): Promise<boolean> {
  const { tenantId, userName } = tx.scope;
  const { numAffectedRows } = await sql`
    insert into tenant_setting (tenant_id, version, setting, updated_at, updated_by_name)
    values (${tenantId}, 1, ${JSON.stringify(setting)}, ${at}, ${userName})
    on conflict (tenant_id) do update set version = tenant_setting.version + 1, setting = excluded.setting,
      updated_at = excluded.updated_at, updated_by_name = excluded.updated_by_name
    where tenant_setting.version = ${version}`.execute(tx.kysely);
  return numAffectedRows === 1n;
}
