import { sql, type RawBuilder } from 'kysely';
import type { ArchiveSource } from '#kit/archive.ts';
import type { FilterValues } from '#kit/list-store.ts';
import { counted, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { idsOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export const conditionsOf = ({ id, fatal, countedAtFrom, countedAtTo }: FilterValues): RawBuilder<unknown>[] => [
  ...(countedAtFrom instanceof Date ? [sql`accident.counted_at >= ${countedAtFrom}`] : []),
  ...(countedAtTo instanceof Date ? [sql`accident.counted_at <= ${countedAtTo}`] : []),
  ...(typeof id === 'string' ? [sql`accident.id = ${id}`] : []),
  ...(typeof fatal === 'boolean' ? [fatal ? sql`accident.counted_deaths > 0` : sql`accident.counted_deaths = 0`] : []),
];

export async function countedTimes(tx: Tx, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`select id, counted_at as at from accident
    where tenant_id = ${scopedTenant} and id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

export interface WaitingAccident {
  id: string;
  enterprise_id: string;
  title: string;
  status: 'reported' | 'investigating';
  close_due_on: string;
  deaths: number;
  grade: string | null;
  cause: string | null;
  liability: string | null;
  measures: string | null;
  education: string | null;
}
const waits = sql`tenant_id = ${scopedTenant} and removed_at is null and status in ('reported', 'investigating')`;

export async function waitingOf(tx: Tx, ids: readonly string[]): Promise<WaitingAccident[]> {
  return rowsOf<WaitingAccident>(tx)`select id, enterprise_id, title, status, close_due_on::text, deaths,
      grade, cause, liability, measures, education from accident
    where ${waits} and id = any(${[...ids]}::uuid[])`;
}
export async function waitingAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select id from accident where ${waits} and id > ${id}
    order by id limit ${limit}`;
}

export const accidentFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { from, to }) {
    const { rows } = await sql<{ id: string; harm: number; near: number; deaths: number }>`
      select e.id, (count(a.id) filter (where a.kind = 'harm'))::int as harm,
        (count(a.id) filter (where a.kind = 'nearMiss'))::int as near, coalesce(sum(a.counted_deaths), 0)::int as deaths
      from unnest(${[...enterpriseIds]}::uuid[]) e (id)
      left join accident a on a.tenant_id = ${scopedTenant} and a.enterprise_id = e.id and a.removed_at is null
        and a.counted_at >= ${`${from} 00:00:00+08`}::timestamptz
        and a.counted_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'
      group by e.id`.execute(tx.kysely);
    return new Map(
      rows.map(({ id, harm, near, deaths }): [string, CountedFigure[]] => [
        id,
        [
          counted('accidents', harm, `本期发生的事故，死亡 ${deaths} 人`),
          counted('nearMisses', near, '本期发生、没有造成伤害和损失的事件'),
        ],
      ]),
    );
  },
};

/** Fills the accident registers of the archive. A closed accident with all four records also fills the inquiry item. */
export const accidentRows: ArchiveSource = {
  from: '事故',
  path: '/bus/accident/index?tab=all',
  rows: (tx, ids) => sql`select a.enterprise_id, filled.item, a.title as name, a.number as no,
      (a.occurred_at at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to, a.photos as files
    from accident a cross join lateral (values
      ('accidentRegister', a.kind = 'harm'),
      ('nearMiss', a.kind = 'nearMiss'),
      ('investigation', a.kind = 'harm' and a.status = 'closed')) as filled (item, is_there)
    where a.tenant_id = ${tx.scope.tenantId} and a.enterprise_id = any(${[...ids]}::uuid[]) and a.removed_at is null
      and filled.is_there`,
};
