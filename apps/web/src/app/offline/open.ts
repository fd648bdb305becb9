// The offline page is one chunk with only the code of its first render. Other code loads later.
import { loadOutbox } from '#lib/offline/outbox.ts';
import { reopenStore } from '#lib/offline/owner.ts';
import { loadStoredRows } from './stored-rows.ts';

export { OfflineApp } from './offline-app.tsx';

export async function openOfflineStore() {
  const holder = await reopenStore();
  if (holder === null) return null;
  const [rows] = await Promise.all([loadStoredRows(), loadOutbox()]);
  return { holder, rows };
}
