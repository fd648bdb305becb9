import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { AppError } from '#kernel/errors.ts';
import { idRange } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { FileTooLarge, keyOf, mediaTypes, type FileKind, type Files } from '#platform/files/index.ts';
import { addressOf } from './rules.ts';
import { createFileRows } from './file-rows.ts';
import { endedFiles, removeFile, takeEnded } from './store.ts';

export interface Made {
  /** Id of the file. A file with the same id, left by an interrupted run, is replaced. */
  id: string;
  since: Date;
  name: string;
  kind: FileKind;
  maxBytes: number;
  seconds: number;
  body: AsyncIterable<Uint8Array>;
}

const atOnce = 100;

export function createTemporary({ db, files, clock }: { db: Db; files: Files; clock: Clock }) {
  const { withRow } = createFileRows({ db, files });
  return {
    /** Stores a generated file completely or not at all, with the caller's work in the transaction of its row. */
    async keep<T>(
      scope: Scope,
      { id, since, name, kind, maxBytes, seconds, body }: Made,
      within: (tx: Tx, file: { id: string; url: string }) => Promise<T>,
    ): Promise<T> {
      const { userId } = scope;
      if (userId === null) throw new AppError('unauthenticated');
      const key = keyOf(scope.tenantId, id, kind, since);
      // Remove the bytes that an interrupted run left under this key.
      await files.remove(key);
      const { sizeBytes, sha256 } = await files.put(key, body, { maxBytes }).catch((error: unknown) => {
        throw error instanceof FileTooLarge ? new AppError('invalid', '文件过大，请缩小范围') : error;
      });
      const now = clock.now();
      const row = {
        id,
        enterprise_id: scope.enterpriseId ?? idRange.lowest,
        owner_id: userId,
        purpose: 'temporary',
        name,
        type: mediaTypes[kind],
        size_bytes: sizeBytes,
        key,
        sha256,
        created_at: now,
        expires_at: new Date(now.getTime() + seconds * 1000),
      };
      return withRow(scope, row, { after: (tx) => within(tx, { id, url: addressOf(id) }) });
    },
    forgetEnded: (tenantIds: readonly string[]): Promise<void> =>
      eachTenant(tenantIds, async (tenantId) => {
        const scope = systemScope('sweep', tenantId);
        for (let left = true; left;) {
          const ended = await db.scoped(scope, (tx) => endedFiles(tx, clock.now(), atOnce));
          for (const { id } of ended)
            await db.scoped(scope, async (tx) => {
              // Lock the row, so that nobody attaches the file while its bytes are removed.
              const key = await takeEnded(tx, id, clock.now());
              if (key === null) return;
              await files.remove(key);
              await removeFile(tx, id);
            });
          left = ended.length === atOnce;
        }
      }),
  };
}
