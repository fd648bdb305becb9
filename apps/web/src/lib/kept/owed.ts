// How much this browser owes, told to the server and noted beside what is kept: whose storage is cleared learns what is gone.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { deliveryCalls } from '@anlan/contract/modules/delivery/calls';
import type { OwedBefore } from '@anlan/contract/modules/delivery/delivery';
import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Client } from '../api.ts';
import { forget, keep, recall } from '../storage.ts';
import { readRow, writeRow } from './box.ts';
import { holding } from './holder.ts';
import { isOwed, useOutbox } from './outbox.ts';

type Ask = Client<Pick<typeof deliveryCalls, 'owed'>>['owed'];

/** What was owed when it was heard of last, and is not here; until its person has read it. */
export const useLost = create<{ lost: readonly OwedBefore[] }>(() => ({ lost: [] }));

/** How many pieces of work that is. */
export const lostCount = (lost: readonly OwedBefore[]): number => lost.reduce((sum, { count }) => sum + count, 0);

const before = z.object({ count: z.int(), since: z.string(), toldAt: z.string(), isHere: z.boolean() });
const noted = z.object({ owner: z.string(), owed: before });
const unread = z.object({ owner: z.string(), lost: z.array(before) });

/** Shows what this person has not read yet. */
function recallLost(): void {
  const found = recall('local', 'lost', unread);
  useLost.setState({ lost: found && found.owner === holding()?.owner ? found.lost : [] });
}
/** It has been read. */
export function forgetLost(): void {
  forget('local', 'lost');
  useLost.setState({ lost: [] });
}

function owedNow() {
  const owed = useOutbox.getState().works.filter(isOwed);
  return { count: owed.length, since: owed.length === 0 ? null : new Date(Math.min(...owed.map(({ at }) => at))) };
}

let isReady = false;
let saidLast: string | undefined;
/** Begins to note what is owed; what was noted before this browser's storage was cleared is put aside first, once. */
export async function beginNoting(): Promise<void> {
  const device = await readRow('device', 'device').catch(() => undefined);
  if (device?.isNew && device.before === undefined) {
    await writeRow('device', { ...device, before: recall('local', 'owed', noted) ?? null });
    forget('local', 'owed');
  }
  isReady = device !== undefined;
  recallLost();
}
/** Tells the server what is owed now, where it does not know it yet; a new browser asks what was owed before. */
export async function tellOwed(ask: Ask): Promise<void> {
  const holder = holding();
  const device = holder && (await readRow('device', 'device'));
  if (!device) return;
  const { owner } = holder;
  const { count, since } = owedNow();
  const said = `${owner} ${count}`;
  const isNew = device.isNew === true;
  if (said === saidLast && !isNew) return;
  const told = await ask({ device: device.device, count, since, isNew }, { quiet: true });
  saidLast = said;
  if (!isNew) return;
  // Noted here with every step, so it knows of more than the server does.
  const note = device.before;
  const own = note?.owner === owner && note.owed.count > 0 ? [note.owed] : told.filter(({ isHere }) => isHere);
  const lost = [...own, ...told.filter(({ isHere }) => !isHere)];
  if (lost.length > 0) keep('local', 'lost', { owner, lost });
  await writeRow('device', { id: 'device', device: device.device });
  recallLost();
}

/** Notes beside what is kept how much of it is owed: a number and times, nothing of what it is. */
export function noteOwed(): void {
  const holder = holding();
  if (holder === null || !isReady || !useOutbox.getState().isOpen) return;
  const { count, since } = owedNow();
  if (since === null) return forget('local', 'owed');
  const owed = { count, since: formatInstant(since), toldAt: formatInstant(new Date()), isHere: true };
  keep('local', 'owed', { owner: holder.owner, owed });
}
