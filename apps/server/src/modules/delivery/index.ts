/**
 * delivery: takes in what was done without a network (送达). Each piece of work comes under an id of the phone's own and
 * takes effect once: its receipt is written in the transaction of its effect, and is answered again whenever it comes
 * again. What it does is asked for as if it were sent now: rights, scope, state (S98).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { uploadPurposes } from '@anlan/contract/domain/file';
import { formatInstant } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { deliveryCalls } from '@anlan/contract/modules/delivery/calls';
import { photoKind, workBodies, type Receipt, type WorkKind } from '@anlan/contract/modules/delivery/delivery';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { savepoint } from '#platform/db/savepoint.ts';
import { fileModule, type Incoming } from '../file/index.ts';
import { inspectionModule, type Arrival } from '../inspection/index.ts';
import { riskCheckModule } from '../risk-check/index.ts';
import { clocksOf, readingHash, resolved } from './rules.ts';
import { findDeliveries, insertDelivery, noteRival, standsElsewhere, type StoredDelivery } from './store.ts';
import type { Work } from './work.ts';

interface Clocks {
  id: string;
  at: Date;
  sentAt: Date;
}
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

    /** Photos that are on their way in, so that one sent twice at once is made again and stored once. */
    const arriving = new Map<string, Promise<void>>();
    const personOf = ({ userId }: Scope): string => {
      if (userId === null) throw new AppError('unauthenticated');
      return userId;
    };
    const before = async (tx: Tx, id: string, hash: string | undefined): Promise<Receipt | null> =>
      receiptIn(await knownOf(tx, [id]), id, hash);
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

    const knownOf = async (tx: Tx, ids: readonly string[]) =>
      new Map((await findDeliveries(tx, ids)).map((row) => [row.id, row]));
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
      return savepoint(tx, async () => {
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
        const rival = await take(tx, read.data, arrival satisfies Arrival);
        return receiptOf((rival ? await noteRival(tx, id, rival) : undefined) ?? kept);
      });
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

      sendMany(scope: Scope, { sentAt, works: sent }: { sentAt: Date; works: Omit<Piece, 'sentAt'>[] }) {
        personOf(scope);
        const ids = sent.map(({ id }) => id);
        return db.scoped(scope, async (tx): Promise<Receipt[]> => {
          const known = await knownOf(tx, ids);
          const receipts: Receipt[] = [];
          try {
            for (const piece of sent) {
              const receipt = await taken(tx, { ...piece, sentAt }, known, ids);
              receipts.push(receipt);
              if (receipt.outcome !== 'done') break;
            }
          } catch (error) {
            // The phone asks `send` why; what came before it stays.
            if (!(error instanceof AppError)) throw error;
          }
          return receipts;
        });
      },

      async photo(
        scope: Scope,
        {
          file: incoming,
          purpose,
          hash,
          latitude,
          longitude,
          ...clocks
        }: Clocks & {
          file: Incoming;
          purpose: 'photo' | 'evidence';
          hash?: string | undefined;
          latitude?: string | undefined;
          longitude?: string | undefined;
        },
      ): Promise<Receipt> {
        personOf(scope);
        const look = () => db.scoped(scope, (tx) => before(tx, clocks.id, hash), { readOnly: true });
        const known = await look();
        if (known) return known;
        const name = `${scope.tenantId} ${scope.userId ?? ''} ${clocks.id}`;
        const first = arriving.get(name);
        if (first) {
          // Read to its end, so that the answer reaches a phone that is still sending.
          for await (const chunk of incoming.stream) void chunk;
          await first;
          const other = await look();
          if (!other) throw new AppError('tooMany', undefined, { seconds: 1 });
          return other;
        }
        const { promise, resolve: arrived } = Promise.withResolvers<void>();
        arriving.set(name, promise);
        const { stream, digest } = readingHash(incoming.stream);
        const { kinds, ...taken } = uploadPurposes[purpose];
        const rule = {
          ...taken,
          kinds: kinds.filter((kind) => kind === 'png' || kind === 'jpg'),
          purpose,
          seconds: limits.upload.waitingSeconds,
        };
        const doubled = new Error('the photo has arrived meanwhile');
        const arrival = clocksOf(clocks, clock.now());
        const told = {
          at: arrival.doneAt,
          place: latitude && longitude ? { lat: Number(latitude), lng: Number(longitude) } : null,
        };
        try {
          return await file.receive(scope, { ...incoming, stream, told }, rule, async (tx, stored) => {
            const read = digest() ?? '';
            if (hash !== undefined && read !== hash) throw new AppError('invalid', '照片在传输中损坏，请重新发送');
            const same = purpose === 'photo' ? await standsElsewhere(tx, stored.sha256) : null;
            const kept = await insertDelivery(tx, {
              ...arrival,
              id: clocks.id,
              kind: photoKind,
              hash: read,
              body: null,
              latitude,
              longitude,
              file: { id: stored.id, name: stored.name },
              same,
            });
            // Taken back with its row, so that no copy stays.
            if (!kept) throw doubled;
            return receiptOf(kept);
          });
        } catch (error) {
          if (error !== doubled) throw error;
          const other = await look();
          if (!other) throw new AppError('tooMany', undefined, { seconds: 1 });
          return other;
        } finally {
          arriving.delete(name);
          arrived();
        }
      },

      receipts: (scope: Scope, { ids }: { ids: string[] }): Promise<Receipt[]> =>
        db.scoped(scope, async (tx) => (await findDeliveries(tx, ids)).map(receiptOf), { readOnly: true }),
    };
  },
  calls: deliveryCalls,
});

const receiptOf = (row: StoredDelivery): Receipt => ({
  id: row.id,
  hash: row.hash,
  at: formatInstant(row.done_at),
  receivedAt: formatInstant(row.received_at),
  clockOff: row.clock_off,
  outcome: row.outcome,
  rival: row.rival,
  file: row.file_id === null ? null : { id: row.file_id, name: row.file_name ?? '' },
  same: row.same,
});

/** The receipt of what has arrived; other content under the same id is refused. */
function receiptIn(known: ReadonlyMap<string, StoredDelivery>, id: string, hash: string | undefined): Receipt | null {
  const found = known.get(id);
  if (!found) return null;
  if (hash !== undefined && found.hash !== hash)
    throw new AppError('conflict', '同一编号已收到过不同的内容，没有再次保存');
  return receiptOf(found);
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
