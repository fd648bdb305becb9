// SQL of staff and fleet numbers, which contract/modules/home/number-definitions.ts defines.
import { startOfDay, endOfDay } from '@anlan/contract/domain/instant';
import type { ShiftState } from '@anlan/contract/modules/shift/resource';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export async function readTrained(tx: Tx, enterpriseId: string, from: string, to: string) {
  const { rows } = await sql<{ due: number; passed: number }>`select count(*)::int as due,
      (count(*) filter (where status = 'passed'))::int as passed
    from learning_task where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId}
      and removed_at is null and status <> 'exempted' and due_on >= ${from}::date and due_on <= ${to}::date`.execute(
    tx.kysely,
  );
  return rows[0] ?? { due: 0, passed: 0 };
}

export async function readVehicles(tx: Tx, enterpriseId: string, today: string) {
  const { rows } = await sql<{ all: number; operating: number; roadworthy: number }>`select count(*)::int as all,
      (count(*) filter (where status = 'operating'))::int as operating,
      (count(*) filter (where status = 'operating' and valid_to >= ${today}::date
        and (scrap_on is null or scrap_on >= ${today}::date)))::int as roadworthy
    from vehicle where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and removed_at is null`.execute(
    tx.kysely,
  );
  return rows[0] ?? { all: 0, operating: 0, roadworthy: 0 };
}

export async function readShifts(tx: Tx, enterpriseId: string, today: string): Promise<Map<ShiftState, number>> {
  const { rows } = await sql<{ status: ShiftState; shifts: number }>`select status, count(*)::int as shifts
    from shift where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and removed_at is null
      and depart_at >= ${startOfDay(today)} and depart_at <= ${endOfDay(today)} group by status`.execute(tx.kysely);
  return new Map(rows.map(({ status, shifts }) => [status, shifts]));
}
