import { sql, type Insertable, type RawBuilder } from 'kysely';
import { todoActs, type TodoAct, type TodoActSpec } from '@anlan/contract/domain/todo-acts';
import type { PageInput } from '@anlan/contract/domain/paging';
import type { TodoKind, TodoSort, TodoState } from '@anlan/contract/domain/todo';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Permit } from '@anlan/contract/permits';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';
import type { TodoTables } from './tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<TodoTables>();

export interface TodoFilter {
  kind?: readonly TodoKind[] | undefined;
  state?: TodoState | undefined;
  mine?: boolean | undefined;
}

export interface Viewer {
  userId: string;
  userType: UserType;
  /** The enterprise in which the viewer is signed in. */
  enterpriseId: string | null;
  permits: readonly Permit[];
  /** Registrations belong to no enterprise and no region, so only users with the full scope see them. */
  seesAll: boolean;
  today: string;
}

export interface ListedTodo {
  id: string;
  kind: TodoKind;
  act: TodoAct | null;
  subject_id: string;
  title: string;
  enterprise_name: string | null;
  path: string;
  user_type: UserType | null;
  lead_id: string | null;
  due_on: string | null;
  since: Date;
  until_on: string | null;
  done_at: Date | null;
  done_by_name: string | null;
}

const actsFor = (permits: readonly Permit[]) =>
  Object.entries<TodoActSpec>(todoActs).flatMap(([name, { permit }]) => (permits.includes(permit) ? [name] : []));

const both = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

/** To-dos that the viewer sees: assigned to them or to one of their permits. Completed to-dos come newest first. */
function rowsFor(
  { userId, userType, enterpriseId, permits, seesAll, today }: Viewer,
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
  // A person may belong to several enterprises, and sees only to-dos of the one that they signed in to.
  const here =
    enterpriseId === null
      ? sql`true`
      : sql`(t.subject_enterprise_id is null or t.subject_enterprise_id = ${enterpriseId})`;
  // A person who has lost the right to act no longer sees the to-do. To-dos of earlier releases name no act.
  const mayAct = sql`(t.act is null or t.act = any(${actsFor(permits)}::text[]))`;
  const own = both([...narrowed, sql`t.user_id = ${userId}`, here, ...(state === 'done' ? [] : [mayAct])]);
  const listed = sql`t.id, t.kind, t.act, t.subject_id, t.title, t.path, t.due_on, t.since, t.done_at, t.done_by_name`;
  // Completed to-dos accumulate for years, so the query reads only as many as the page needs.
  const reach = lastDone === undefined ? sql`` : sql`order by t.done_at desc, t.id desc limit ${lastDone}`;
  const all = sql`((select ${listed}, t.enterprise_id, t.user_type, t.lead_id from todo t where ${byPermit} ${reach})
    union all (select ${listed}, t.subject_enterprise_id, null, t.user_id from own_todo t where ${own} ${reach})) w
    left join todo_snooze s on s.tenant_id = ${scopedTenant} and s.user_id = ${userId} and s.todo_id = w.id`;
  if (state === 'open') return sql`${all} where s.until_on is null or s.until_on <= ${today}`;
  return state === 'snoozed' ? sql`${all} where s.until_on > ${today}` : all;
}

function orderOf(state: TodoState, sort: PageInput<TodoFilter, TodoSort>['sort'], userId: string) {
  const [first] = sort;
  if (first === undefined && state === 'done') return sql`w.done_at desc, w.id desc`;
  const { by, desc } = first ?? { by: 'dueOn', desc: false };
  const column = by === 'dueOn' ? sql`w.due_on` : sql`w.since`;
  // For equal values of the sorted column, the viewer's own to-dos come first.
  return desc
    ? sql`${column} desc nulls last, w.id desc`
    : sql`${column} asc nulls last, (w.lead_id is not distinct from ${userId}) desc, w.id asc`;
}

export async function page(tx: Tx, viewer: Viewer, wish: PageInput<TodoFilter, TodoSort>) {
  const byTime = wish.filter.state === 'done' && wish.sort.length === 0;
  const from = rowsFor(viewer, wish.filter, byTime ? wish.page * wish.size : undefined);
  const order = orderOf(wish.filter.state ?? 'open', wish.sort, viewer.userId);
  const { rows } = await sql<ListedTodo>`select w.*, s.until_on, (select e.name from enterprise e
      where e.tenant_id = ${scopedTenant} and e.id = w.enterprise_id) as enterprise_name from ${from} order by ${order}
    limit ${wish.size} offset ${(wish.page - 1) * wish.size}`.execute(tx.kysely);
  const total = await count(tx, viewer, wish.filter);
  return { rows, total: Math.min(total, limits.totalCap), totalIsEstimate: total > limits.totalCap };
}

export async function count(tx: Tx, viewer: Viewer, filter: TodoFilter): Promise<number> {
  const { rows } = await sql<{ total: string }>`select count(*) as total from
    (select from ${rowsFor(viewer, filter)} limit ${limits.totalCap + 1}) c`.execute(tx.kysely);
  return Number(rows[0]?.total ?? 0);
}

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

export async function snooze(tx: Tx, userId: string, id: string, until: string | null) {
  const { tenantId } = tx.scope;
  if (until === null)
    await deleteFrom(tx, 'todo_snooze').where('user_id', '=', userId).where('todo_id', '=', id).execute();
  else
    await on(tx)
      .insertInto('todo_snooze')
      .values({ tenant_id: tenantId, user_id: userId, todo_id: id, until_on: until })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'todo_id']).doUpdateSet({ until_on: until }))
      .execute();
}

