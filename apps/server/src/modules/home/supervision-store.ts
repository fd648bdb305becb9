// SQL of the inspection coverage and the scores of enterprises.
import { sql, type RawBuilder } from 'kysely';
import type { Supervision } from '@anlan/contract/modules/home/home';
import { rowsOf, type Tx } from '#platform/db/index.ts';

const enterprises = (tx: Tx, prefix: string): RawBuilder<unknown> =>
  prefix === ''
    ? sql`e.tenant_id = ${tx.scope.tenantId} and e.removed_at is null`
    : sql`e.tenant_id = ${tx.scope.tenantId} and e.removed_at is null and e.oversight_code >= ${prefix}
        and e.oversight_code < ${`${prefix}\u{10ffff}`}`;
const inspections = (tx: Tx, prefix: string): RawBuilder<unknown> =>
  prefix === ''
    ? sql`i.tenant_id = ${tx.scope.tenantId} and i.removed_at is null`
    : sql`i.tenant_id = ${tx.scope.tenantId} and i.removed_at is null and i.oversight_code >= ${prefix}
        and i.oversight_code < ${`${prefix}\u{10ffff}`}`;
const supervised = sql`e.status in ('active', 'suspended')`;
const byRegulators = sql`i.source = 'regulator' and i.status = 'finished'`;

/** Number of supervised enterprises, how many of them have a score, and the median score. */
export async function readScores(tx: Tx, prefix: string) {
  const { rows } = await sql<{ supervised: number; scored: number; median: number | null }>`
    select count(*)::int as supervised, count(e.health_score)::int as scored,
      percentile_disc(0.5) within group (order by e.health_score) as median
    from enterprise e where ${enterprises(tx, prefix)} and ${supervised}`.execute(tx.kysely);
  return rows[0] ?? { supervised: 0, scored: 0, median: null };
}

export async function readCovered(tx: Tx, prefix: string, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from enterprise e
    where ${enterprises(tx, prefix)} and ${supervised} and e.id in (select i.enterprise_id from inspection i
      where ${inspections(tx, prefix)} and ${byRegulators} and i.started_at >= ${from} and i.started_at < ${to})`.execute(
    tx.kysely,
  );
  return rows[0]?.n ?? 0;
}

export async function readInspections(tx: Tx, prefix: string, from: Date, to: Date) {
  const { rows } = await sql<{ inspections: number; dangers: number }>`
    select count(*)::int as inspections, coalesce(sum(i.fail_count), 0)::int as dangers from inspection i
    where ${inspections(tx, prefix)} and ${byRegulators} and i.started_at >= ${from} and i.started_at < ${to}`.execute(
    tx.kysely,
  );
  return rows[0] ?? { inspections: 0, dangers: 0 };
}

export async function readChecked(tx: Tx, prefix: string, today: string) {
  const there =
    prefix === '' ? sql`` : sql`and c.oversight_code >= ${prefix} and c.oversight_code < ${`${prefix}\u{10ffff}`}`;
  const { rows } = await sql<{ due: number; intime: number }>`select count(*)::int as due,
      (count(*) filter (where c.status = 'done' and c.done_at < c.due_at and not c.far))::int as intime from risk_check c
    where c.tenant_id = ${tx.scope.tenantId} and c.removed_at is null and c.planned and c.status in ('pending', 'done')
      and c.due_on >= ${today}::date - 30 and c.due_on < ${today}::date ${there}`.execute(tx.kysely);
  return rows[0] ?? { due: 0, intime: 0 };
}
export async function readControlled(tx: Tx, prefix: string) {
  const there =
    prefix === '' ? sql`` : sql`and p.oversight_code >= ${prefix} and p.oversight_code < ${`${prefix}\u{10ffff}`}`;
  const { rows } = await sql<{ points: number; major: number }>`select count(*)::int as points,
      (count(*) filter (where p.level = 'major'))::int as major from risk_point p
    where p.tenant_id = ${tx.scope.tenantId} and p.removed_at is null and p.status = 'inForce' ${there}`.execute(
    tx.kysely,
  );
  return rows[0] ?? { points: 0, major: 0 };
}

export async function readAccidents(tx: Tx, prefix: string, from: Date, to: Date) {
  const there =
    prefix === '' ? sql`` : sql`and a.oversight_code >= ${prefix} and a.oversight_code < ${`${prefix}\u{10ffff}`}`;
  const { rows } = await sql<{ harmful: number; deaths: number; near: number }>`select
      (count(*) filter (where a.kind = 'harm'))::int as harmful, coalesce(sum(a.counted_deaths), 0)::int as deaths,
      (count(*) filter (where a.kind = 'nearMiss'))::int as near from accident a
    where a.tenant_id = ${tx.scope.tenantId} and a.removed_at is null and a.counted_at >= ${from}
      and a.counted_at < ${to} ${there}`.execute(tx.kysely);
  return rows[0] ?? { harmful: 0, deaths: 0, near: 0 };
}

export async function readLowest(tx: Tx, prefix: string, limit: number) {
  return rowsOf<Omit<Supervision['lowest'][number], 'href'>>(tx)`
    select e.id, e.name, e.health_score as score, e.color from enterprise e
    where ${enterprises(tx, prefix)} and ${supervised} and e.health_score is not null
    order by e.health_score nulls first, e.id limit ${limit}`;
}

export async function readPeers(tx: Tx, enterpriseId: string) {
  const { rows } = await sql<{ score: number | null; peers: number; below: number }>`
    select own.health_score as score, count(e.id)::int as peers,
      (count(e.id) filter (where e.health_score < own.health_score))::int as below
    from enterprise own left join enterprise e on e.tenant_id = own.tenant_id and e.removed_at is null
      and e.region_code = own.region_code and e.id <> own.id and ${supervised} and e.health_score is not null
    where own.tenant_id = ${tx.scope.tenantId} and own.id = ${enterpriseId} group by own.id, own.health_score`.execute(
    tx.kysely,
  );
  return rows[0] ?? { score: null, peers: 0, below: 0 };
}
