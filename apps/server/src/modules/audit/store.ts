import { sql } from 'kysely';
import { limits } from '@anlan/contract/limits';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { AuditTables } from './tables.ts';

const { on, selectFrom } = tenantTables<AuditTables>();
type AuditRow = Omit<AuditTables['audit'], 'at' | 'tenant_id'>;

const appendOne = preparedStatement<never, [tenantId: string, ...written: unknown[]]>(
  'audit.append',
  (
    tenantId,
    id,
    parent,
    user,
    userName,
    session,
    enterprise,
    address,
    agent,
    request,
    call,
    type,
    object,
    outcome,
    note,
    changes,
  ) => sql`insert into audit (tenant_id, id, parent_id, user_id, user_name, session_id, enterprise_id, address,
      user_agent, request_id, call, object_type, object_id, outcome, note, changes)
    values (${tenantId}, ${id}, ${parent}, ${user}, ${userName}, ${session}, ${enterprise}, ${address}, ${agent},
      ${request}, ${call}, ${type}, ${object}, ${outcome}, ${note}, ${changes})`,
);

/**
 * Inserts audit rows, which are never changed or deleted. For one row, the statement has already been sent when the
 * promise is returned.
 */
export async function append(tx: Tx, rows: AuditRow[]) {
  const [row] = rows;
  if (row === undefined) return;
  if (rows.length === 1) {
    await appendOne(
      tx,
      tx.scope.tenantId,
      row.id,
      row.parent_id,
      row.user_id,
      row.user_name,
      row.session_id,
      row.enterprise_id,
      row.address,
      row.user_agent,
      row.request_id,
      row.call,
      row.object_type,
      row.object_id,
      row.outcome,
      row.note,
      row.changes,
    );
    return;
  }
  await on(tx)
    .insertInto('audit')
    .values(rows.map((row) => ({ ...row, tenant_id: tx.scope.tenantId })))
    .execute();
}

export interface TrailFilter {
  /** Module whose calls to include. Leaves out views of the object by other modules. */
  module?: string | undefined;
  before?: string | undefined;
  ids?: readonly string[] | undefined;
  calls?: string[] | undefined;
  exceptCalls?: string[] | undefined;
  fields?: string[] | undefined;
  exceptOnlyFields?: readonly string[] | undefined;
  /** Fields the caller must not see. Rows that changed only these fields are left out. */
  hiddenFields?: readonly string[] | undefined;
}

export function readTrail(tx: Tx, type: string, id: string, filter: TrailFilter, limit: number) {
  const { module, before, ids, calls, exceptCalls, fields, exceptOnlyFields, hiddenFields } = filter;
  let query = selectFrom(tx, 'audit')
    .select(['id', 'at', 'user_id', 'user_name', 'call', 'note', 'changes'])
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('outcome', '=', 'done');
  if (module !== undefined) query = query.where('call', 'like', `${module}.%`);
  if (before !== undefined) query = query.where('id', '<', before);
  if (ids) query = query.where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))));
  if (calls) query = query.where('call', 'in', calls);
  if (exceptCalls) query = query.where('call', 'not in', exceptCalls);
  const changed = sql`select from jsonb_array_elements(changes) change where change ->> 'field'`;
  if (fields) query = query.where(sql<boolean>`exists (${changed} = any(${fields}::text[]))`);
  for (const names of [exceptOnlyFields, hiddenFields])
    if (names?.length)
      query = query.where(sql<boolean>`(changes = '[]' or exists (${changed} <> all(${names}::text[])))`);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

// Rows of a bulk call have larger ids than the row of the call, so the id limits the search.
const under = (tx: Tx, parentId: string, call: string) =>
  selectFrom(tx, 'audit')
    .where('call', '=', call)
    .where('id', '>', parentId)
    .where('parent_id', '=', parentId)
    .where('outcome', '=', 'done');

export const objectsUnder = async (tx: Tx, parentId: string, call: string): Promise<string[]> =>
  (await under(tx, parentId, call).select('object_id').execute()).flatMap(({ object_id }) => object_id ?? []);

export const changesUnder = (tx: Tx, parentId: string, call: string, objects: readonly string[]) =>
  under(tx, parentId, call)
    .select(['object_id', 'changes'])
    .where((eb) => eb('object_id', '=', eb.fn.any(eb.val(objects))))
    .execute();

export async function countFailures(tx: Tx, userId: string, call: string, since: Date): Promise<number> {
  const { failures } = await selectFrom(tx, 'audit')
    .select((eb) => eb.fn.countAll<string>().as('failures'))
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('outcome', '=', 'failed')
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(failures);
}

export async function pageOfPerson(
  tx: Tx,
  userId: string,
  calls: readonly string[],
  { limit, offset }: { limit: number; offset: number },
) {
  const some = selectFrom(tx, 'audit').where('user_id', '=', userId).where('call', 'in', calls);
  const rows = await some
    .select(['id', 'at', 'outcome', 'note', 'address', 'user_agent'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await on(tx)
    .selectFrom(
      some
        .select('id')
        .limit(limits.totalCap + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total) > limits.totalCap
    ? { rows, total: limits.totalCap, totalIsEstimate: true }
    : { rows, total: Number(total) };
}
