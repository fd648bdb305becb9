import { AppError, invalid } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import { narrowFilter, type ListFilter } from '../rules.ts';
import { withWordFound, type FoundFilter } from '../filter-store.ts';
import { namesOf } from '../reference/store.ts';

/** Selected enterprises: ids, or a filter with exceptions. */
export interface Selection {
  ids?: string[] | undefined;
  filter?: ListFilter | undefined;
  except?: string[] | undefined;
}

export type Found = { ids: string[] } | { filter: FoundFilter; except: string[] };

/** Resolves a selection. Throws notFound for an id that is not visible (S25). */
export async function findSelection(tx: Tx, { ids, filter, except = [] }: Selection, today: string): Promise<Found> {
  if ((ids === undefined) === (filter === undefined) || ids?.length === 0)
    throw invalid({ field: 'ids', msg: '请选择企业' });
  if (ids === undefined) return { filter: await withWordFound(tx, narrowFilter(filter ?? {}, today)), except };
  const each = [...new Set(ids)];
  if ((await namesOf(tx, each)).length !== each.length) throw new AppError('notFound');
  return { ids: each };
}
