// Photos and signatures that a phone kept: each comes in once, with the hash of what was read.
import { LRUCache } from 'lru-cache';
import { uploadPurposes } from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import { photoKind, type Receipt } from '@anlan/contract/modules/delivery/delivery';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { FileModule, Incoming } from '../file/index.ts';
import { knownOf, nameOf, personOf, receiptIn, receiptOf, type Clocks } from './receipt.ts';
import { clocksOf, readingHash } from './rules.ts';
import { insertPhoto, type StoredDelivery } from './store.ts';
import type { createUnderway } from './underway.ts';

interface Photo extends Clocks {
  file: Incoming;
  purpose: 'photo' | 'evidence';
  hash?: string | undefined;
  latitude?: string | undefined;
  longitude?: string | undefined;
}
/** Rows that are remembered. */
const latelyMost = 1_000;
const meanwhile = () => new AppError('tooMany', undefined, { seconds: 1 });

/** Makes what takes photos in. */
export function createPhotos({
  db,
  clock,
  file,
  underway,
}: {
  db: Db;
  clock: Clock;
  file: Pick<FileModule, 'receive'>;
  underway: ReturnType<typeof createUnderway>;
}) {
  // Rows of photos that arrived last: what is sent again at once asks nothing of the database.
  const lately = new LRUCache<string, StoredDelivery>({ max: latelyMost });

  /** Takes a photo in; null where its row had arrived before. */
  async function taken(
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
    const told = { at: arrival.doneAt, place };
    try {
      return await file.receive(scope, { ...incoming, stream, told }, rule, async (tx, stored) => {
        const read = digest() ?? '';
        if (hash !== undefined && read !== hash) throw new AppError('invalid', '照片在传输中损坏，请重新发送');
        const kept = await insertPhoto(tx, {
          ...arrival,
          id: clocks.id,
          kind: photoKind,
          hash: read,
          latitude,
          longitude,
          file: { id: stored.id, name: stored.name },
          sha256: purpose === 'photo' ? stored.sha256 : null,
        });
        // Taken back with its row, so that no copy stays.
        if (!kept) throw doubled;
        return kept;
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
      const kept = lately.get(name);
      const known = kept
        ? new Map([[id, kept]])
        : await db.scoped(scope, (tx) => knownOf(tx, [id]), { readOnly: true });
      return receiptIn(known, id, hash);
    };
    const first = underway.endOf([name]);
    if (first || lately.has(name)) {
      // Read to its end, so that the answer reaches a phone that is still sending.
      for await (const chunk of photo.file.stream) void chunk;
      await first;
      const other = await look();
      if (!other) throw meanwhile();
      return other;
    }
    return underway.hold([name], async () => {
      // Nearly every photo is new, which its row says: what arrived before is looked for only where it stands in the way.
      const kept = await taken(scope, photo).catch((error: unknown) => ({ error }));
      if (kept !== null && !('error' in kept)) {
        lately.set(name, kept);
        return receiptOf(kept);
      }
      const other = await look();
      if (!other) throw kept === null ? meanwhile() : kept.error;
      return other;
    });
  };
}
