/**
 * delivery: receives work done offline (送达). The phone gives each item an id, and each id takes effect once. The
 * receipt is written in the same transaction and returned on each retry. Rights, scope and state are checked at the
 * time of receipt (S98).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { formatInstant } from '@anlan/contract/domain/instant';
import { errors } from '@anlan/contract/errors';
import { deliveryCalls } from '@anlan/contract/modules/delivery/calls';
import {
  workBodies,
  type PreviousPending,
  type Receipt,
  type WorkKind,
  type ConflictingAnswer,
} from '@anlan/contract/modules/delivery/offline-work';
import type { Permit } from '@anlan/contract/permits';
import { AppError } from '#kernel/errors.ts';
import { readJson } from '#kernel/json.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { fileModule } from '../file/index.ts';
import { inspectionModule, type Arrival } from '../inspection/index.ts';
import { riskCheckModule } from '../risk-check/index.ts';
import { createPhotos } from './photo.ts';
import { arrivedDeliveries, nameOf, personOf, receiptIn, receiptOf, type Clocks } from './receipt.ts';
import { clocksOf, replaceFileIds } from './rules.ts';
import {
  findDeliveries,
  insertDeliveries,
  storePendingReport,
  noteRival,
  takePendingReports,
  type StoredDelivery,
} from './store.ts';
import { createKeyedQueue } from './keyed-queue.ts';

/** Handler of one kind of offline work. `run` returns the rival answer if another user answered differently. */
interface Work<B> {
  readonly permit: Permit;
  readonly take: (tx: Tx, body: B, arrival: Arrival) => Promise<ConflictingAnswer | void>;
}

interface Piece extends Clocks {
  kind: WorkKind;
  body: string;
}

/** Thrown to roll back the items after one that has a rival answer. */
const notAll = new Error('a piece of work is rivalled');

