// Receives photos and signatures stored on a phone. Each is stored once and verified by its SHA-256.
import { LRUCache } from 'lru-cache';
import { uploadPurposes } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import { photoKind, type Receipt } from '@anlan/contract/modules/delivery/offline-work';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { FileModule, Incoming } from '../file/index.ts';
import { arrivedDeliveries, nameOf, personOf, receiptIn, receiptOf, type Clocks } from './receipt.ts';
import { clocksOf, readingHash } from './rules.ts';
import { insertPhoto, type StoredDelivery } from './store.ts';
import type { createKeyedQueue } from './keyed-queue.ts';

interface Photo extends Clocks {
  file: Incoming;
  purpose: 'photo' | 'evidence';
  hash?: string | undefined;
  latitude?: string | undefined;
  longitude?: string | undefined;
}
/** Maximum entries of the cache of received photos. */
const latelyMost = 1_000;
const retryLater = () => new AppError('tooMany', undefined, { seconds: 1 });

export function createPhotos({
  db,
  clock,
  file,
  underway,
}: {
  db: Db;
  clock: Clock;
  file: Pick<FileModule, 'receive'>;
  underway: ReturnType<typeof createKeyedQueue>;
}) {
  // Cache of photos received recently, so that an immediate retry needs no database read.
  const recentPhotos = new LRUCache<string, StoredDelivery>({ max: latelyMost });

  async function storePhoto(
    scope: Scope,
    { file: incoming, purpose, hash, latitude, longitude, ...clocks }: Photo,
  ): Promise<StoredDelivery | null> {
    const { stream, digest } = readingHash(incoming.stream);
    const { kinds, ...limit } = uploadPurposes[purpose];
    const rule = {
      ...limit,
      kinds: kinds.filter((kind) => kind === 'png' || kind === 'jpg'),
      purpose,
      seconds: limits.upload.waitingSeconds,
    };
    const doubled = new Error('the photo has arrived meanwhile');
    const arrival = clocksOf(clocks, clock.now());
    const place = latitude && longitude ? { lat: Number(latitude), lng: Number(longitude) } : null;
    const claimedTaken = { at: arrival.doneAt, place };
    try {
      return await file.receive(scope, { ...incoming, stream, told: claimedTaken }, rule, async (tx, stored) => {
        const read = digest() ?? '';
        if (hash !== undefined && read !== hash) throw new AppError('invalid', '照片在传输中损坏，请重新发送');
        const inserted = await insertPhoto(tx, {
          ...arrival,
          id: clocks.id,
          kind: photoKind,
          hash: read,
          latitude,
          longitude,
          file: { id: stored.id, name: stored.name },
          sha256: purpose === 'photo' ? stored.sha256 : null,
        });
        // Throws to roll back the file: a concurrent request has stored the same photo.
        if (!inserted) throw doubled;
        return inserted;
      });
    } catch (error) {
      if (error !== doubled) throw error;
      return null;
    }
  }

  return async (scope: Scope, photo: Photo): Promise<Receipt> => {
    personOf(scope);
    const { id, hash } = photo;
    const name = nameOf(scope, id);
    const look = async () => {
      const cachedRow = recentPhotos.get(name);
      const arrivedById = cachedRow
        ? new Map([[id, cachedRow]])
        : await db.read(scope, (tx) => arrivedDeliveries(tx, [id]));
      return receiptIn(arrivedById, id, hash);
    };
    const first = underway.endOf([name]);
    if (first || recentPhotos.has(name)) {
      // Read the body to its end, because a phone that is still sending would not get the answer.
      for await (const chunk of photo.file.stream) void chunk;
      await first;
      const other = await look();
      if (!other) throw retryLater();
      return other;
    }
    return underway.hold([name], async () => {
      // Insert first, because nearly every photo is new. Look for an earlier arrival only on a conflict.
      const inserted = await storePhoto(scope, photo).catch((error: unknown) => ({ error }));
      if (inserted !== null && !('error' in inserted)) {
        recentPhotos.set(name, inserted);
        return receiptOf(inserted);
      }
      const other = await look();
      if (!other) throw inserted === null ? retryLater() : inserted.error;
      return other;
    });
  };
}
