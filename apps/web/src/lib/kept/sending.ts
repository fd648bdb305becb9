// Sends what waits, one after the other, and asks afterwards what the server has of it.
import { deliveryCalls } from '@anlan/contract/modules/delivery/calls';
import { bodyMost, workKinds, worksMost, type Receipt } from '@anlan/contract/modules/delivery/delivery';
import { api } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { isAway } from '../connectivity.ts';
import { alone } from '../siblings.ts';
import { onSignal } from '../signals.ts';
import { tokens } from '../tokens.ts';
import {
  closeOutbox,
  changeWork,
  isOwed,
  loadOutbox,
  noteSaid,
  onNewWork,
  photoBytes,
  useOutbox,
  type Work,
} from './outbox.ts';
import { dropStale, hold, letGo } from './holder.ts';
import { beginNoting, noteOwed, tellOwed } from './owed.ts';

const calls = api({
  key: deliveryCalls.key,
  send: deliveryCalls.send,
  sendMany: deliveryCalls.sendMany,
  photo: deliveryCalls.photo,
  receipts: deliveryCalls.receipts,
  owed: deliveryCalls.owed,
});
const againMs = 10_000;
/** What has arrived is compared after so long without another step: each would else wait for the comparing of the last. */
const quietMs = 1_000;
const listeners = new Set<(record: string) => void>();
/** Told when nothing more of a row is on its way. */
export function onArrived(listener: (record: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * What goes next, in its order: a photo, which work may name, else as much work as one request takes. What must come last
 * waits for all else of its row, or goes behind it.
 */
export function nextOf(works: readonly Work[]): Work[] {
  const photo = works.find(({ state, photo: isPhoto }) => state === 'queued' && isPhoto);
  if (photo) return [photo];
  const next: Work[] = [];
  let length = 0;
  for (const work of works) {
    if (work.state !== 'queued') continue;
    const isBefore = (other: Work) => other.record === work.record && other.seq < work.seq && isOwed(other);
    if (work.last && works.some((other) => isBefore(other) && !next.includes(other))) continue;
    length += work.body?.length ?? 0;
    if (next.length > 0 && (next.length === worksMost || length > bodyMost)) break;
    next.push(work);
  }
  return next;
}

async function sendOne(work: Work): Promise<Receipt> {
  const clocks = { id: work.id, at: new Date(work.at), sentAt: new Date() };
  const { photo, body, hash } = work;
  if (photo) {
    const bytes = await photoBytes(work.id);
    if (bytes === null) throw new ApiError({ kind: 'invalid', status: 400, message: '照片已不在本机，请重新拍照' });
    const file = new File([bytes], photo.name, { type: photo.type });
    return calls.photo(
      { ...clocks, purpose: photo.purpose, ...(hash ? { hash } : {}), ...photo.place, file },
      { quiet: true },
    );
  }
  const kind = workKinds.find((one) => one === work.kind);
  if (kind === undefined || body === undefined)
    throw new ApiError({ kind: 'invalid', status: 400, message: '这一项不能发送' });
  return calls.send({ ...clocks, kind, body }, { quiet: true });
}

const tellsOfMoment = ({ kind, status }: ApiError) =>
  kind === 'network' ||
  kind === 'repeated' ||
  kind === 'unreadable' ||
  status === 401 ||
  status === 429 ||
  status >= 500;

const noteReceipts = (receipts: readonly Receipt[]) =>
  noteSaid(
    new Map(
      receipts.map((receipt): [string, Partial<Work>] => [
        receipt.id,
        { state: receipt.outcome === 'done' ? 'sent' : 'rivalled', receipt, arrivedAt: Date.now(), problem: '' },
      ]),
    ),
  );

/** Sends much work at once; says whether more may go. Where not even the first was taken, it is sent alone to learn why. */
async function stepMany(works: readonly Work[]): Promise<boolean> {
  const [first] = works;
  if (first === undefined) return false;
  if (works.length === 1) return step(first);
  const pieces = works.flatMap(({ id, at, kind, body }) => {
    const known = workKinds.find((one) => one === kind);
    return known === undefined || body === undefined ? [] : [{ id, at: new Date(at), kind: known, body }];
  });
  if (pieces.length < works.length) return step(first);
  try {
    const receipts = await calls.sendMany({ sentAt: new Date(), works: pieces }, { quiet: true });
    await noteReceipts(receipts);
    return receipts.length > 0 || (await step(first));
  } catch (error) {
    if (!(error instanceof ApiError) || tellsOfMoment(error)) return false;
    return step(first);
  }
}

/** Sends one; says whether the next one may go. */
async function step(work: Work): Promise<boolean> {
  try {
    await noteReceipts([await sendOne(work)]);
    return true;
  } catch (error) {
    const known = error instanceof ApiError ? error : null;
    if (known === null || tellsOfMoment(known)) return false;
    // A lock or a password that is due holds the session back, and says nothing of the work.
    if (known.status === 403 && known.data !== null) return false;
    await changeWork(work.id, { state: 'refused', problem: known.message });
    return true;
  }
}

/** What was sent is what the server has: compared hash by hash, what is missing there is sent again. */
async function compare(): Promise<void> {
  const sent = useOutbox.getState().works.filter(({ state }) => state === 'sent');
  for (let from = 0; from < sent.length; from += 100) {
    const some = sent.slice(from, from + 100);
    const there = new Map(
      (await calls.receipts({ ids: some.map(({ id }) => id) }, { quiet: true })).map((one) => [one.id, one]),
    );
    await noteSaid(
      new Map(
        some.map(({ id, hash }): [string, Partial<Work>] => {
          const receipt = there.get(id);
          if (!receipt) return [id, { state: 'queued' }];
          if (hash === '' || receipt.hash === hash) return [id, { state: 'checked', receipt }];
          return [id, { state: 'refused', problem: '服务器收到的内容与本机不一致' }];
        }),
      ),
    );
  }
}

let settling: ReturnType<typeof setTimeout> | undefined;
/** Compares what has arrived, and tells what is owed, once no more steps come. */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    settling = undefined;
    if (tokens() === null || !useOutbox.getState().isOpen) return;
    void alone('outbox', async () => {
      await compare();
      await tellOwed(calls.owed);
    }).catch(() => undefined);
  }, quietMs);
}

