import * as z from 'zod/mini';
import { sql } from 'kysely';
import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { judgement, type Judgement } from '@anlan/contract/modules/score/score';
import { newId } from '#kernel/ids.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { idsOf, rowsOf, type Tx } from '#platform/db/index.ts';

export { readFacts } from './facts-store.ts';

export interface Hold {
  enterprise_id: string;
  color: 'red' | 'orange' | 'yellow';
  reason: string;
  until_on: string;
  held_at: Date;
  held_by_name: string | null;
}

const uuids = (ids: readonly string[]) => sql`${[...ids]}::uuid[]`;
const supervised = sql`status in ('active', 'suspended') and removed_at is null`;

export async function supervisedAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select id from enterprise
    where tenant_id = ${tx.scope.tenantId} and id > ${after} and ${supervised} order by id limit ${limit}`;
}

/** Supervised enterprises with their region and the day of their activation. */
export async function readActivations(tx: Tx) {
  return rowsOf<{ id: string; region_code: string; activated_on: string | null }>(tx)`
    select id, coalesce(region_code, '') as region_code,
      (activated_at at time zone 'Asia/Shanghai')::date as activated_on
    from enterprise where tenant_id = ${tx.scope.tenantId} and ${supervised}`;
}

export const addDue = (tx: Tx, ids: readonly string[]): Promise<void> =>
  insertAll(
    tx,
    'score_due',
    ids.map((enterprise_id) => ({ tenant_id: tx.scope.tenantId, id: newId(), enterprise_id, oversight_code: '' })),
  );

/** Claims enterprises whose score is due, so that no other node computes them too. */
export async function takeDue(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ enterprise_id: string }>`delete from score_due where tenant_id = ${tx.scope.tenantId}
    and id in (select id from score_due where tenant_id = ${tx.scope.tenantId} order by id limit ${limit}
      for update skip locked)
    returning enterprise_id`.execute(tx.kysely);
  return rows.map(({ enterprise_id }) => enterprise_id);
}

export async function readHolds(tx: Tx, ids: readonly string[]): Promise<Map<string, Hold>> {
  const { rows } = await sql<Hold>`select enterprise_id, color, reason, until_on, held_at, held_by_name from color_hold
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${uuids(ids)}) and released_at is null`.execute(
    tx.kysely,
  );
  return new Map(rows.map((row) => [row.enterprise_id, row]));
}

export async function endHold(tx: Tx, enterpriseId: string, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update color_hold set released_at = ${now}
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and released_at is null`.execute(
    tx.kysely,
  );
  return Number(numAffectedRows);
}

export async function addHold(
  tx: Tx,
  enterpriseId: string,
  { color, reason, until, now }: { color: Hold['color']; reason: string; until: string; now: Date },
): Promise<void> {
  const { tenantId, userId, userName } = tx.scope;
  await sql`insert into color_hold (tenant_id, id, enterprise_id, color, reason, until_on, held_at, held_by, held_by_name)
    values (${tenantId}, ${newId()}, ${enterpriseId}, ${color}, ${reason}, ${until}, ${now}, ${userId},
      ${userId === null ? null : userName})`.execute(tx.kysely);
}

/**
 * Writes only changed judgements: score, colour and reasons of the enterprise, the row of the day, and history lines.
 */
export async function writeJudgements(
  tx: Tx,
  judged: ReadonlyMap<string, Judgement>,
  day: string,
  now: Date,
): Promise<number> {
  const payload = JSON.stringify(
    [...judged].map(([id, of]) => ({
      id,
      history_id: newId(),
      score: of.score,
      color: of.color,
      reasons: of.reasons.map(({ text }) => text),
      causes: of.reasons.flatMap(({ color, cause }) => (color === of.color && cause ? [cause] : [])),
      judgement: z.encode(judgement, of),
    })),
  );
  const { tenantId, userId, userName } = tx.scope;
  const { rows } = await sql<{ written: number }>`
    with given as materialized (
      select id, history_id, score, color, judgement, md5(judgement::text) as digest,
        array(select jsonb_array_elements_text(reasons)) as reasons, array(select jsonb_array_elements_text(causes)) as causes
      from jsonb_to_recordset(${payload}::jsonb) as g (id uuid, history_id uuid, score float8, color text,
        reasons jsonb, causes jsonb, judgement jsonb)
    ), was as materialized (
      select e.id, e.oversight_code, e.health_score, e.color from enterprise e join given using (id)
      where e.tenant_id = ${tenantId}
        and (e.health_score, e.color, e.color_reasons, e.color_causes)
          is distinct from (given.score, given.color, given.reasons, given.causes)
      order by e.id for update of e
    ), changed as (
      update enterprise e set health_score = given.score, color = given.color, color_reasons = given.reasons,
        color_causes = given.causes
      from given join was using (id) where e.tenant_id = ${tenantId} and e.id = given.id
      returning e.id
    ), told as (
      insert into resource_history (tenant_id, id, enterprise_id, resource, row_id, move, from_state, to_state, by_id,
        by_name, at, note, oversight_code)
      select ${tenantId}, given.history_id, given.id, 'score', given.id, 'judged', was.color, given.color, ${userId}::uuid,
        ${userId === null ? null : userName}::text, ${now}::timestamptz,
        '安全分 ' || coalesce(was.health_score::text, '数据不足') || ' → ' || coalesce(given.score::text, '数据不足'),
        was.oversight_code
      from given join was using (id) join changed using (id)
      -- A change of less than a point is in the chart only.
      where (floor(was.health_score), was.color) is distinct from (floor(given.score), given.color)
        -- The first judgement is no change.
        and exists (select from score_day s where s.tenant_id = ${tenantId} and s.enterprise_id = given.id)
    ), kept as (
      insert into score_day (tenant_id, enterprise_id, day, score, color, judgement, digest, computed_at, oversight_code)
      select ${tenantId}, given.id, ${day}::date, given.score, given.color, given.judgement, given.digest,
        ${now}::timestamptz, ''
      from given
      left join lateral (select digest from score_day s where s.tenant_id = ${tenantId} and s.enterprise_id = given.id
        order by s.day desc limit 1) last on true
      where last.digest is distinct from given.digest
      on conflict (tenant_id, enterprise_id, day) do update set score = excluded.score, color = excluded.color,
        judgement = excluded.judgement, digest = excluded.digest, computed_at = excluded.computed_at
      returning 1
    )
    select ((select count(*) from changed) + (select count(*) from kept))::int as written`.execute(tx.kysely);
  return rows[0]?.written ?? 0;
}

export async function readDays(tx: Tx, enterpriseId: string, limit: number) {
  return rowsOf<{ day: string; score: number | null; color: EnterpriseColor }>(tx)`
    select day, score, color from score_day where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId}
    order by day desc limit ${limit}`;
}

/** Reads the judgement at the end of a day; null when none is stored. */
export async function readDay(
  tx: Tx,
  enterpriseId: string,
  day: string,
): Promise<(Judgement & { day: string }) | null> {
  const { rows } = await sql<{ day: string; judgement: unknown }>`select day, judgement from score_day
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and day <= ${day}::date
    order by day desc limit 1`.execute(tx.kysely);
  const [row] = rows;
  // The stored value is parsed with the output schema of the call.
  return row ? { ...z.parse(judgement, row.judgement), day: row.day } : null;
}
