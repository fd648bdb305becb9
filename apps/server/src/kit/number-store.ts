import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** Gives out so many numbers of a tenant's counter; answers the last of them. */
export async function reserveNumbers(tx: Tx, name: string, count: number): Promise<number> {
  const { rows } = await sql<{ value: string }>`insert into counter (tenant_id, name, value)
    values (${tx.scope.tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set value = counter.value + ${count} returning value`.execute(tx.kysely);
  return Number(rows[0]?.value);
}

/** A business number: prefix, day, place among those of the day. */
export const numberOf = (prefix: string, day: string, place: number): string =>
  `${prefix}${day.replaceAll('-', '')}-${String(place).padStart(4, '0')}`;

/** The next business number of a tenant's day. */
export const nextNumber = async (tx: Tx, prefix: string, day: string): Promise<string> =>
  numberOf(prefix, day, await reserveNumbers(tx, `${prefix} ${day}`, 1));
