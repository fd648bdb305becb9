import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { PageInput } from '@anlan/contract/domain/paging';
import type { TodoKind, TodoSort, TodoState } from '@anlan/contract/domain/todo';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Permit } from '@anlan/contract/permits';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import { amongIds, keyed } from '#platform/db/keyed.ts';
import type { TodoTables } from './tables.ts';

const on = tables<TodoTables>();

/** What the list is narrowed by. */
export interface TodoFilter {
  kind?: readonly TodoKind[] | undefined;
  state?: TodoState | undefined;
  mine?: boolean | undefined;
}

/** For whom a list is. */
export interface Viewer {
  userId: string;
  userType: UserType;
  permits: readonly Permit[];
  /** Whether the viewer oversees everything; registrations belong to no enterprise yet, so to no division. */
  seesAll: boolean;
  /** The day it is. */
  today: string;
}

/** A to-do as the list reads it. */
export interface ListedTodo {
  id: string;
  kind: TodoKind;
  title: string;
  path: string;
  user_type: UserType | null;
  lead_id: string | null;
  due_on: string | null;
  since: Date;
  until_on: string | null;
  done_at: Date | null;
  done_by_name: string | null;
}

const both = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

/** The rows of a viewer: what waits for one of their permits, and what waits for themselves; the last ones done first. */
function rowsFor(
  { userId, userType, permits, seesAll, today }: Viewer,
  { kind, state = 'open', mine }: TodoFilter,
  lastDone?: number,
) {
  const narrowed = [
    sql`t.tenant_id = ${scopedTenant}`,
    state === 'done' ? sql`t.done_at is not null` : sql`t.done_at is null`,
    ...(kind && kind.length > 0 ? [sql`t.kind = any(${[...kind]}::text[])`] : []),
  ];
  const byPermit = both([
    ...narrowed,
    sql`t.user_type = ${userType}`,
    sql`t.permit = any(${[...permits]}::text[])`,
    ...(seesAll ? [] : [sql`t.subject_type <> 'user'`]),
    ...(mine ? [sql`t.lead_id = ${userId}`] : []),
  ]);
  const own = both([...narrowed, sql`t.user_id = ${userId}`]);
  const listed = sql`t.id, t.kind, t.title, t.path, t.due_on, t.since, t.done_at, t.done_by_name`;
  // What was done grows for years: as far as the page reaches, and no further.
  const reach = lastDone === undefined ? sql`` : sql`order by t.done_at desc, t.id desc limit ${lastDone}`;
  const all = sql`((select ${listed}, t.user_type, t.lead_id from todo t where ${byPermit} ${reach})
    union all (select ${listed}, null, t.user_id from own_todo t where ${own} ${reach})) w
    left join todo_snooze s on s.tenant_id = ${scopedTenant} and s.user_id = ${userId} and s.todo_id = w.id`;
  if (state === 'open') return sql`${all} where s.until_on is null or s.until_on <= ${today}`;
  return state === 'snoozed' ? sql`${all} where s.until_on > ${today}` : all;
}

function orderOf(state: TodoState, sort: PageInput<TodoFilter, TodoSort>['sort'], userId: string) {
  const [first] = sort;
  if (first === undefined && state === 'done') return sql`w.done_at desc, w.id desc`;
  const { by, desc } = first ?? { by: 'dueOn', desc: false };
  const column = by === 'dueOn' ? sql`w.due_on` : sql`w.since`;
  // What one is to see to oneself comes first among what is due on the same day.
  return desc
    ? sql`${column} desc nulls last, w.id desc`
    : sql`${column} asc nulls last, (w.lead_id is not distinct from ${userId}) desc, w.id asc`;
}

