import type { Page } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';

/** How many records of a list a queue looks through, or takes of those that were chosen. */
export const queueMost = 200;

/** The records of a list for which something waits, in its order. */
export async function readLine<R>(
  ask: (page: { page: number; size: number }) => Promise<Page<R>>,
  waits: (row: R) => boolean,
): Promise<R[]> {
  const size = limits.page.sizeMax;
  const line: R[] = [];
  for (let page = 1; page * size <= queueMost; page += 1) {
    const { rows, total } = await ask({ page, size });
    line.push(...rows.filter(waits));
    if (page * size >= total) break;
  }
  return line;
}

/** Records that were chosen, as far as they are still there; those that the page shows are not read again. */
export async function readChosen<R extends { id: string }>(
  ids: readonly string[],
  shown: readonly R[],
  read: (id: string) => Promise<R | null>,
): Promise<R[]> {
  const line: R[] = [];
  for (const id of ids.slice(0, queueMost)) {
    const row = shown.find((one) => one.id === id) ?? (await read(id));
    if (row) line.push(row);
  }
  return line;
}
