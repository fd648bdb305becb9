import { sql } from 'kysely';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';

export async function reserveNumbers(tx: Tx, name: string, count: number): Promise<number> {
  const { rows } = await sql<{ value: string }>`insert into counter (tenant_id, name, value)
    values (${tx.scope.tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set value = counter.value + ${count} returning value`.execute(tx.kysely);
  return Number(rows[0]?.value);
}

/** Formats a business number from prefix, day and the ordinal within the day. */
export const numberOf = (prefix: string, day: string, place: number): string =>
  `${prefix}${day.replaceAll('-', '')}-${String(place).padStart(4, '0')}`;

export const nextNumber = async (tx: Tx, prefix: string, day: string): Promise<string> =>
  numberOf(prefix, day, await reserveNumbers(tx, `${prefix} ${day}`, 1));

export type GiveNumbers = (tx: Tx, prefix: string, day: string, count: number) => Promise<string[]>;

const numbersUpTo = (prefix: string, day: string, last: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => numberOf(prefix, day, last - count + 1 + at));

/**
 * Allocates numbers in the transaction that stores the rows. There are no gaps, but other callers of the tenant wait
 * until this transaction ends.
 */
export const numbersWithin: GiveNumbers = async (tx, prefix, day, count) =>
  numbersUpTo(prefix, day, await reserveNumbers(tx, `${prefix} ${day}`, count), count);

interface Waiter {
  count: number;
  take: (last: number) => void;
  fail: (error: unknown) => void;
}

/**
 * Allocates numbers in a separate short transaction that concurrent callers share. A caller does not wait until the
 * transactions of other callers end. A rollback of the caller leaves a gap (decision 0071).
 */
export function createNumbers(db: Pick<Db, 'scoped'>): GiveNumbers {
  const lines = new Map<string, Waiter[]>();
  async function serve(tenantId: string, name: string, line: Waiter[]): Promise<void> {
    while (line.length > 0) {
      const now = line.splice(0);
      const count = now.reduce((sum, one) => sum + one.count, 0);
      try {
        const scope = systemScope('numbers', tenantId);
        let last = (await db.scoped(scope, (tx) => reserveNumbers(tx, name, count))) - count;
        for (const one of now) one.take((last += one.count));
      } catch (error) {
        for (const one of now) one.fail(error);
      }
    }
    lines.delete(`${tenantId} ${name}`);
  }
  const lastOf = ({ tenantId }: Tx['scope'], name: string, count: number) =>
    new Promise<number>((take, fail) => {
      const key = `${tenantId} ${name}`;
      const line = lines.get(key);
      if (line) return void line.push({ count, take, fail });
      const begun = [{ count, take, fail }];
      lines.set(key, begun);
      void serve(tenantId, name, begun);
    });
  return async (tx, prefix, day, count) => {
    // The server may be creating the tenant in this transaction; a separate transaction could not see it yet.
    if (tx.scope.userId === null) return numbersWithin(tx, prefix, day, count);
    return numbersUpTo(prefix, day, await lastOf(tx.scope, `${prefix} ${day}`, count), count);
  };
}