export const dropSnoozes = (tx: Tx, today: string) =>
  deleteFrom(tx, 'todo_snooze').where('until_on', '<=', today).execute();

export type PermitRow = Omit<Insertable<TodoTables['todo']>, 'tenant_id' | 'done_at' | 'done_by' | 'done_by_name'>;
export type OwnRow = Omit<Insertable<TodoTables['own_todo']>, 'tenant_id' | 'done_at' | 'done_by' | 'done_by_name'>;

/** Opens or updates to-dos that are assigned to a permit. Returns the changed to-dos. */
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
          act: eb.ref('excluded.act'),
          title: eb.ref('excluded.title'),
          path: eb.ref('excluded.path'),
          user_type: eb.ref('excluded.user_type'),
          permit: eb.ref('excluded.permit'),
          lead_id: eb.ref('excluded.lead_id'),
          due_on: eb.ref('excluded.due_on'),
        }))
        .where(
          sql<boolean>`(todo.act, todo.title, todo.path, todo.user_type, todo.permit, todo.lead_id, todo.due_on)
            is distinct from (excluded.act, excluded.title, excluded.path, excluded.user_type, excluded.permit,
              excluded.lead_id, excluded.due_on)`,
        ),
    )
    .returning(['enterprise_id', 'user_type', 'permit'])
    .execute();
}

export async function openOwn(tx: Tx, rows: readonly OwnRow[]): Promise<{ user_id: string }[]> {
  if (rows.length === 0) return [];
  // Splits the rows, because a statement accepts a limited number of parameters.
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
          act: eb.ref('excluded.act'),
          title: eb.ref('excluded.title'),
          path: eb.ref('excluded.path'),
          due_on: eb.ref('excluded.due_on'),
          subject_enterprise_id: eb.ref('excluded.subject_enterprise_id'),
        }))
        .where(
          sql<boolean>`(own_todo.act, own_todo.title, own_todo.path, own_todo.due_on, own_todo.subject_enterprise_id)
            is distinct from (excluded.act, excluded.title, excluded.path, excluded.due_on,
              excluded.subject_enterprise_id)`,
        ),
    )
    .returning('user_id')
    .execute();

export const openAbout = (tx: Tx, type: string, ids: readonly string[]) => about(tx, tx.scope.tenantId, type, [...ids]);
interface AboutRow {
  id: string;
  kind: TodoKind;
  subject_id: string;
}
type Subjects = [tenantId: string, type: string, ids: readonly string[]];
const about = preparedStatement<AboutRow, Subjects>(
  'todo.about',
  (tenantId, type, ids) => sql`select id, kind, subject_id from todo where tenant_id = ${tenantId}
    and subject_type = ${type} and subject_id = ${anyOfIds(ids)} and done_at is null`,
);

export const openOwnAbout = (tx: Tx, type: string, ids: readonly string[]) =>
  ownAbout(tx, tx.scope.tenantId, type, [...ids]);
const ownAbout = preparedStatement<AboutRow & { user_id: string }, Subjects>(
  'todo.ownAbout',
  (tenantId, type, ids) => sql`select id, kind, subject_id, user_id from own_todo where tenant_id = ${tenantId}
    and subject_type = ${type} and subject_id = ${anyOfIds(ids)} and done_at is null`,
);

/** Closed enterprises (已注销) among the given. Their records cannot be changed, so nobody must act on them. */
export async function closedAmong(tx: Tx, enterpriseIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (enterpriseIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from enterprise where tenant_id = ${scopedTenant}
    and id = any(${[...enterpriseIds]}::uuid[]) and status = 'closed'`.execute(tx.kysely);
  return new Set(rows.map(({ id }) => id));
}

export async function openOfEnterprises(tx: Tx, enterpriseIds: readonly string[]) {
  const { rows } = await sql<{ id: string; own: boolean }>`
    select id, false as own from todo where tenant_id = ${scopedTenant} and done_at is null
      and enterprise_id = any(${[...enterpriseIds]}::uuid[])
    union all
    select id, true from own_todo where tenant_id = ${scopedTenant} and done_at is null
      and subject_enterprise_id = any(${[...enterpriseIds]}::uuid[])`.execute(tx.kysely);
  const idsOf = (own: boolean) => rows.flatMap((row) => (row.own === own ? [row.id] : []));
  return { held: idsOf(false), own: idsOf(true) };
}

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

export const close = (tx: Tx, ids: readonly string[], now: Date) =>
  updateTable(tx, 'todo')
    .set({ done_at: now, done_by: tx.scope.userId, done_by_name: tx.scope.userName })
    .where('done_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .returning(['enterprise_id', 'user_type', 'permit'])
    .execute();

export const closeOwn = (tx: Tx, ids: readonly string[], now: Date) =>
  updateTable(tx, 'own_todo')
    .set({ done_at: now, done_by: tx.scope.userId, done_by_name: tx.scope.userName })
    .where('done_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .returning('user_id')
    .execute();

export async function countLed(tx: Tx, { userType, permits }: Viewer, leadId: string): Promise<number> {
  const { count } = await selectFrom(tx, 'todo')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('done_at', 'is', null)
    .where('user_type', '=', userType)
    .where((eb) => eb('permit', '=', eb.fn.any(eb.val([...permits]))))
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
