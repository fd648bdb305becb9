import { sql, type Insertable, type Selectable, type SelectQueryBuilder } from 'kysely';
import { limits } from '@anlan/contract/limits';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { AuditTables } from '../tables.ts';
import { idsBetween, type LogFilter } from './rules.ts';

interface LogTables extends AuditTables {
  log_hidden: {
    tenant_id: string;
    id: string;
    hidden_at: Date;
    hidden_by: string | null;
  };
  client_error: {
    tenant_id: string;
    id: string;
    at: Date;
    batch: string;
    session_id: string | null;
    user_id: string | null;
    user_name: string | null;
    address: string;
    user_agent: string;
    request_id: string;
    kind: string;
    message: string;
    stack: string | null;
    info: string | null;
    url: string | null;
    happened_at: Date | null;
  };
}

const { on, selectFrom, deleteFrom } = tenantTables<LogTables>();

export type AuditRow = Selectable<LogTables['audit']>;
export type ClientErrorRow = Selectable<LogTables['client_error']>;

// Search by the name stored in the log: readers may not see the account, and accounts are renamed and removed.
const named = (word: string) =>
  sql<boolean>`(user_name collate "C" >= ${word} and user_name collate "C" < ${`${word}\u{10ffff}`})`;

function actsWhere(tx: Tx, filter: LogFilter) {
  const { first, beyond: afterCursor } = idsBetween(filter);
  let query = selectFrom(tx, 'audit').where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('log_hidden')
          .select('log_hidden.id')
          .where('log_hidden.tenant_id', '=', tx.scope.tenantId)
          .whereRef('log_hidden.id', '=', 'audit.id'),
      ),
    ),
  );
  if (filter.call) query = query.where('call', '=', filter.call);
  if (filter.outcome) query = query.where('outcome', '=', filter.outcome);
  if (filter.userId) query = query.where('user_id', '=', filter.userId);
  if (filter.userName) query = query.where(named(filter.userName));
  if (filter.remoteAddr) query = query.where('address', '=', filter.remoteAddr);
  if (first) query = query.where('audit.id', '>=', first);
  if (afterCursor) query = query.where('audit.id', '<', afterCursor);
  return query;
}

function errorsWhere(tx: Tx, filter: LogFilter) {
  const { first, beyond: afterCursor } = idsBetween(filter);
  let query = selectFrom(tx, 'client_error');
  if (filter.userId) query = query.where('user_id', '=', filter.userId);
  if (filter.userName) query = query.where(named(filter.userName));
  if (filter.remoteAddr) query = query.where('address', '=', filter.remoteAddr);
  if (first) query = query.where('client_error.id', '>=', first);
  if (afterCursor) query = query.where('client_error.id', '<', afterCursor);
  return query;
}

async function capped(
  tx: Tx,
  some: SelectQueryBuilder<LogTables, keyof LogTables, { id: string }>,
  most: number = limits.totalCap,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const { total } = await on(tx)
    .selectFrom(some.limit(most + 1).as('found'))
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total) > most ? { total: most, totalIsEstimate: true } : { total: Number(total) };
}

export interface PageBounds {
  limit: number;
  offset: number;
  direction: 'asc' | 'desc';
}

export async function pageActs(tx: Tx, filter: LogFilter, { limit, offset, direction }: PageBounds) {
  // First find the ids of the page through the index. With `in (select …)`, stale statistics make the planner repeat
  // the lookup for each row.
  const ids = actsWhere(tx, filter).select('audit.id').orderBy('audit.id', direction).limit(limit).offset(offset);
  const rows = await selectFrom(tx, 'audit')
    .selectAll('audit')
    .where('audit.id', '=', sql<string>`any(array(${ids}))`)
    .orderBy('audit.id', direction)
    .execute();
  return { rows, ...(await capped(tx, actsWhere(tx, filter).select('audit.id'))) };
}