/** A page of a viewer's to-dos with their number. */
export async function page(tx: Tx, viewer: Viewer, wish: PageInput<TodoFilter, TodoSort>) {
  const byTime = wish.filter.state === 'done' && wish.sort.length === 0;
  const from = rowsFor(viewer, wish.filter, byTime ? wish.page * wish.size : undefined);
  const order = orderOf(wish.filter.state ?? 'open', wish.sort, viewer.userId);
  const { rows } = await sql<ListedTodo>`select w.*, s.until_on from ${from} order by ${order}
    limit ${wish.size} offset ${(wish.page - 1) * wish.size}`.execute(tx.kysely);
  const total = await count(tx, viewer, wish.filter);
  return { rows, total: Math.min(total, limits.totalCap), totalIsEstimate: total > limits.totalCap };
}

/** How many there are, as far as anybody counts. */
export async function count(tx: Tx, viewer: Viewer, filter: TodoFilter): Promise<number> {
  const { rows } = await sql<{ total: string }>`select count(*) as total from
    (select from ${rowsFor(viewer, filter)} limit ${limits.totalCap + 1}) c`.execute(tx.kysely);
  return Number(rows[0]?.total ?? 0);
}

/** An open to-do that a viewer sees, or undefined. */
export async function findOpen(tx: Tx, viewer: Viewer, id: string): Promise<string | undefined> {
  const { userId, userType, permits, seesAll } = viewer;
  const { rows } = await sql<{ id: string }>`
    select id from todo where tenant_id = ${scopedTenant} and id = ${id} and done_at is null
      and user_type = ${userType} and permit = any(${[...permits]}::text[]) and (${seesAll} or subject_type <> 'user')
    union all
    select id from own_todo where tenant_id = ${scopedTenant} and id = ${id} and done_at is null
      and user_id = ${userId}`.execute(tx.kysely);
  return rows[0]?.id;
}

/** Puts a to-do off for one person, or no more. */
export async function snooze(tx: Tx, userId: string, id: string, until: string | null) {
  const { tenantId } = tx.scope;
  if (until === null)
    await on(tx)
      .deleteFrom('todo_snooze')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('todo_id', '=', id)
      .execute();
  else
    await on(tx)
      .insertInto('todo_snooze')
      .values({ tenant_id: tenantId, user_id: userId, todo_id: id, until_on: until })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'todo_id']).doUpdateSet({ until_on: until }))
      .execute();
}

/** Drops what was put off to days that have come: it waits again, or is done, and needs no row. */
export const dropSnoozes = (tx: Tx, today: string) =>
  on(tx).deleteFrom('todo_snooze').where('tenant_id', '=', tx.scope.tenantId).where('until_on', '<=', today).execute();

/** A to-do of a permit, without what the store fills in. */
export type PermitRow = Omit<Insertable<TodoTables['todo']>, 'tenant_id' | 'done_at' | 'done_by' | 'done_by_name'>;
/** A to-do of one person, without what the store fills in. */
export type OwnRow = Omit<Insertable<TodoTables['own_todo']>, 'tenant_id' | 'done_at' | 'done_by' | 'done_by_name'>;

/** Opens to-dos of a permit, or changes what is open about the same; answers those that are other than before. */
export async function open(tx: Tx, rows: readonly PermitRow[]) {
  if (rows.length === 0) return [];
  return on(tx)
    .insertInto('todo')
    .values(rows.map((row) => ({ ...row, tenant_id: tx.scope.tenantId })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'kind', 'subject_type', 'subject_id'])
        .where('done_at', 'is', null)
        .doUpdateSet((eb) => ({
          title: eb.ref('excluded.title'),
          path: eb.ref('excluded.path'),
          user_type: eb.ref('excluded.user_type'),
          permit: eb.ref('excluded.permit'),
          lead_id: eb.ref('excluded.lead_id'),
          due_on: eb.ref('excluded.due_on'),
        }))
        .where(
          sql<boolean>`(todo.title, todo.path, todo.user_type, todo.permit, todo.lead_id, todo.due_on) is distinct from
            (excluded.title, excluded.path, excluded.user_type, excluded.permit, excluded.lead_id, excluded.due_on)`,
        ),
    )
    .returning(['enterprise_id', 'user_type', 'permit'])
    .execute();
}

