// Expired papers of people in the expiry ledger, for reports.
import { addDays } from '@anlan/contract/domain/instant';
import { sql } from 'kysely';
import { counted, type FigureSource } from '#kit/figures.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { expiryRules } from './expiry-rules.ts';

const ofPeople = [...expiryRules.values()].filter(({ subject }) => subject === 'person').map(({ code }) => code);

async function expiredBy(tx: Tx, enterpriseIds: readonly string[], last: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; expired: number }>`
    select enterprise_id as id, count(*)::int as expired from warning
    where tenant_id = ${scopedTenant} and enterprise_id = any(${[...enterpriseIds]}::uuid[]) and removed_at is null
      and item_type = any(${ofPeople}::text[]) and valid_to <= ${last}::date group by 1`.execute(tx.kysely);
  return new Map(rows.map(({ id, expired }) => [id, expired]));
}

export const expiryFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { to }) {
    // A paper is valid on its last day, so one that ends with the period has not expired yet.
    const validToTo = addDays(to, -1);
    const expired = await expiredBy(tx, enterpriseIds, validToTo);
    return new Map(
      enterpriseIds.map((id) => [id, [counted('certificatesExpired', expired.get(id) ?? 0, '期末已过有效期')]]),
    );
  },
};
