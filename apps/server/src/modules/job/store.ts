import { sql, type Selectable, type Updateable } from 'kysely';
import { idsOf, rowsOf, scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import type { JobParams, JobTables } from './tables.ts';

const { on, selectFrom, updateTable } = tenantTables<JobTables>();
export type JobRow = Selectable<JobTables['job']>;

export const insertJob = (
  tx: Tx,
  row: { id: string; kind: string; title: string | null; user_id: string; params: JobParams; now: Date },
) =>
  on(tx)
    .insertInto('job')
    .values({
      tenant_id: tx.scope.tenantId,
      id: row.id,
      kind: row.kind,
      title: row.title,
      user_id: row.user_id,
      state: 'waiting',
      done: 0,
      tries: 0,
      tries_in_vain: 0,
      furthest: 0,
      params: JSON.stringify(row.params),
      cancel_asked: false,
      created_at: row.now,
      updated_at: row.now,
    })
    .execute();

const mine = (tx: Tx, userId: string) => selectFrom(tx, 'job').where('user_id', '=', userId);

export const findJob = (tx: Tx, userId: string, id: string): Promise<JobRow | undefined> =>
  mine(tx, userId).selectAll().where('id', '=', id).executeTakeFirst();

// A running import holds key locks on its job: rows that it wrote refer to it. They do not block this lock.
export const takeJob = (tx: Tx, userId: string, id: string): Promise<JobRow | undefined> =>
  mine(tx, userId).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function pageJobs(tx: Tx, userId: string, limit: number, offset: number, direction: 'asc' | 'desc') {
  const rows = await mine(tx, userId)
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await mine(tx, userId)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const findRecent = (tx: Tx, userId: string, kind: string, since: Date, match: JobParams) =>
  mine(tx, userId)
    .select('id')
    .where('kind', '=', kind)
    .where('created_at', '>=', since)
    .where('state', 'in', ['waiting', 'running', 'done'])
    .where(sql<boolean>`params @> ${JSON.stringify(match)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Advisory lock until the transaction ends: the jobs of a kind in a tenant are counted one caller at a time. */
export const lockCounting = (tx: Tx, kind: string) =>
  sql`select pg_advisory_xact_lock(hashtext('job.open'), hashtext(${`${tx.scope.tenantId} ${kind}`}))`.execute(on(tx));

export async function countOpen(tx: Tx, userId: string, kind: string): Promise<{ mine: number; all: number }> {
  const { mine, all } = await selectFrom(tx, 'job')
    .select((eb) => [
      eb.fn.countAll<string>().as('all'),
      eb.fn.countAll<string>().filterWhere('user_id', '=', userId).as('mine'),
    ])
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return { mine: Number(mine), all: Number(all) };
}

export async function countAhead(tx: Tx, { id, kind, user_id }: Pick<JobRow, 'id' | 'kind' | 'user_id'>) {
  const { rows } = await sql<{ mine: number; all: number }>`
    select count(*)::int as all, count(*) filter (where user_id = ${user_id})::int as mine from job
    where tenant_id = ${scopedTenant} and kind = ${kind} and state in ('waiting', 'running') and id < ${id}`.execute(
    tx.kysely,
  );
  return rows[0] ?? { mine: 0, all: 0 };
}

export async function heldJobs(tx: Tx, kind: string): Promise<{ id: string; kind: string; user_id: string }[]> {
  return selectFrom(tx, 'job')
    .select(['id', 'kind', 'user_id'])
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`params @> '{"held": true}'::jsonb`)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Changes a job if it is in one of the states; undefined if it is not. */
export const changeJob = (
  tx: Tx,
  id: string,
  states: JobRow['state'][],
  change: Updateable<JobTables['job']>,
): Promise<JobRow | undefined> =>
  updateTable(tx, 'job')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', states)
    .returningAll()
    .executeTakeFirst();

/** Ends a job. Only its latest attempt can do so. */
export const endJob = (
  tx: Tx,
  id: string,
  tries: number,
  change: Updateable<JobTables['job']>,
): Promise<JobRow | undefined> =>
  updateTable(tx, 'job')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('tries', '=', tries)
    .returningAll()
    .executeTakeFirst();

/** Starts an unfinished job and counts the attempt. `forgiven`: subtracts the previous attempt. */
export const takeUp = (tx: Tx, id: string, now: Date, forgiven: boolean): Promise<JobRow | undefined> =>
  updateTable(tx, 'job')
    .set((eb) => ({
      state: 'running',
      tries: eb('tries', '+', 1),
      tries_in_vain: forgiven ? eb.ref('tries_in_vain') : eb('tries_in_vain', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();

/** Subtracts an attempt that was postponed. */
export const forgiveTry = (tx: Tx, id: string) =>
  updateTable(tx, 'job')
    .set((eb) => ({ tries_in_vain: sql<number>`greatest(${eb.ref('tries_in_vain')} - 1, 0)` }))
    .where('id', '=', id)
    .execute();

/**
 * Saves the progress of the latest attempt. New progress resets the number of attempts without progress. Returns
 * whether it is the latest attempt.
 */
export const advanceJob = async (
  tx: Tx,
  id: string,
  tries: number,
  { done, ...change }: { done: number; total?: number; message?: string; updated_at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await updateTable(tx, 'job')
    .set((eb) => ({
      ...change,
      done,
      furthest: eb.fn<number>('greatest', ['furthest', eb.val(done)]),
      tries_in_vain: eb.case().when('furthest', '<', done).then(0).else(eb.ref('tries_in_vain')).end(),
    }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('tries', '=', tries)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const noteJob = (tx: Tx, id: string, notes: JobParams) =>
  updateTable(tx, 'job')
    .set({ params: sql`params || ${JSON.stringify(notes)}::jsonb` })
    .where('id', '=', id)
    .execute();

/** SQL for the newest successful dry run of each user and kind that is not confirmed yet. */
const lookedRows = (kinds: readonly string[], since: Date) => sql`
  from job j left join job b on b.tenant_id = j.tenant_id and b.id = (j.params ->> 'appliedBy')::uuid
  where j.tenant_id = ${scopedTenant} and j.kind = any(${[...kinds]}::text[]) and j.state = 'done'
    and (j.result ->> 'good')::int > 0 and j.updated_at > ${since}
    and (b.id is null or b.state in ('failed', 'cancelled'))
    and not exists (select from job n where n.tenant_id = j.tenant_id and n.user_id = j.user_id and n.kind = j.kind
      and n.id > j.id and n.state = 'done')`;

interface LookedJob {
  id: string;
  kind: string;
  user_id: string;
  message: string | null;
  updated_at: Date;
  enterprise_id: string | null;
  failure: string | null;
}

/** Dry runs that are not confirmed yet. A confirmed import refers to its dry run. */
export async function lookedThrough(tx: Tx, kinds: readonly string[], ids: readonly string[], since: Date) {
  return rowsOf<LookedJob>(tx)`
    select j.id, j.kind, j.user_id, j.message, j.updated_at, j.params ->> 'enterpriseId' as enterprise_id,
      case when b.state = 'failed' then b.message end as failure ${lookedRows(kinds, since)}
      and j.id = any(${[...ids]}::uuid[])`;
}

export async function lookedThroughAfter(tx: Tx, kinds: readonly string[], after: string, since: Date, limit: number) {
  return idsOf(tx)`select j.id ${lookedRows(kinds, since)} and j.id > ${after}
    order by j.id limit ${limit}`;
}

export async function dryRunsOfOwner(tx: Tx, kinds: readonly string[], id: string, since: Date): Promise<string[]> {
  const rows = await on(tx)
    .selectFrom('job as j')
    .innerJoin('job as other', (join) =>
      join.onRef('other.tenant_id', '=', 'j.tenant_id').onRef('other.user_id', '=', 'j.user_id'),
    )
    .select('other.id')
    .where('j.tenant_id', '=', tx.scope.tenantId)
    .where('j.id', '=', id)
    .where((eb) => eb('other.kind', '=', eb.fn.any(eb.val(kinds))))
    .where('other.updated_at', '>', since)
    .execute();
  return rows.map((row) => row.id);
}
