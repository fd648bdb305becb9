import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { keyed } from '#platform/db/keyed.ts';

/** What a unit has set, as it stands in the table. */
export interface StoredSettings {
  version: number;
  /** By key; read with the schema of each. */
  setting: Readonly<Record<string, unknown>>;
  updated_at: Date;
  updated_by_name: string | null;
}

/** What the unit of the transaction has set; locked where it is to be changed. */
export async function readSettings(tx: Tx, { lock = false } = {}): Promise<StoredSettings | undefined> {
  return (await (lock ? held : settings)(tx, tx.scope.tenantId))[0];
}
const written = (tenantId: unknown) =>
  sql`select version, setting, updated_at, updated_by_name from tenant_setting where tenant_id = ${tenantId}`;
const settings = keyed<StoredSettings, [tenantId: string]>('setting.read', (tenantId) => written(tenantId));
const held = keyed<StoredSettings, [tenantId: string]>(
  'setting.held',
  (tenantId) => sql`${written(tenantId)} for update`,
);

/** Keeps what a unit has set. False where somebody else was first. */
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
