// Photos and signatures that a phone kept: each comes in once, with the hash of what was read.
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
import { insertPhoto, standsElsewhere } from './store.ts';
import type { createUnderway } from './underway.ts';

interface Photo extends Clocks {
  file: Incoming;
  purpose: 'photo' | 'evidence';
  hash?: string | undefined;
  latitude?: string | undefined;
  longitude?: string | undefined;
}
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
  async function receive(
    scope: Scope,
    { file: incoming, purpose, hash, latitude, longitude, ...clocks }: Photo,
    look: () => Promise<Receipt | null>,
  ): Promise<Receipt> {
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
          same: purpose === 'photo' ? await standsElsewhere(tx, stored.sha256) : null,
        });
        // Taken back with its row, so that no copy stays.
        if (!kept) throw doubled;
        return receiptOf(kept);
      });
    } catch (error) {
      if (error !== doubled) throw error;
      const other = await look();
      if (!other) throw meanwhile();
      return other;
    }
  }

  return async (scope: Scope, photo: Photo): Promise<Receipt> => {
    personOf(scope);
    const { id, hash } = photo;
    const look = () => db.scoped(scope, async (tx) => receiptIn(await knownOf(tx, [id]), id, hash), { readOnly: true });
    const name = nameOf(scope, id);
    const first = underway.endOf([name]);
    if (!first) return underway.hold([name], async () => (await look()) ?? receive(scope, photo, look));
    // Read to its end, so that the answer reaches a phone that is still sending.
    for await (const chunk of photo.file.stream) void chunk;
    await first;
    const other = await look();
    if (!other) throw meanwhile();
    return other;
  };
}
