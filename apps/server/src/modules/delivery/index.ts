/**
 * delivery: takes in what was done without a network (送达). Each piece of work comes under an id of the phone's own and
 * takes effect once: its receipt is written in the transaction of its effect, and is answered again whenever it comes
 * again. What it does is asked for as if it were sent now: rights, scope, state (S98).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { formatInstant } from '@anlan/contract/domain/instant';
import { errors } from '@anlan/contract/errors';
import { deliveryCalls } from '@anlan/contract/modules/delivery/calls';
import { workBodies, type OwedBefore, type Receipt, type WorkKind } from '@anlan/contract/modules/delivery/delivery';
import { AppError } from '#kernel/errors.ts';
import { readJson } from '#kernel/json.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { fileModule } from '../file/index.ts';
import { inspectionModule, type Arrival } from '../inspection/index.ts';
import { riskCheckModule } from '../risk-check/index.ts';
import { createPhotos } from './photo.ts';
import { knownOf, nameOf, personOf, receiptIn, receiptOf, type Clocks } from './receipt.ts';
import { clocksOf, resolved } from './rules.ts';
import { findDeliveries, insertDeliveries, noteOwed, noteRival, takeOwed, type StoredDelivery } from './store.ts';
import { createUnderway } from './underway.ts';
import type { Work } from './work.ts';

interface Piece extends Clocks {
  kind: WorkKind;
  body: string;
}

/** What comes behind a piece that is rivalled is as if it were not sent. */
const notAll = new Error('a piece of work is rivalled');

