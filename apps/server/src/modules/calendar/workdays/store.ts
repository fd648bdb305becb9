import { sql } from 'kysely';
import { rowsOf, type Tx } from '#platform/db/index.ts';
import type { PublishedDay } from '../published/rules.ts';

export async function readDays(tx: Tx): Promise<Pick<PublishedDay, 'day' | 'kind'>[]> {
  return rowsOf<Pick<PublishedDay, 'day' | 'kind'>>(tx)`select day, kind from calendar_day
    where tenant_id = ${tx.scope.tenantId}`;
}

export const inYear = (year: string) => sql`calendar_day.day between ${`${year}-01-01`} and ${`${year}-12-31`}`;
