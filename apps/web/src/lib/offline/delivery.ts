// Sends the queued offline work in order and then compares it with the server.
import { deliveryCalls } from '@anlan/contract/modules/delivery/calls';
import { maxBodyLength, workKinds, maxWorks, type Receipt } from '@anlan/contract/modules/delivery/offline-work';
import { api } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { isAway } from '../connectivity.ts';
import { runExclusive } from '../tab-broadcast.ts';
import { onSignal } from '../app-events.ts';
import { tokens } from '../tokens.ts';
import {
  closeOutbox,
  changeWork,
  isPending,
  loadOutbox,
  applyServerStates,
  onNewWork,
  photoBytes,
  useOutbox,
  type Work,
} from './outbox.ts';
import { dropStale, openStore, closeStore } from './owner.ts';
import { startRecordingPending, recordPending, reportPending } from './pending.ts';

const calls = api({
  key: deliveryCalls.key,
  send: deliveryCalls.send,
  sendMany: deliveryCalls.sendMany,
  photo: deliveryCalls.photo,
  receipts: deliveryCalls.receipts,
  owed: deliveryCalls.owed,
});
const againMs = 10_000;
/** The comparison starts this long after the last sent item, so that it does not delay sending. Milliseconds. */
const quietMs = 1_000;
const listeners = new Set<(record: string) => void>();
/**
 * Registers a listener that is called when all offline work of a row has been delivered. Returns an unsubscribe
 * function.
 */
export function onArrived(listener: (record: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The next items to send. A photo is sent alone and first, because other items may refer to it. Otherwise as many items
 * as one request holds. An item with `last` waits for the earlier items of its row, or follows them in the same batch.
 */
export function nextOf(works: readonly Work[]): Work[] {
  const photo = works.find(({ state, photo: isPhoto }) => state === 'queued' && isPhoto);
  if (photo) return [photo];
  const next: Work[] = [];
  let length = 0;
  for (const work of works) {
    if (work.state !== 'queued') continue;
    const isBefore = (other: Work) => other.record === work.record && other.seq < work.seq && isPending(other);
    if (work.last && works.some((other) => isBefore(other) && !next.includes(other))) continue;
    length += work.body?.length ?? 0;
    if (next.length > 0 && (next.length === maxWorks || length > maxBodyLength)) break;
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

const isTransient = ({ kind, status }: ApiError) =>
  kind === 'network' ||
  kind === 'repeated' ||
  kind === 'unreadable' ||
  status === 401 ||
  status === 429 ||
  status >= 500;

const noteReceipts = (receipts: readonly Receipt[]) =>
  applyServerStates(
    new Map(
      receipts.map((receipt): [string, Partial<Work>] => [
        receipt.id,
        { state: receipt.outcome === 'done' ? 'sent' : 'rivalled', receipt, arrivedAt: Date.now(), problem: '' },
      ]),
    ),
  );

/**
 * Sends several items in one request; returns whether sending may continue. When the server accepted no item, sends
 * the first item alone to learn the reason.
 */
async function sendBatch(works: readonly Work[]): Promise<boolean> {
  const [first] = works;
  if (first === undefined) return false;
  if (works.length === 1) return step(first);
  const pieces = works.flatMap(({ id, at, kind, body }) => {
    const workKind = workKinds.find((one) => one === kind);
    return workKind === undefined || body === undefined ? [] : [{ id, at: new Date(at), kind: workKind, body }];
  });
  if (pieces.length < works.length) return step(first);
  try {
    const receipts = await calls.sendMany({ sentAt: new Date(), works: pieces }, { quiet: true });
    await noteReceipts(receipts);
    return receipts.length > 0 || (await step(first));
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error)) return false;
    return step(first);
  }
}

async function step(work: Work): Promise<boolean> {
  try {
    await noteReceipts([await sendOne(work)]);
    return true;
  } catch (error) {
    const apiError = error instanceof ApiError ? error : null;
    if (apiError === null || isTransient(apiError)) return false;
    // A 403 with data is a session restriction, such as a locked screen. The work item itself is not refused, so it
    // stays queued.
    if (apiError.status === 403 && apiError.data !== null) return false;
    await changeWork(work.id, { state: 'refused', problem: apiError.message });
    return true;
  }
}

/** Verifies sent items by hash; items missing on the server are queued again. */
async function compare(): Promise<void> {
  const sent = useOutbox.getState().works.filter(({ state }) => state === 'sent');
  for (let from = 0; from < sent.length; from += 100) {
    const some = sent.slice(from, from + 100);
    const there = new Map(
      (await calls.receipts({ ids: some.map(({ id }) => id) }, { quiet: true })).map((one) => [one.id, one]),
    );
    await applyServerStates(
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
/** Debounced: compares sent items and reports the number of pending items. */
function compareSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    settling = undefined;
    if (tokens() === null || !useOutbox.getState().isOpen) return;
    void runExclusive('outbox', async () => {
      await compare();
      await reportPending(calls.owed);
    }).catch(() => undefined);
  }, quietMs);
}

let running = false;
export async function flush(): Promise<void> {
  if (running || tokens() === null || !useOutbox.getState().isOpen) return;
  running = true;
  const touched = new Set<string>();
  try {
    await runExclusive('outbox', async () => {
      let goes = true;
      for (;;) {
        const next = nextOf(useOutbox.getState().works);
        if (next.length === 0) break;
        for (const { record } of next) touched.add(record);
        goes = await sendBatch(next);
        if (!goes) break;
      }
      if (goes) compareSoon();
    });
  } catch {
    // An error ends this flush; the next flush tries again.
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
  useOutbox.subscribe((now, before) => now.works !== before.works && recordPending());
  onSignal('back', () => void flush());
  addEventListener('online', () => void flush());
  document.addEventListener('visibilitychange', () => void flush());
  setInterval(() => {
    const open = useOutbox.getState().works.some(({ state }) => state === 'queued' || state === 'sent');
    if (open && !isAway()) void flush();
  }, againMs);
  // At sign-out the store is closed: only unsent work remains, encrypted.
  onSignal('ended', () => {
    closeOutbox();
    void closeStore();
  });
}

/** Opens the offline store for the signed-in user and sends pending work. */
export async function startDelivery(name: string): Promise<void> {
  watch();
  const holder = await openStore(name, async (device) => (await calls.key({ device }, { quiet: true })).key).catch(
    () => null,
  );
  if (holder === null) {
    // Without browser support the queue is only in memory; everything else works the same.
    useOutbox.setState({ isOpen: true });
    return;
  }
  await startRecordingPending();
  await loadOutbox();
  if (navigator.serviceWorker) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  void flush();
}
export async function resumeDelivery(): Promise<void> {
  watch();
  await dropStale();
  await startRecordingPending();
  await loadOutbox();
  void flush();
}
