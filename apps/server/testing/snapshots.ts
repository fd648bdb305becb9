// Reads the rows of a tenant without row security, so that a test can prove what has changed.
import type { TestApp } from './app.ts';
import { phonesOfTenant } from './phones.ts';

async function tenantTables(app: TestApp): Promise<string[]> {
  const rows = await app.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

const ofHttpScopes = new Set([
  'session',
  'session_token',
  'sign_in_attempt',
  'known_network',
  'ticket',
  'captcha',
  'oauth_client',
  'idempotency',
  // Counts attempts of unauthenticated callers who search a phone or request an SMS code.
  'public_attempt',
  // The server itself writes these tables on a schedule: it chains the audit, compares bills and reports its SMS
  // sender.
  'bill_day',
  'audit_seal',
  'sms_fare',
]);

/**
 * Reads all rows of a tenant as text, by table. Excluded tables, the audit and the HTTP layer's tables are left out.
 */
export async function rowsOf(
  app: TestApp,
  tenantId: string,
  but: ReadonlySet<string> = new Set(),
): Promise<Map<string, string[]>> {
  const tables = (await tenantTables(app)).filter((one) => one !== 'audit' && !ofHttpScopes.has(one) && !but.has(one));
  const rowsByTable = new Map<string, string[]>(tables.map((table) => [table, []]));
  // Reads all tables in one statement. A hundred and fifty statements took longer in transit than to run.
  const parts = tables.map(
    (table) => `select '${table}' as name, to_jsonb(t)::text as row from ${table} t where tenant_id = $1`,
  );
  const rows = await app.sql<{ name: string; row: string }>(`${parts.join(' union all ')} order by 1, 2`, [tenantId]);
  for (const { name, row } of rows) rowsByTable.get(name)?.push(row);
  return rowsByTable;
}

/** Returns texts that nobody outside the tenant may see: ids, names, codes, phones, hashes. */
export async function canariesOf(app: TestApp, tenantId: string): Promise<string[]> {
  const canaryTexts = new Set<string>();
  const take = async (text: string) => {
    for (const row of await app.sql<Record<string, string | null>>(text, [tenantId]))
      for (const value of Object.values(row)) if (value !== null && value.length >= 4) canaryTexts.add(value);
  };
  await take(
    'select id::text, name, credit_code, enterprise_code, phones_sealed, safety_manager_index from enterprise where tenant_id = $1',
  );
  await take('select id::text, nick_name, phone_sealed, phone_index, password_hash from app_user where tenant_id = $1');
  for (const phone of await phonesOfTenant(app, tenantId)) canaryTexts.add(phone);
  await take('select id::text, name from organ where tenant_id = $1');
  await take('select id::text, key, sha256 from file where tenant_id = $1');
  await take('select id::text from job where tenant_id = $1');
  await take('select id::text from role where tenant_id = $1');
  await take('select id::text from session where tenant_id = $1');
  await take('select access_hash, refresh_hash from session_token where tenant_id = $1');
  return [...canaryTexts];
}
