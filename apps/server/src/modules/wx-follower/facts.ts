// What the enterprise of a follower has to do, as far as the reader sees it: shown beside the chat.
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';

const shown = 10;
interface PageOf {
  rows: readonly Readonly<Record<string, unknown>>[];
  total: number;
}

/** What is read of the modules that know. */
export interface FactSources {
  /** The employee with their enterprise, where the reader sees them. */
  employee(
    tx: Tx,
    id: string,
  ): Promise<{ id: string; name: string; post: string | null; enterpriseId: string; enterpriseName: string } | null>;
  openDangers(scope: Scope, enterpriseId: string, size: number): Promise<PageOf>;
  expiring(scope: Scope, enterpriseId: string, size: number): Promise<PageOf>;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const dayIn = (value: unknown) => (typeof value === 'string' ? value : null);

/** The facts of one enterprise; of modules that the reader may not look into none are told. */
export async function factsOf(scope: Scope, enterpriseId: string, sources: FactSources) {
  const dangers = scope.permits.has('bus:enterpriseexpinfo:index')
    ? await sources.openDangers(scope, enterpriseId, shown)
    : { rows: [], total: 0 };
  const items = scope.permits.has('bus:enterprisewarn:index')
    ? await sources.expiring(scope, enterpriseId, shown)
    : { rows: [], total: 0 };
  return {
    dangers: dangers.rows.map((row) => ({
      id: textOf(row['id']),
      title: textOf(row['title']),
      status: textOf(row['status']),
      deadlineOn: dayIn(row['deadlineOn']),
      late: row['overdue'] === true,
    })),
    dangerCount: dangers.total,
    expiring: items.rows.map((row) => ({
      id: textOf(row['id']),
      itemName: textOf(row['itemName']),
      validTo: dayIn(row['validTo']),
      status: textOf(row['level']),
    })),
  };
}