export async function pageErrors(tx: Tx, filter: LogFilter, { limit, offset, direction }: PageBounds) {
  const rows = await errorsWhere(tx, filter)
    .selectAll('client_error')
    .orderBy('client_error.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, ...(await capped(tx, errorsWhere(tx, filter).select('client_error.id'))) };
}

export const findError = (tx: Tx, id: string): Promise<ClientErrorRow | undefined> =>
  selectFrom(tx, 'client_error').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Position of the export between two batches. `last`: id of the last exported entry. Entries after `began` are left
 * out.
 */
export interface BatchCursor {
  last: string | null;
  began: string;
  direction: 'asc' | 'desc';
  limit: number;
}

const beyond = (direction: 'asc' | 'desc') => (direction === 'asc' ? ('>' as const) : ('<' as const));

export function nextActs(
  tx: Tx,
  filter: LogFilter,
  { last, began, direction, limit }: BatchCursor,
): Promise<AuditRow[]> {
  const some = actsWhere(tx, filter).selectAll('audit').where('audit.id', '<', began);
  const rest = last === null ? some : some.where('audit.id', beyond(direction), last);
  return rest.orderBy('audit.id', direction).limit(limit).execute();
}

export function nextErrors(tx: Tx, filter: LogFilter, { last, began, direction, limit }: BatchCursor) {
  const some = errorsWhere(tx, filter).selectAll('client_error').where('client_error.id', '<', began);
  const rest = last === null ? some : some.where('client_error.id', beyond(direction), last);
  return rest.orderBy('client_error.id', direction).limit(limit).execute();
}

export async function countUpTo(tx: Tx, filter: LogFilter, most: number): Promise<number> {
  const some =
    filter.type === 'error'
      ? errorsWhere(tx, filter).select('client_error.id')
      : actsWhere(tx, filter).select('audit.id');
  return (await capped(tx, some, most)).total;
}

export const nameInLogs = async (tx: Tx, userId: string): Promise<string | undefined> =>
  (
    await selectFrom(tx, 'audit')
      .select('user_name')
      .where('user_id', '=', userId)
      .where('user_name', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.user_name ?? undefined;

export async function hideAct(tx: Tx, id: string, at: Date): Promise<boolean> {
  const act = await selectFrom(tx, 'audit').select('id').where('id', '=', id).executeTakeFirst();
  if (!act) return false;
  await on(tx)
    .insertInto('log_hidden')
    .values({ tenant_id: tx.scope.tenantId, id, hidden_at: at, hidden_by: tx.scope.userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export const removeError = async (tx: Tx, id: string): Promise<boolean> =>
  (await deleteFrom(tx, 'client_error').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;

export const insertErrors = (tx: Tx, rows: Insertable<LogTables['client_error']>[]) =>
  on(tx).insertInto('client_error').values(rows).execute();

/** Advisory lock per session, so that concurrent reports cannot exceed the limit of the session. */
export const serialiseReports = (tx: Tx, word: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`.execute(on(tx));

export async function reportedSince(tx: Tx, sessionSince: Date, daySince: Date) {
  const { sessionId, userId } = tx.scope;
  const inTenant = selectFrom(tx, 'client_error');
  const bySession = await inTenant
    .select((eb) => eb.fn.count<string>('batch').distinct().as('batches'))
    .where('session_id', '=', sessionId)
    .where('at', '>', sessionSince)
    .executeTakeFirstOrThrow();
  const byUser = await inTenant
    .select((eb) => eb.fn.countAll<string>().as('errors'))
    .where('user_id', '=', userId)
    .where('at', '>', daySince)
    .executeTakeFirstOrThrow();
  const all = await inTenant
    .select((eb) => eb.fn.countAll<string>().as('errors'))
    .where('at', '>', daySince)
    .executeTakeFirstOrThrow();
  return { batches: Number(bySession.batches), byUser: Number(byUser.errors), inTenant: Number(all.errors) };
}

export const dropErrorsBefore = (tx: Tx, moment: Date) =>
  deleteFrom(tx, 'client_error').where('at', '<', moment).execute();
