// What the database holds of a tenant, past row security: to see that nothing moved, or what did.
import type { TestApp } from './app.ts';
import { phonesOfTenant } from './phones.ts';

/** Tables of rows with a tenant, but for those that every request may write. */
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
  // Strangers name a tenant where they find a phone or ask for a code, and are counted there.
  'public_attempt',
  // The server seals traces, compares bills and says that messages are sent by itself, by the clock.
  'bill_day',
  'audit_seal',
  'sms_fare',
]);

/** Every row of a tenant by table, as text, but for some tables; traces and the HTTP layer's own stay out. */
export async function rowsOf(
  app: TestApp,
  tenantId: string,
  but: ReadonlySet<string> = new Set(),
): Promise<Map<string, string[]>> {
  const tables = (await tenantTables(app)).filter((one) => one !== 'audit' && !ofHttpScopes.has(one) && !but.has(one));
  const found = new Map<string, string[]>(tables.map((table) => [table, []]));
  // One statement: a hundred and fifty took longer on their way than to run.
  const parts = tables.map(
    (table) => `select '${table}' as name, to_jsonb(t)::text as row from ${table} t where tenant_id = $1`,
  );
  const rows = await app.sql<{ name: string; row: string }>(`${parts.join(' union all ')} order by 1, 2`, [tenantId]);
  for (const { name, row } of rows) found.get(name)?.push(row);
  return found;
}

/** Texts that nobody outside the tenant may meet: ids, names, codes, phones, hashes. */
export async function canariesOf(app: TestApp, tenantId: string): Promise<string[]> {
  const found = new Set<string>();
  const take = async (text: string) => {
    for (const row of await app.sql<Record<string, string | null>>(text, [tenantId]))
      for (const value of Object.values(row)) if (value !== null && value.length >= 4) found.add(value);
  };
  await take(
    'select id::text, name, credit_code, enterprise_code, phones_sealed, safety_manager_index from enterprise where tenant_id = $1',
  );
  await take('select id::text, nick_name, phone_sealed, phone_index, password_hash from app_user where tenant_id = $1');
  for (const phone of await phonesOfTenant(app, tenantId)) found.add(phone);
  await take('select id::text, name from organ where tenant_id = $1');
  await take('select id::text, key, sha256 from file where tenant_id = $1');
  await take('select id::text from job where tenant_id = $1');
  await take('select id::text from role where tenant_id = $1');
  await take('select id::text from session where tenant_id = $1');
  await take('select access_hash, refresh_hash from session_token where tenant_id = $1');
  return [...found];
}
