// Decrypts stored phones for tests that check where phones appear.
import { openPhones, type PhoneRow, type Phones } from '#modules/enterprise/encrypted-phones.ts';
import { phoneIndex } from '#modules/sms/rules.ts';
import { deriveKey, type Secrets } from '#platform/secrets/index.ts';
import type { Vault } from '#platform/vault/index.ts';

interface Stored {
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  vault: Pick<Vault, 'of'>;
}

const columns = 'id::text, legal_phone, head_phone, safety_head_phone, safety_manager_phone, phones_sealed';

export const smsIndexOf = ({ secrets }: { secrets: Secrets }, phone: string): string =>
  phoneIndex(deriveKey(secrets, 'sms'), phone);

export async function phonesOfFirm({ sql, vault }: Stored, tenantId: string, id: string): Promise<Phones> {
  const [row] = await sql<PhoneRow>(`select ${columns} from enterprise where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ]);
  if (!row) throw new Error(`no enterprise ${id}`);
  return openPhones(await vault.of({ scope: { tenantId } }), row);
}

export async function phonesOfTenant({ sql, vault }: Stored, tenantId: string): Promise<Set<string>> {
  const own = await vault.of({ scope: { tenantId } });
  const phones = new Set<string>();
  const keep = (phone: string | null) => {
    if (phone !== null && !phone.includes('*')) phones.add(phone);
  };
  for (const row of await sql<PhoneRow>(`select ${columns} from enterprise where tenant_id = $1`, [tenantId]))
    for (const phone of Object.values(openPhones(own, row))) keep(phone);
  for (const { id, sealed: encrypted } of await sql<{ id: string; sealed: string }>(
    'select id::text, manager_phone_sealed as sealed from station where tenant_id = $1 and manager_phone_sealed is not null',
    [tenantId],
  ))
    keep(own.open({ table: 'station', column: 'manager_phone_sealed', id }, encrypted));
  for (const { id, sealed: encrypted } of await sql<{ id: string; sealed: string }>(
    'select id::text, phone_sealed as sealed from app_user where tenant_id = $1 and phone_sealed is not null',
    [tenantId],
  ))
    keep(own.open({ table: 'app_user', column: 'phone_sealed', id }, encrypted));
  return phones;
}