/** Opens to-dos of one person each, in the same way. */
export async function openOwn(tx: Tx, rows: readonly OwnRow[]): Promise<{ user_id: string }[]> {
  if (rows.length === 0) return [];
  // A statement takes so many values at most.
  const [now, later] = [rows.slice(0, mostOpened), rows.slice(mostOpened)];
  const opened = await openSome(tx, now);
  return [...opened, ...(await openOwn(tx, later))];
}
const mostOpened = 2_000;
const openSome = (tx: Tx, rows: readonly OwnRow[]) =>
  on(tx)
    .insertInto('own_todo')
    .values(rows.map((row) => ({ ...row, tenant_id: tx.scope.tenantId })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'kind', 'subject_type', 'subject_id'])
        .where('done_at', 'is', null)
        .doUpdateSet((eb) => ({
          title: eb.ref('excluded.title'),
          path: eb.ref('excluded.path'),
          due_on: eb.ref('excluded.due_on'),
        }))
        .where(
          sql<boolean>`(own_todo.title, own_todo.path, own_todo.due_on) is distinct from
            (excluded.title, excluded.path, excluded.due_on)`,
        ),
    )
    .returning('user_id')
    .execute();

/** What is open about subjects of a type. */
export const openAbout = (tx: Tx, type: string, ids: readonly string[]) => about(tx, tx.scope.tenantId, type, [...ids]);
/** An open to-do by what it is about. */
interface AboutRow {
  id: string;
  kind: TodoKind;
  subject_id: string;
}
type Subjects = [tenantId: string, type: string, ids: readonly string[]];
const about = keyed<AboutRow, Subjects>(
  'todo.about',
  (tenantId, type, ids) => sql`select id, kind, subject_id from todo where tenant_id = ${tenantId}
    and subject_type = ${type} and subject_id = ${amongIds(ids)} and done_at is null`,
);

/** The same of to-dos that wait for one person. */
export const openOwnAbout = (tx: Tx, type: string, ids: readonly string[]) =>
  ownAbout(tx, tx.scope.tenantId, type, [...ids]);
const ownAbout = keyed<AboutRow & { user_id: string }, Subjects>(
  'todo.ownAbout',
  (tenantId, type, ids) => sql`select id, kind, subject_id, user_id from own_todo where tenant_id = ${tenantId}
    and subject_type = ${type} and subject_id = ${amongIds(ids)} and done_at is null`,
);

/** Subjects of a type with something open, after one and so many. */
export async function subjectsAfter(tx: Tx, type: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ subject_id: string }>`
    select subject_id from todo where tenant_id = ${scopedTenant} and subject_type = ${type} and done_at is null
      and subject_id > ${after}
    union
    select subject_id from own_todo where tenant_id = ${scopedTenant} and subject_type = ${type} and done_at is null
      and subject_id > ${after}
    order by subject_id limit ${limit}`.execute(tx.kysely);
  return rows.map((row) => row.subject_id);
}

/** Closes to-dos of a permit; answers whom they waited for. */
export const close = (tx: Tx, ids: readonly string[], now: Date) =>
  on(tx)
    .updateTable('todo')
    .set({ done_at: now, done_by: tx.scope.userId, done_by_name: tx.scope.userName })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('done_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .returning(['enterprise_id', 'user_type', 'permit'])
    .execute();

/** Closes to-dos of one person each. */
export const closeOwn = (tx: Tx, ids: readonly string[], now: Date) =>
  on(tx)
    .updateTable('own_todo')
    .set({ done_at: now, done_by: tx.scope.userId, done_by_name: tx.scope.userName })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('done_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .returning('user_id')
    .execute();

/** How many open ones that wait for one of a viewer's permits are somebody's first. */
export async function countLed(tx: Tx, { userType, permits }: Viewer, leadId: string): Promise<number> {
  const { count } = await on(tx)
    .selectFrom('todo')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('done_at', 'is', null)
    .where('user_type', '=', userType)
    .where((eb) => eb('permit', '=', eb.fn.any(eb.val([...permits]))))
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