/** The module delivery. */
export const deliveryModule = defineModule('delivery', {
  needs: { file: fileModule, inspection: inspectionModule, riskCheck: riskCheckModule },
  open({ kit: { db, clock, vault }, file, inspection, riskCheck }) {
    // Each body has passed the schema of its own kind before its work is done.
    const works = { ...inspection.works, ...riskCheck.works } as unknown as Record<WorkKind, Work<unknown>>;

    const underway = createUnderway();
    /** Photos by the ids that the phone gave them become those of the stored files. */
    async function filesOf(tx: Tx, bodies: readonly unknown[]) {
      const names: string[] = [];
      for (const body of bodies) resolved(body, (held) => (names.push(held.id), held));
      const files = new Map((names.length === 0 ? [] : await findDeliveries(tx, names)).map((one) => [one.id, one]));
      return (held: { id: string; name: string }) => {
        const { file_id: id, file_name: name } = files.get(held.id) ?? {};
        return id ? { id, name: name ?? held.name } : held;
      };
    }

    /**
     * Does pieces of work in their order, except those that have arrived, up to the first that is rivalled; what is refused
     * leaves nothing. Told of each receipt. Where the same came in by another request meanwhile, `known` learns of it.
     */
    async function taken(
      tx: Tx,
      pieces: readonly Piece[],
      known: Map<string, StoredDelivery>,
      told: (receipt: Receipt) => void,
    ): Promise<void> {
      const now = clock.now();
      const all = pieces.map((piece) => ({
        ...piece,
        ...clocksOf(piece, now),
        hash: hashOf(piece.body),
      }));
      const fresh = all.filter(({ id }) => !known.has(id));
      const bodies = new Map(fresh.map(({ id, body }) => [id, readable(body)]));
      const [arriving, exchange] = await Promise.all([
        insertDeliveries(tx, fresh, now),
        filesOf(tx, [...bodies.values()]),
      ]);
      const kept = new Map(arriving.map((row) => [row.id, row]));
      if (kept.size < fresh.length)
        for (const row of await findDeliveries(
          tx,
          fresh.map(({ id }) => id).filter((id) => !kept.has(id)),
        ))
          known.set(row.id, row);
      for (const [at, { id, kind, body, hash, doneAt, receivedAt }] of all.entries()) {
        const row = kept.get(id);
        if (!row) {
          const there = receiptIn(known, id, hash);
          if (!there) throw new AppError('tooMany', undefined, { seconds: 1 });
          told(there);
          if (there.outcome === 'done') continue;
          if (at + 1 < all.length) throw notAll;
          return;
        }
        const { permit, take } = works[kind];
        if (!tx.scope.permits.has(permit)) throw new AppError('denied', '您现在没有这项权限，没有保存');
        const read = z.safeParse(workBodies[kind], resolved(bodies.get(id) ?? readJson(body), exchange));
        if (!read.success)
          throw new AppError('invalid', read.error.issues[0]?.message, { errors: read.error.issues.map(problemOf) });
        const rival = await take(tx, read.data, { id, claimedAt: doneAt, receivedAt } satisfies Arrival).catch(
          notVisible,
        );
        told(receiptOf((rival ? await noteRival(tx, id, rival) : undefined) ?? row));
        if (rival && at + 1 < all.length) throw notAll;
      }
    }

    /** Receipts of the pieces of one record up to the first that is refused or rivalled. */
    async function takenInTurn(
      scope: Scope,
      part: readonly Piece[],
      known: Map<string, StoredDelivery>,
    ): Promise<Receipt[]> {
      let receipts: Receipt[] = [];
      try {
        await db.scoped(scope, (tx) => {
          receipts = [];
          return taken(tx, part, known, (receipt) => void receipts.push(receipt));
        });
        return receipts;
      } catch (error) {
        // The phone asks `send` why. All of it was undone: what came before it is done once more, without it.
        if ((error !== notAll && !(error instanceof AppError)) || receipts.length === part.length) throw error;
        const before = part.slice(0, receipts.length);
        return before.length === 0 ? [] : takenInTurn(scope, before, known);
      }
    }

    return {
      key: async (scope: Scope, { device }: { device: string }) => {
        const person = personOf(scope);
        const own = await db.scoped(scope, (tx) => vault.of(tx), { readOnly: true });
        return { key: own.index('delivery', `${person} ${device}`) };
      },

      send(scope: Scope, piece: Piece): Promise<Receipt> {
        personOf(scope);
        return db.scoped(scope, async (tx) => {
          let receipt: Receipt | undefined;
          await taken(tx, [piece], await knownOf(tx, [piece.id]), (one) => (receipt = one));
          if (receipt === undefined) throw new Error('a piece of work without a receipt');
          return receipt;
        });
      },

      /** What is done to one record is a transaction of its own, so that nobody waits for more than that. */
      async sendMany(scope: Scope, { sentAt, works: sent }: { sentAt: Date; works: Omit<Piece, 'sentAt'>[] }) {
        personOf(scope);
        const ids = sent.map(({ id }) => id);
        const names = ids.map((id) => nameOf(scope, id));
        for (let other = underway.endOf(names); other; other = underway.endOf(names)) await other;
        return underway.hold(names, async () => {
          const known = await db.scoped(scope, (tx) => knownOf(tx, ids), { readOnly: true });
          const receipts: Receipt[] = [];
          for (const part of byRecord(sent.map((piece) => ({ ...piece, sentAt })))) {
            const isOld = part.every(({ id }) => known.has(id));
            const more = isOld ? arrived(part, known) : await takenInTurn(scope, part, known);
            receipts.push(...more);
            if (more.length < part.length || more.at(-1)?.outcome !== 'done') break;
          }
          return receipts;
        });
      },

      photo: createPhotos({ db, clock, file, underway }),

      owed(
        scope: Scope,
        told: { device: string; count: number; since?: Date | null | undefined; isNew: boolean },
      ): Promise<OwedBefore[]> {
        personOf(scope);
        const now = clock.now();
        return db.scoped(scope, async (tx) => {
          const before = told.isNew ? await takeOwed(tx) : [];
          await noteOwed(tx, told.device, told.count, told.since ?? now, now);
          return before.map(({ device, owed, since, told_at: toldAt }) => ({
            count: owed,
            since: formatInstant(since),
            toldAt: formatInstant(toldAt),
            isHere: device === told.device,
          }));
        });
      },

      receipts: (scope: Scope, { ids }: { ids: string[] }): Promise<Receipt[]> =>
        db.scoped(scope, async (tx) => (await findDeliveries(tx, ids)).map(receiptOf), { readOnly: true }),
    };
  },
  calls: deliveryCalls,
});

/** Says why to a person who kept a day and has left since, or oversees something else now. */
function notVisible(error: unknown): never {
  if (error instanceof AppError && error.code === 'notFound' && error.message === errors.notFound.text)
    throw new AppError('notFound', '这项检查已不在您现在的企业或数据范围内，没有保存');
  throw error;
}

/** Pieces in their order, those that follow one another and are of one record together. */
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

/** Receipts of pieces that all arrived before, up to the first that is rivalled or came with other content. */
function arrived(part: readonly Piece[], known: ReadonlyMap<string, StoredDelivery>): Receipt[] {
  const receipts: Receipt[] = [];
  for (const { id, body } of part) {
    const row = known.get(id);
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