export const deliveryModule = defineModule('delivery', {
  needs: { file: fileModule, inspection: inspectionModule, riskCheck: riskCheckModule },
  open({ kit: { db, clock, vault }, file, inspection, riskCheck }) {
    // The cast is safe: each body is validated by the schema of its kind before use.
    const works = { ...inspection.works, ...riskCheck.works } as unknown as Record<WorkKind, Work<unknown>>;

    const underway = createKeyedQueue();
    /** Stored files for the photo ids in the bodies. The phone creates the photo ids. */
    async function filesOf(tx: Tx, bodies: readonly unknown[]) {
      const names: string[] = [];
      for (const body of bodies) replaceFileIds(body, (held) => (names.push(held.id), held));
      const files = new Map((names.length === 0 ? [] : await findDeliveries(tx, names)).map((one) => [one.id, one]));
      return (held: { id: string; name: string }) => {
        const { file_id: id, file_name: name } = files.get(held.id) ?? {};
        return id ? { id, name: name ?? held.name } : held;
      };
    }

    /**
     * Processes new items in order, up to the first one with a rival answer. A refused item has no effect. Items that
     * another request delivered meanwhile are added to `known`.
     */
    async function processPieces(
      tx: Tx,
      pieces: readonly Piece[],
      arrivedById: Map<string, StoredDelivery>,
      onReceipt: (receipt: Receipt) => void,
    ): Promise<void> {
      const now = clock.now();
      const all = pieces.map((piece) => ({
        ...piece,
        ...clocksOf(piece, now),
        hash: hashOf(piece.body),
      }));
      const fresh = all.filter(({ id }) => !arrivedById.has(id));
      const bodies = new Map(fresh.map(({ id, body }) => [id, readable(body)]));
      const [arriving, exchange] = await Promise.all([
        insertDeliveries(tx, fresh, now),
        filesOf(tx, [...bodies.values()]),
      ]);
      const insertedById = new Map(arriving.map((row) => [row.id, row]));
      if (insertedById.size < fresh.length)
        for (const row of await findDeliveries(
          tx,
          fresh.map(({ id }) => id).filter((id) => !insertedById.has(id)),
        ))
          arrivedById.set(row.id, row);
      for (const [at, { id, kind, body, hash, doneAt, receivedAt }] of all.entries()) {
        const row = insertedById.get(id);
        if (!row) {
          const there = receiptIn(arrivedById, id, hash);
          if (!there) throw new AppError('tooMany', undefined, { seconds: 1 });
          onReceipt(there);
          if (there.outcome === 'done') continue;
          if (at + 1 < all.length) throw notAll;
          return;
        }
        const { permit, take } = works[kind];
        if (!tx.scope.permits.has(permit)) throw new AppError('denied', '您现在没有这项权限，没有保存');
        const read = z.safeParse(workBodies[kind], replaceFileIds(bodies.get(id) ?? readJson(body), exchange));
        if (!read.success)
          throw new AppError('invalid', read.error.issues[0]?.message, { errors: read.error.issues.map(problemOf) });
        const rival = await take(tx, read.data, { id, claimedAt: doneAt, receivedAt } satisfies Arrival).catch(
          notVisible,
        );
        onReceipt(receiptOf((rival ? await noteRival(tx, id, rival) : undefined) ?? row));
        if (rival && at + 1 < all.length) throw notAll;
      }
    }

    /**
     * Processes the items of one record. Returns their receipts, up to the first item that was refused or has a rival
     * answer.
     */
    async function processInOrder(
      scope: Scope,
      part: readonly Piece[],
      arrivedById: Map<string, StoredDelivery>,
    ): Promise<Receipt[]> {
      let receipts: Receipt[] = [];
      try {
        await db.scoped(scope, (tx) => {
          receipts = [];
          return processPieces(tx, part, arrivedById, (receipt) => void receipts.push(receipt));
        });
        return receipts;
      } catch (error) {
        // One failed item rolls back the whole batch: process the items before the failed one again. The phone gets
        // the reason later through `send`.
        if ((error !== notAll && !(error instanceof AppError)) || receipts.length === part.length) throw error;
        const before = part.slice(0, receipts.length);
        return before.length === 0 ? [] : processInOrder(scope, before, arrivedById);
      }
    }

    return {
      key: async (scope: Scope, { device }: { device: string }) => {
        const person = personOf(scope);
        const own = await db.read(scope, (tx) => vault.of(tx));
        return { key: own.index('delivery', `${person} ${device}`) };
      },

      send(scope: Scope, piece: Piece): Promise<Receipt> {
        personOf(scope);
        return db.scoped(scope, async (tx) => {
          let receipt: Receipt | undefined;
          await processPieces(tx, [piece], await arrivedDeliveries(tx, [piece.id]), (one) => (receipt = one));
          if (receipt === undefined) throw new Error('a piece of work without a receipt');
          return receipt;
        });
      },

      /** Receives a batch. Each record has its own transaction, so that other requests wait only for that record. */
      async sendMany(scope: Scope, { sentAt, works: sent }: { sentAt: Date; works: Omit<Piece, 'sentAt'>[] }) {
        personOf(scope);
        const ids = sent.map(({ id }) => id);
        const names = ids.map((id) => nameOf(scope, id));
        for (let other = underway.endOf(names); other; other = underway.endOf(names)) await other;
        return underway.hold(names, async () => {
          const arrivedById = await db.read(scope, (tx) => arrivedDeliveries(tx, ids));
          const receipts: Receipt[] = [];
          for (const part of byRecord(sent.map((piece) => ({ ...piece, sentAt })))) {
            const isOld = part.every(({ id }) => arrivedById.has(id));
            const more = isOld ? receiptsOfArrived(part, arrivedById) : await processInOrder(scope, part, arrivedById);
            receipts.push(...more);
            if (more.length < part.length || more.at(-1)?.outcome !== 'done') break;
          }
          return receipts;
        });
      },

      photo: createPhotos({ db, clock, file, underway }),

      owed(
        scope: Scope,
        report: { device: string; count: number; since?: Date | null | undefined; isNew: boolean },
      ): Promise<PreviousPending[]> {
        personOf(scope);
        const now = clock.now();
        return db.scoped(scope, async (tx) => {
          const before = report.isNew ? await takePendingReports(tx) : [];
          await storePendingReport(tx, report.device, report.count, report.since ?? now, now);
          return before.map(({ device, owed, since, told_at: toldAt }) => ({
            count: owed,
            since: formatInstant(since),
            toldAt: formatInstant(toldAt),
            isHere: device === report.device,
          }));
        });
      },

      receipts: (scope: Scope, { ids }: { ids: string[] }): Promise<Receipt[]> =>
        db.read(scope, async (tx) => (await findDeliveries(tx, ids)).map(receiptOf)),
    };
  },
  calls: deliveryCalls,
});

/** Throws a refusal with an explanation for a user who left the enterprise or lost access after the work was done. */
function notVisible(error: unknown): never {
  if (error instanceof AppError && error.code === 'notFound' && error.message === errors.notFound.text)
    throw new AppError('notFound', '这项检查已不在您现在的企业或数据范围内，没有保存');
  throw error;
}

function byRecord<P extends { body: string }>(pieces: readonly P[]): P[][] {
  const parts: P[][] = [];
  let last: unknown;
  for (const piece of pieces) {
    const record = recordOf(piece.body);
    const part = parts.at(-1);
    if (part && record !== null && record === last) part.push(piece);
    else parts.push([piece]);
    last = record;
  }
  return parts;
}
const named = z.object({ id: z.string() });
const recordOf = (body: string): string | null => named.safeParse(readable(body)).data?.id ?? null;

/** Receipts of items that all arrived before, up to the first one that has a rival answer or different content. */
function receiptsOfArrived(part: readonly Piece[], arrivedById: ReadonlyMap<string, StoredDelivery>): Receipt[] {
  const receipts: Receipt[] = [];
  for (const { id, body } of part) {
    const row = arrivedById.get(id);
    if (row?.hash !== hashOf(body)) break;
    receipts.push(receiptOf(row));
    if (row.outcome !== 'done') break;
  }
  return receipts;
}

const hashOf = (body: string) => createHash('sha256').update(body).digest('hex');
function readable(body: string): unknown {
  try {
    return readJson(body);
  } catch {
    return undefined;
  }
}

const problemOf = ({ path, message }: { path: PropertyKey[]; message: string }) => ({
  field: path.map(String).join('.') || 'body',
  msg: message,
});
