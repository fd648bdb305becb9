// Reference photos for face checks (人脸照片). A photo that is no longer used is erased with its bytes (S81).
import type { StoredFile } from '@anlan/contract/kit/field';
import { systemScope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import type { FileModule } from '../../file/index.ts';
import { dropFacePhotos, facePhotosOf } from './face-store.ts';

export function createFaces(kit: Pick<ModuleKit, 'clock' | 'report'>, files: Pick<FileModule, 'discard'>) {
  /** Erases the files of photos after the commit of the transaction that removes them. */
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
    facePhotoOf: async (tx: Tx, employeeId: string): Promise<string | null> =>
      (await facePhotosOf(tx, employeeId))[0]?.id ?? null,
    /** Removes and erases an employee's reference photo; the caller must record the audit entry. */
    async forgetFace(tx: Tx, employeeId: string): Promise<void> {
      const photos = await facePhotosOf(tx, employeeId);
      if (photos.length === 0) return;
      await dropFacePhotos(tx, employeeId, kit.clock.now());
      erase(tx, photos);
    },
  };
}
export type Faces = ReturnType<typeof createFaces>;
