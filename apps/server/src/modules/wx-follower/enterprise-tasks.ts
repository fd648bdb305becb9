// Open tasks of a follower's enterprise, shown beside the chat. Only tasks that the reader may see.
import type { Row } from '@anlan/contract/kit/resource';
import type { danger } from '@anlan/contract/modules/danger/resource';
import type { warning } from '@anlan/contract/modules/warning/resource';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';

const shown = 10;
interface PageOf<T> {
  rows: readonly T[];
  total: number;
}
type OpenDanger = Pick<Row<typeof danger>, 'id' | 'title' | 'status' | 'deadlineOn' | 'overdue'>;
type ExpiringItem = Pick<Row<typeof warning>, 'id' | 'itemName' | 'validTo' | 'level'>;

export interface FactSources {
  employee(
    tx: Tx,
    id: string,
  ): Promise<{ id: string; name: string; post: string | null; enterpriseId: string; enterpriseName: string } | null>;
  openDangers(scope: Scope, enterpriseId: string, size: number): Promise<PageOf<OpenDanger>>;
  expiring(scope: Scope, enterpriseId: string, size: number): Promise<PageOf<ExpiringItem>>;
}

/** Open tasks of one enterprise. Modules for which the reader has no permit are left out. */
export async function factsOf(scope: Scope, enterpriseId: string, sources: FactSources) {
  const dangers = scope.permits.has('bus:enterpriseexpinfo:index')
    ? await sources.openDangers(scope, enterpriseId, shown)
    : { rows: [], total: 0 };
  const items = scope.permits.has('bus:enterprisewarn:index')
    ? await sources.expiring(scope, enterpriseId, shown)
    : { rows: [], total: 0 };
  return {
    dangers: dangers.rows.map((row) => ({
      id: row.id,
      title: row.title,
      status: row.status,
      deadlineOn: row.deadlineOn,
      late: row.overdue === true,
    })),
    dangerCount: dangers.total,
    expiring: items.rows.map((row) => ({
      id: row.id,
      itemName: row.itemName,
      validTo: row.validTo,
      status: row.level ?? '',
    })),
  };
}
