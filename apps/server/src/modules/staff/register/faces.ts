// Pictures that faces are compared with (人脸照片): what is no longer named is erased, bytes and all (S81).
import type { StoredFile } from '@anlan/contract/kit/field';
import { systemScope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import type { FileModule } from '../../file/index.ts';
import { dropFacePhotos, facePhotosOf } from './face-store.ts';

/** Makes what keeps and erases these pictures. */
export function createFaces(kit: Pick<ModuleKit, 'clock' | 'report'>, files: Pick<FileModule, 'discard'>) {
  /** Erases files once the transaction that let them go has committed. */
  function erase(tx: Tx, photos: readonly StoredFile[]): void {
    const { tenantId } = tx.scope;
    if (photos.length > 0)
      afterCommit(tx, () =>
        Promise.all(photos.map(({ id }) => files.discard(systemScope('face photo', tenantId), id))).catch(
          (error: unknown) => kit.report(error, 'a face photo was not erased'),
        ),
      );
  }
  return {
    erase,
    /** Which file a person's face is compared with; null where the register has none. */
    facePhotoOf: async (tx: Tx, employeeId: string): Promise<string | null> =>
      (await facePhotosOf(tx, employeeId))[0]?.id ?? null,
    /** Takes a person's picture out of the register and erases it; who asked for it leaves the trace. */
    async forgetFace(tx: Tx, employeeId: string): Promise<void> {
      const photos = await facePhotosOf(tx, employeeId);
      if (photos.length === 0) return;
      await dropFacePhotos(tx, employeeId, kit.clock.now());
      erase(tx, photos);
    },
  };
}
/** Keeps and erases these pictures. */
export type Faces = ReturnType<typeof createFaces>;
