// What opens without a network comes as one part, with as little as its first picture needs; the rest follows it.
import { loadOutbox } from '#lib/kept/outbox.ts';
import { reopen } from '#lib/kept/holder.ts';
import { keptRows } from './kept-rows.ts';

export { KeptApp } from './kept-app.tsx';

/** Reads what the last person here kept; null where nobody kept anything. */
export async function openKept() {
  const holder = await reopen();
  if (holder === null) return null;
  const [rows] = await Promise.all([keptRows(), loadOutbox()]);
  return { holder, rows };
}
