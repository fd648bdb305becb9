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
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { fileModule } from '../file/index.ts';
import { inspectionModule, type Arrival } from '../inspection/index.ts';
import { riskCheckModule } from '../risk-check/index.ts';
import { createPhotos } from './photo.ts';
import { knownOf, nameOf, personOf, receiptIn, receiptOf, type Clocks } from './receipt.ts';
import { clocksOf, resolved } from './rules.ts';
import { findDeliveries, insertDelivery, noteOwed, noteRival, takeOwed, type StoredDelivery } from './store.ts';
import { createUnderway } from './underway.ts';
import type { Work } from './work.ts';

interface Piece extends Clocks {
  kind: WorkKind;
  body: string;
}

/** The module delivery. */
export const deliveryModule = defineModule('delivery', {
  needs: { file: fileModule, inspection: inspectionModule, riskCheck: riskCheckModule },
  open({ kit: { db, clock, vault }, file, inspection, riskCheck }) {
    // Each body has passed the schema of its own kind before its work is done.
    const works = { ...inspection.works, ...riskCheck.works } as unknown as Record<WorkKind, Work<unknown>>;

    const underway = createUnderway();
    /** Photos by the ids that the phone gave them become those of the stored files. */
    async function withFiles(tx: Tx, body: unknown): Promise<unknown> {
      const names: string[] = [];
      resolved(body, (held) => (names.push(held.id), held));
      if (names.length === 0) return body;
      const files = new Map((await findDeliveries(tx, names)).map((one) => [one.id, one]));
      return resolved(body, (held) => {
        const { file_id: id, file_name: name } = files.get(held.id) ?? {};
        return id ? { id, name: name ?? held.name } : held;
      });
    }

    /**
     * Does one piece of work, unless it is among what has arrived; what is refused leaves nothing. Where the same came in
     * by another request meanwhile, `known` learns of all the pieces that are asked for, so that none waits again.
     */
    async function taken(tx: Tx, piece: Piece, known: Map<string, StoredDelivery>, asked = [piece.id]) {
      const { kind, body, id } = piece;
      const hash = createHash('sha256').update(body).digest('hex');
      const there = receiptIn(known, id, hash);
      if (there) return there;
      const { permit, take } = works[kind];
      if (!tx.scope.permits.has(permit)) throw new AppError('denied', '您现在没有这项权限，没有保存');
      const arrival = { id, ...clocksOf(piece, clock.now()) };
      const kept = await insertDelivery(tx, { ...arrival, kind, hash, body });
      if (!kept) {
        for (const row of await findDeliveries(tx, asked)) known.set(row.id, row);
        const again = receiptIn(known, id, hash);
        if (!again) throw new AppError('tooMany', undefined, { seconds: 1 });
        return again;
      }
      const read = z.safeParse(workBodies[kind], await withFiles(tx, parsed(body)));
      if (!read.success)
        throw new AppError('invalid', read.error.issues[0]?.message, { errors: read.error.issues.map(problemOf) });
      const rival = await take(tx, read.data, arrival satisfies Arrival).catch(outOfSight);
      return receiptOf((rival ? await noteRival(tx, id, rival) : undefined) ?? kept);
    }

    /** Receipts of the pieces of one record up to the first that is refused or rivalled. */
    async function takenInTurn(
      scope: Scope,
      part: readonly Omit<Piece, 'sentAt'>[],
      sentAt: Date,
      known: Map<string, StoredDelivery>,
    ): Promise<Receipt[]> {
      const ids = part.map(({ id }) => id);
      let receipts: Receipt[] = [];
      const inTurn = async (tx: Tx, pieces: typeof part) => {
        receipts = [];
        for (const piece of pieces) {
          const receipt = await taken(tx, { ...piece, sentAt }, known, ids);
          receipts.push(receipt);
          if (receipt.outcome !== 'done') break;
        }
        return receipts;
      };
      try {
        return await db.scoped(scope, (tx) => inTurn(tx, part));
      } catch (error) {
        // The phone asks `send` why. All of it was undone: what came before it is done once more, without it.
        if (!(error instanceof AppError) || receipts.length === part.length) throw error;
        const before = part.slice(0, receipts.length);
        return before.length === 0 ? [] : db.scoped(scope, (tx) => inTurn(tx, before));
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
        return db.scoped(scope, async (tx) => taken(tx, piece, await knownOf(tx, [piece.id])));
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
          for (const part of byRecord(sent)) {
            const more = await takenInTurn(scope, part, sentAt, known);
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
function outOfSight(error: unknown): never {
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
function recordOf(body: string): string | null {
  try {
    return named.safeParse(JSON.parse(body)).data?.id ?? null;
  } catch {
    return null;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalid({ field: 'body', msg: '内容不是有效的 JSON' });
  }
}

const problemOf = ({ path, message }: { path: PropertyKey[]; message: string }) => ({
  field: path.map(String).join('.') || 'body',
  msg: message,
});
