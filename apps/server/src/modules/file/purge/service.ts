import { idRange } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Files } from '#platform/files/index.ts';
import { keysAfter } from './store.ts';

const batch = 500;

export const createFilePurge = ({ db, files }: { db: Db; files: Pick<Files, 'remove'> }) => ({
  async removeAll(tenantId: string): Promise<number> {
    const gone = new Set<string>();
    for (let after: string | null = idRange.lowest; after !== null;) {
      const from: string = after;
      const rows = await db.scoped(systemScope('purge files', tenantId), (tx) => keysAfter(tx, from, batch));
      for (const { key } of rows) {
        // Demo rows share their bytes, so remove each key only once.
        if (key !== '' && !gone.has(key)) await files.remove(key);
        gone.add(key);
      }
      after = rows.length < batch ? null : (rows.at(-1)?.id ?? null);
    }
    return gone.size;
  },
});
