import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { PublishedDay } from '../published/rules.ts';

export async function readDays(tx: Tx): Promise<Pick<PublishedDay, 'day' | 'kind'>[]> {
  const { rows } = await sql<Pick<PublishedDay, 'day' | 'kind'>>`select day, kind from calendar_day
    where tenant_id = ${tx.scope.tenantId}`.execute(tx.kysely);
  return rows;
}

export const inYear = (year: string) => sql`calendar_day.day between ${`${year}-01-01`} and ${`${year}-12-31`}`;
