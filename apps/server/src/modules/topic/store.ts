import { sql } from 'kysely';
import { hasRows, rowsOf, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import type { DoneTask, OwnEntry } from './rules.ts';

export async function ownEntries(tx: Tx, enterpriseId: string): Promise<OwnEntry[]> {
  return rowsOf<OwnEntry>(tx)`select item_id as "itemId", topic_id as "topicId", name, path, icon, hidden, sort
    from topic_entry where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId}
    order by sort, id`;
}

export const keepEntry = (tx: Tx, enterpriseId: string, id: string, entry: OwnEntry, now: Date) =>
  sql`insert into topic_entry (tenant_id, id, enterprise_id, topic_id, item_id, name, path, icon, hidden, sort, updated_at,
      updated_by)
    values (${tx.scope.tenantId}, ${id}, ${enterpriseId}, ${entry.topicId}, ${entry.itemId}, ${entry.name}, ${entry.path},
      ${entry.icon}, ${entry.hidden}, ${entry.sort}, ${now}, ${tx.scope.userId})
    on conflict (tenant_id, enterprise_id, item_id) do update set name = excluded.name, path = excluded.path,
      icon = excluded.icon, hidden = excluded.hidden, sort = excluded.sort, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`.execute(tx.kysely);

export async function dropEntries(tx: Tx, enterpriseId: string, itemId: string | null): Promise<number> {
  const { rows } = await sql`delete from topic_entry where tenant_id = ${tx.scope.tenantId}
    and enterprise_id = ${enterpriseId} and (${itemId}::uuid is null or item_id = ${itemId}::uuid)
    returning id`.execute(tx.kysely);
  return rows.length;
}

export async function doneBy(
  tx: Tx,
  enterpriseId: string,
  topicIds: readonly string[],
): Promise<Map<string, DoneTask>> {
  const { rows } =
    await sql<DoneTask>`select item_id as "itemId", done_at as "doneAt", done_by_name as "doneByName", note,
      evidence as files
    from topic_task where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId}
      and topic_id = any(${[...topicIds]}::uuid[])`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.itemId, row]));
}

/** Marks a task as done. Returns false when it was already done. */
export async function keepTask(
  tx: Tx,
  id: string,
  task: { enterpriseId: string; topicId: string } & Omit<DoneTask, 'doneByName'>,
): Promise<boolean> {
  const { tenantId, userId, userName } = tx.scope;
  return hasRows(tx)`insert into topic_task (tenant_id, id, enterprise_id, topic_id, item_id, done_at, done_by,
      done_by_name, note, evidence)
    values (${tenantId}, ${id}, ${task.enterpriseId}, ${task.topicId}, ${task.itemId}, ${task.doneAt}, ${userId},
      ${userName}, ${task.note}, ${JSON.stringify(task.files)})
    on conflict (tenant_id, enterprise_id, item_id) do nothing returning id`;
}

/** Marks a task as not done; returns its files, or null when it was not done. */
export async function dropTask(tx: Tx, enterpriseId: string, itemId: string): Promise<DoneTask['files'] | null> {
  const { rows } = await sql<{ files: DoneTask['files'] }>`delete from topic_task
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and item_id = ${itemId}
    returning evidence as files`.execute(tx.kysely);
  return rows[0]?.files ?? null;
}

// Only active enterprises take part in a campaign; closed and suspended enterprises do not.
const takesPart = (tx: Tx) => sql`e.tenant_id = ${tx.scope.tenantId} and e.status = 'active' and e.removed_at is null`;

export async function countDone(tx: Tx, topicId: string, items: readonly string[], enterpriseId: string | null) {
  const one = enterpriseId === null ? sql`` : sql` and e.id = ${enterpriseId}`;
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from enterprise e where ${takesPart(tx)}${one}`.execute(tx.kysely);
  const doneCounts = await sql<{ itemId: string; n: string }>`select t.item_id as "itemId", count(*) as n
    from topic_task t join enterprise e on e.tenant_id = t.tenant_id and e.id = t.enterprise_id
    where t.tenant_id = ${tx.scope.tenantId} and t.topic_id = ${topicId} and t.item_id = any(${[...items]}::uuid[])
      and ${takesPart(tx)}${one} group by t.item_id`.execute(tx.kysely);
  return {
    enterprises: Number(rows[0]?.n ?? 0),
    counts: new Map(doneCounts.rows.map(({ itemId, n }) => [itemId, Number(n)])),
  };
}

/** Progress of the enterprises that the caller sees. By default, enterprises with the least progress come first. */
export async function progressPage(
  tx: Tx,
  query: {
    topicId: string;
    items: readonly string[];
    due: readonly string[];
    keyword: string;
    state: string | null;
    most: boolean;
  },
  { limit, offset }: { limit: number; offset: number },
) {
  const { topicId, keyword, state } = query;
  const [items, due] = [[...query.items], [...query.due]];
  const states: Record<string, unknown> = {
    none: sql`where done = 0`,
    some: sql`where done > 0 and done < ${items.length}`,
    all: sql`where done = ${items.length}`,
    late: sql`where late > 0`,
  };
  const narrowed = (state === null ? undefined : states[state]) ?? sql``;
  const { rows } = await sql<{
    enterpriseId: string;
    enterpriseName: string;
    done: string;
    late: string;
    lastDoneAt: Date | null;
    total: string;
  }>`select *, count(*) over () as total from (
      select e.id as "enterpriseId", e.name as "enterpriseName", coalesce(t.done, 0) as done,
        ${due.length}::int - coalesce(t.due, 0) as late, t.last as "lastDoneAt"
      from enterprise e left join (
        select enterprise_id, count(*) as done, count(*) filter (where item_id = any(${due}::uuid[])) as due,
          max(done_at) as last
        from topic_task where tenant_id = ${tx.scope.tenantId} and topic_id = ${topicId}
          and item_id = any(${items}::uuid[]) group by enterprise_id) t on t.enterprise_id = e.id
      where ${takesPart(tx)} ${keyword === '' ? sql`` : sql`and ${nameHolds('e.name', keyword)}`}) found
    ${narrowed} order by done ${query.most ? sql`desc` : sql`asc`}, "enterpriseName", "enterpriseId"
    limit ${limit} offset ${offset}`.execute(tx.kysely);
  return {
    total: Number(rows[0]?.total ?? 0),
    rows: rows.map(({ total: _, ...row }) => ({ ...row, done: Number(row.done), late: Number(row.late) })),
  };
}