let running = false;
/** Sends what waits, if somebody is signed in and the server is there. */
export async function flush(): Promise<void> {
  if (running || tokens() === null || !useOutbox.getState().isOpen) return;
  running = true;
  const touched = new Set<string>();
  try {
    await alone('outbox', async () => {
      let goes = true;
      for (;;) {
        const next = nextOf(useOutbox.getState().works);
        if (next.length === 0) break;
        for (const { record } of next) touched.add(record);
        goes = await stepMany(next);
        if (!goes) break;
      }
      if (goes) settleSoon();
    });
  } catch {
    // Asked again with the next look.
  } finally {
    running = false;
    for (const record of touched) for (const listener of listeners) listener(record);
  }
}

let watching = false;
function watch(): void {
  if (watching) return;
  watching = true;
  onNewWork(() => void flush());
  useOutbox.subscribe((now, before) => now.works !== before.works && noteOwed());
  onSignal('back', () => void flush());
  addEventListener('online', () => void flush());
  document.addEventListener('visibilitychange', () => void flush());
  setInterval(() => {
    const open = useOutbox.getState().works.some(({ state }) => state === 'queued' || state === 'sent');
    if (open && !isAway()) void flush();
  }, againMs);
  // Whoever is out has nothing here any more but what they still owe, sealed.
  onSignal('ended', () => {
    closeOutbox();
    void letGo();
  });
}

/** Keeps from now on for the person of the session, and sends what they still owe. */
export async function beginKeeping(name: string): Promise<void> {
  watch();
  const holder = await hold(name, async (device) => (await calls.key({ device }, { quiet: true })).key).catch(
    () => null,
  );
  if (holder === null) {
    // Nothing outlives this page where the browser keeps nothing; the way is the same.
    useOutbox.setState({ isOpen: true });
    return;
  }
  await beginNoting();
  await loadOutbox();
  if (navigator.serviceWorker) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  void flush();
}
/** The same without a session, once what was kept is open. */
export async function goOnKeeping(): Promise<void> {
  watch();
  await dropStale();
  await beginNoting();
  await loadOutbox();
  void flush();
}
