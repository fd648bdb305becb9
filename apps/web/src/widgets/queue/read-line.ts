import type { Page } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import { isOutdated } from '#lib/api-error.ts';

/** Maximum number of records in a queue. */
export const queueMost = 200;

export interface Line<R> {
  rows: readonly R[];
  /** Whether the list had more than `queueMost` records, so that the queue lacks some. */
  isCut: boolean;
}

export async function readLine<R>(
  ask: (page: { page: number; size: number }) => Promise<Page<R>>,
  waits: (row: R) => boolean,
): Promise<Line<R>> {
  const size = limits.page.sizeMax;
  const line: R[] = [];
  for (let page = 1; page * size <= queueMost; page += 1) {
    const { rows, total } = await ask({ page, size });
    line.push(...rows.filter(waits));
    if (page * size >= total) return { rows: line, isCut: false };
  }
  return { rows: line, isCut: true };
}

/** Reads the selected records on which the user can still act. Records of the current page are not read again. */
export async function readChosen<R extends { id: string }>(
  ids: readonly string[],
  shown: readonly R[],
  read: (id: string) => Promise<R>,
  waits: (row: R) => boolean,
): Promise<Line<R>> {
  const line: R[] = [];
  for (const id of ids.slice(0, queueMost)) {
    const row = shown.find((one) => one.id === id) ?? (await read(id).catch(unlessGone));
    if (row && waits(row)) line.push(row);
  }
  return { rows: line, isCut: ids.length > queueMost };
}

function unlessGone(error: unknown): null {
  if (error instanceof Error && isOutdated(error)) return null;
  throw error;
}
