import { sql, type Insertable, type Selectable, type SelectQueryBuilder } from 'kysely';
import { limits } from '@anlan/contract/limits';
import { tables, type Tx } from '#platform/db/index.ts';
import { idsBetween, type LogFilter } from './rules.ts';
import type { LogTables } from './tables.ts';

const on = tables<LogTables>();

/** A row of the audit. */
export type AuditRow = Selectable<LogTables['audit']>;
/** An error that a browser reported. */
export type ClientErrorRow = Selectable<LogTables['client_error']>;

// The log's own names and not those of accounts: whoever reads it need not see accounts, and accounts are renamed and removed.
const named = (word: string) =>
  sql<boolean>`(user_name collate "C" >= ${word} and user_name collate "C" < ${`${word}\u{10ffff}`})`;

function actsWhere(tx: Tx, filter: LogFilter) {
  const { first, beyond } = idsBetween(filter);
  let query = on(tx)
    .selectFrom('audit')
    .where('audit.tenant_id', '=', tx.scope.tenantId)
    .where((eb) =>
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
  if (beyond) query = query.where('audit.id', '<', beyond);
  return query;
}

function errorsWhere(tx: Tx, filter: LogFilter) {
  const { first, beyond } = idsBetween(filter);
  let query = on(tx).selectFrom('client_error').where('client_error.tenant_id', '=', tx.scope.tenantId);
  if (filter.userId) query = query.where('user_id', '=', filter.userId);
  if (filter.userName) query = query.where(named(filter.userName));
  if (filter.remoteAddr) query = query.where('address', '=', filter.remoteAddr);
  if (first) query = query.where('client_error.id', '>=', first);
  if (beyond) query = query.where('client_error.id', '<', beyond);
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

/** What bounds a page. */
export interface PageBounds {
  limit: number;
  offset: number;
  direction: 'asc' | 'desc';
}

/** A page of what people did, hidden entries left out. */
export async function pageActs(tx: Tx, filter: LogFilter, { limit, offset, direction }: PageBounds) {
  // An index alone finds the page, once: as `in (select …)` a stale estimate finds it again for each row of the table.
  const ids = actsWhere(tx, filter).select('audit.id').orderBy('audit.id', direction).limit(limit).offset(offset);
  const rows = await on(tx)
    .selectFrom('audit')
    .selectAll('audit')
    .where('audit.tenant_id', '=', tx.scope.tenantId)
    .where('audit.id', '=', sql<string>`any(array(${ids}))`)
    .orderBy('audit.id', direction)
    .execute();
  return { rows, ...(await capped(tx, actsWhere(tx, filter).select('audit.id'))) };
}

/** A page of what browsers reported. */
export async function pageErrors(tx: Tx, filter: LogFilter, { limit, offset, direction }: PageBounds) {
  const rows = await errorsWhere(tx, filter)
    .selectAll('client_error')
    .orderBy('client_error.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, ...(await capped(tx, errorsWhere(tx, filter).select('client_error.id'))) };
}

/** One error that a browser reported; undefined when there is none. */
export const findError = (tx: Tx, id: string): Promise<ClientErrorRow | undefined> =>
  on(tx)
    .selectFrom('client_error')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Where reading on goes from; nothing that came after it began. */
export interface Onward {
  last: string | null;
  began: string;
  direction: 'asc' | 'desc';
  limit: number;
}

const beyond = (direction: 'asc' | 'desc') => (direction === 'asc' ? ('>' as const) : ('<' as const));

/** The next of what people did, hidden entries left out. */
export function nextActs(tx: Tx, filter: LogFilter, { last, began, direction, limit }: Onward): Promise<AuditRow[]> {
  const some = actsWhere(tx, filter).selectAll('audit').where('audit.id', '<', began);
  const rest = last === null ? some : some.where('audit.id', beyond(direction), last);
  return rest.orderBy('audit.id', direction).limit(limit).execute();
}

/** The next of what browsers reported. */
export function nextErrors(tx: Tx, filter: LogFilter, { last, began, direction, limit }: Onward) {
  const some = errorsWhere(tx, filter).selectAll('client_error').where('client_error.id', '<', began);
  const rest = last === null ? some : some.where('client_error.id', beyond(direction), last);
  return rest.orderBy('client_error.id', direction).limit(limit).execute();
}

/** How many there are, counted no further than a limit. */
export async function countUpTo(tx: Tx, filter: LogFilter, most: number): Promise<number> {
  const some =
    filter.type === 'error'
      ? errorsWhere(tx, filter).select('client_error.id')
      : actsWhere(tx, filter).select('audit.id');
  return (await capped(tx, some, most)).total;
}

/** The name that a person goes by in the logs of the tenant; undefined when they did nothing here. */
export const nameInLogs = async (tx: Tx, userId: string): Promise<string | undefined> =>
  (
    await on(tx)
      .selectFrom('audit')
      .select('user_name')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('user_id', '=', userId)
      .where('user_name', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.user_name ?? undefined;

/** Takes an act off the list; false when there is no such act. */
export async function hideAct(tx: Tx, id: string, at: Date): Promise<boolean> {
  const found = await on(tx)
    .selectFrom('audit')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return false;
  await on(tx)
    .insertInto('log_hidden')
    .values({ tenant_id: tx.scope.tenantId, id, hidden_at: at, hidden_by: tx.scope.userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Removes a reported error; false when there is none. */
export const removeError = async (tx: Tx, id: string): Promise<boolean> =>
  (await on(tx)
    .deleteFrom('client_error')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** New errors of a browser. */
export const insertErrors = (tx: Tx, rows: Insertable<LogTables['client_error']>[]) =>
  on(tx).insertInto('client_error').values(rows).execute();

/** Lets the reports of one session follow each other, so that none slips past its limit. */
export const oneByOne = (tx: Tx, word: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`.execute(on(tx));

/** How much was reported: by the session since one moment, by the person and in the tenant since another. */
export async function reportedSince(tx: Tx, sessionSince: Date, daySince: Date) {
  const { tenantId, sessionId, userId } = tx.scope;
  const inTenant = on(tx).selectFrom('client_error').where('tenant_id', '=', tenantId);
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

/** Drops errors that are older than a moment. */
export const dropErrorsBefore = (tx: Tx, moment: Date) =>
  on(tx).deleteFrom('client_error').where('tenant_id', '=', tx.scope.tenantId).where('at', '<', moment).execute();
