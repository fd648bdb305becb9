import { sql } from 'kysely';
import type { HistoryRow } from '@anlan/contract/kit/state-machine';
import { newId } from '#kernel/ids.ts';
import type { Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { StoredRow } from './table.ts';

/**
 * Placeholder for the enterprise id of rows without an enterprise. Everybody who sees the whole tenant sees their
 * history.
 */
const ofTenant = '00000000-0000-0000-0000-000000000000';

export interface Moved {
  resource: string;
  rowId: string;
  enterpriseId: string | null;
  move: string;
  from: string | null;
  to: string | null;
  at: Date;
  note: string | null;
  files: readonly { id: string; name: string }[];
}

const write = preparedStatement<
  never,
  [tenantId: string, byId: string | null, byName: string | null, ...all: unknown[]]
>(
  'history.write',
  (
    tenant,
    by,
    name,
    ids,
    enterprises,
    resources,
    rows,
    moves,
    from,
    to,
    at,
    notes,
    files,
  ) => sql`insert into resource_history
      (tenant_id, id, enterprise_id, resource, row_id, move, from_state, to_state, by_id, by_name, at, note, files)
    select ${tenant}::text, g.id, g.enterprise, g.resource, g.row, g.move, g.was, g.now, ${by}::uuid, ${name}::text, g.at,
      g.note, g.files::jsonb
    from unnest(${ids}::uuid[], ${enterprises}::uuid[], ${resources}::text[], ${rows}::uuid[], ${moves}::text[],
      ${from}::text[], ${to}::text[], ${at}::timestamptz[], ${notes}::text[], ${files}::text[])
      as g (id, enterprise, resource, row, move, was, now, at, note, files)`,
);
export const writeHistory = (tx: Tx, one: Moved): Promise<void> => writeHistories(tx, [one]);
export async function writeHistories(tx: Tx, all: readonly Moved[]): Promise<void> {
  if (all.length === 0) return;
  const { tenantId, userId, userName } = tx.scope;
  const each = (of: (one: Moved) => unknown) => all.map(of);
  await write(
    tx,
    tenantId,
    userId,
    userId === null ? null : userName,
    each(() => newId()),
    each(({ enterpriseId }) => enterpriseId ?? ofTenant),
    each(({ resource }) => resource),
    each(({ rowId }) => rowId),
    each(({ move }) => move),
    each(({ from }) => from),
    each(({ to }) => to),
    each(({ at }) => at),
    each(({ note }) => note),
    each(({ files }) => JSON.stringify(files)),
  );
}

/** Reads the state changes of a visible row, oldest first. */
export async function readHistory(tx: Tx, resource: string, rowId: string): Promise<Omit<HistoryRow, 'changes'>[]> {
  const { rows } = await sql<
    Omit<HistoryRow, 'changes'>
  >`select id, move, from_state as "from", to_state as "to", by_name as "byName",
      at, note, files from resource_history
    where tenant_id = ${tx.scope.tenantId} and row_id = ${rowId} and resource = ${resource}
    order by id limit 500`.execute(tx.kysely);
  return rows;
}

export async function moveHistory(tx: Tx, resource: string, moved: readonly StoredRow[], enterpriseId: string) {
  if (moved.length === 0) return;
  await sql`update resource_history set enterprise_id = ${enterpriseId} where tenant_id = ${tx.scope.tenantId}
    and row_id = any(${moved.map(({ id }) => id)}::uuid[]) and resource = ${resource}`.execute(tx.kysely);
}
