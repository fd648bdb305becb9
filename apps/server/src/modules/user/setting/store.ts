import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const { on, selectFrom } = tenantTables<UserTables>();

export async function readSetting(tx: Tx, userId: string): Promise<unknown> {
  const row = await selectFrom(tx, 'user_setting').select('setting').where('user_id', '=', userId).executeTakeFirst();
  return row?.setting;
}

/** Merges a change into the stored settings and returns the result. For each field, the last change wins. */
export async function saveSetting(tx: Tx, userId: string, change: object, now: Date): Promise<unknown> {
  const { rows } = await sql<{ setting: unknown }>`
    insert into user_setting as kept (tenant_id, user_id, setting, updated_at)
      values (${tx.scope.tenantId}, ${userId}, ${JSON.stringify(change)}::jsonb, ${now})
      on conflict (tenant_id, user_id)
        do update set setting = kept.setting || excluded.setting, updated_at = excluded.updated_at
      returning setting`.execute(on(tx));
  return rows[0]?.setting;
}
