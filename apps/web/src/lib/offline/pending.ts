// Reports the number of unsent items to the server and records it in the browser. So the user can learn what was lost
// when the browser storage was cleared.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { deliveryCalls } from '@anlan/contract/modules/delivery/calls';
import type { PreviousPending } from '@anlan/contract/modules/delivery/offline-work';
import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Client } from '../api.ts';
import { deleteItem, saveItem, loadItem } from '../storage.ts';
import { readRow, writeRow } from './store.ts';
import { currentOwner } from './owner.ts';
import { isPending, useOutbox } from './outbox.ts';

type Ask = Client<Pick<typeof deliveryCalls, 'owed'>>['owed'];

export const useLostWork = create<{ lost: readonly PreviousPending[] }>(() => ({ lost: [] }));

export const lostCount = (lost: readonly PreviousPending[]): number => lost.reduce((sum, { count }) => sum + count, 0);

const before = z.object({ count: z.int(), since: z.string(), toldAt: z.string(), isHere: z.boolean() });
const noted = z.object({ owner: z.string(), owed: before });
const unread = z.object({ owner: z.string(), lost: z.array(before) });

function recallLost(): void {
  const stored = loadItem('local', 'lost', unread);
  useLostWork.setState({ lost: stored && stored.owner === currentOwner()?.owner ? stored.lost : [] });
}
export function dismissLost(): void {
  deleteItem('local', 'lost');
  useLostWork.setState({ lost: [] });
}

function pendingNow() {
  const owed = useOutbox.getState().works.filter(isPending);
  return { count: owed.length, since: owed.length === 0 ? null : new Date(Math.min(...owed.map(({ at }) => at))) };
}

let isReady = false;
let lastReport: string | undefined;
/**
 * Starts to record the number of unsent items. First it saves the numbers recorded before the browser storage was
 * cleared.
 */
export async function startRecordingPending(): Promise<void> {
  const device = await readRow('device', 'device').catch(() => undefined);
  if (device?.isNew && device.before === undefined) {
    await writeRow('device', { ...device, before: loadItem('local', 'owed', noted) ?? null });
    deleteItem('local', 'owed');
  }
  isReady = device !== undefined;
  recallLost();
}
/**
 * Reports the number of unsent items to the server, unless it is unchanged. A new browser also asks for the earlier
 * number.
 */
export async function reportPending(ask: Ask): Promise<void> {
  const holder = currentOwner();
  const device = holder && (await readRow('device', 'device'));
  if (!device) return;
  const { owner } = holder;
  const { count, since } = pendingNow();
  const report = `${owner} ${count}`;
  const isNew = device.isNew === true;
  if (report === lastReport && !isNew) return;
  const earlier = await ask({ device: device.device, count, since, isNew }, { quiet: true });
  lastReport = report;
  if (!isNew) return;
  // The local record changes at each step, so it is newer than the record of the server.
  const note = device.before;
  const own = note?.owner === owner && note.owed.count > 0 ? [note.owed] : earlier.filter(({ isHere }) => isHere);
  const lost = [...own, ...earlier.filter(({ isHere }) => !isHere)];
  if (lost.length > 0) saveItem('local', 'lost', { owner, lost });
  await writeRow('device', { id: 'device', device: device.device });
  recallLost();
}

/** Records the number and times of unsent items in the browser, without their content. */
export function recordPending(): void {
  const holder = currentOwner();
  if (holder === null || !isReady || !useOutbox.getState().isOpen) return;
  const { count, since } = pendingNow();
  if (since === null) return deleteItem('local', 'owed');
  const owed = { count, since: formatInstant(since), toldAt: formatInstant(new Date()), isHere: true };
  saveItem('local', 'owed', { owner: holder.owner, owed });
}
