import { sql, type RawBuilder } from 'kysely';
import type { ArchiveSource } from '#kit/archive.ts';
import { counted, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { idsOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export const onlyId = (id: unknown): RawBuilder<unknown>[] => (typeof id === 'string' ? [sql`drill.id = ${id}`] : []);

export interface WaitingDrill {
  id: string;
  enterprise_id: string;
  title: string;
  planned_on: string;
  status: 'planned' | 'held';
}
const waits = sql`tenant_id = ${scopedTenant} and removed_at is null and status in ('planned', 'held')`;

export async function waitingOf(tx: Tx, ids: readonly string[]): Promise<WaitingDrill[]> {
  return rowsOf<WaitingDrill>(tx)`select id, enterprise_id, title, planned_on::text, status from drill
    where ${waits} and id = any(${[...ids]}::uuid[])`;
}
export async function waitingAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select id from drill where ${waits} and id > ${id}
    order by id limit ${limit}`;
}

export const drillFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { from, to }) {
    const { rows } = await sql<{ id: string; drills: number; people: number }>`
      select e.id, count(d.id)::int as drills, coalesce(sum(d.people), 0)::int as people
      from unnest(${[...enterpriseIds]}::uuid[]) e (id)
      left join drill d on d.tenant_id = ${scopedTenant} and d.enterprise_id = e.id and d.removed_at is null
        and d.held_on between ${from}::date and ${to}::date
      group by e.id`.execute(tx.kysely);
    return new Map(
      rows.map(({ id, drills, people }): [string, CountedFigure[]] => [
        id,
        [counted('drills', drills, `本期登记的演练，自报共 ${people} 人次参加`)],
      ]),
    );
  },
};

export const drillRows: ArchiveSource = {
  from: '应急演练',
  path: '/bus/drill/index?tab=all',
  rows: (tx, ids) => sql`select enterprise_id, 'drills' as item, title as name, null::text as no, held_on as issued_on,
      null::date as valid_to, '[]'::jsonb as files
    from drill where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])
      and removed_at is null and status in ('held', 'evaluated')`,
};
