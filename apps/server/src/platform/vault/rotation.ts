import { setTimeout as pause } from 'node:timers/promises';
import { keysFreshMs, type TenantVault } from './index.ts';
import { keyNoOf, masterMark, newWrapped, wrapping } from './rules.ts';
import {
  everyTenant,
  holdFieldKeys,
  insertNext,
  inTenant,
  promote,
  replaceEncrypted,
  encryptedAfter,
  encryptedColumns,
} from './store.ts';

export interface RotationOptions {
  appUrl: string;
  masterKey: string;
  vaultOf: (tenantId: string) => Promise<TenantVault>;
  tenantIds?: readonly string[];
  pauseMs?: number;
  batch?: number;
  /** Called after each batch. If it throws, the rotation aborts in the same state as after a kill. */
  onBatch?: (done: number) => void;
}

async function encryptAnew(
  { appUrl, vaultOf, batch = 500, onBatch }: RotationOptions,
  tenantId: string,
): Promise<number> {
  return inTenant(appUrl, tenantId, async (within) => {
    let done = 0;
    const current = (await within((client) => holdFieldKeys(client, tenantId))).find(
      ({ state }) => state === 'current',
    );
    if (!current) return 0;
    for (const at of await within(encryptedColumns)) {
      for (let after: string | null = null; ;) {
        const own = await vaultOf(tenantId);
        const last = await within(async (client) => {
          const rows = await encryptedAfter(client, at, tenantId, after, batch);
          const stale = rows.filter(({ sealed: encrypted }) => keyNoOf(encrypted) !== current.no);
          const values = stale.map(({ id, sealed: encrypted }) => {
            const place = { table: at.table, column: at.column, id };
            return { id, before: encrypted, after: own.encrypt(place, own.open(place, encrypted)) };
          });
          if (values.length > 0) done += await replaceEncrypted(client, at, tenantId, values);
          return rows.length < batch ? null : (rows.at(-1)?.id ?? null);
        });
        onBatch?.(done);
        after = last;
        if (last === null) break;
      }
    }
    return done;
  });
}

/**
 * Creates a new data key for every tenant and encrypts its values again, while the server runs (S78). After a kill the
 * next call first completes that rotation, without another new key. Returns the number of values encrypted again.
 */
export async function rotateKeys(options: RotationOptions): Promise<{ values: number; resumed: boolean }> {
  const { appUrl, masterKey, pauseMs = keysFreshMs * 2 } = options;
  const wrap = wrapping(masterKey);
  const tenantIds = options.tenantIds ?? (await everyTenant(appUrl));
  const overAll = async <T>(work: (tenantId: string) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (const tenantId of tenantIds) results.push(await work(tenantId));
    return results;
  };
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const left = sum(await overAll((tenantId) => encryptAnew(options, tenantId)));
  const begun = await overAll((tenantId) =>
    inTenant(appUrl, tenantId, (within) =>
      within(async (client) => {
        const keys = await holdFieldKeys(client, tenantId);
        if (keys.some(({ state }) => state === 'next')) return true;
        if (left > 0 || keys.length === 0) return false;
        const no = Math.max(...keys.map((key) => key.no)) + 1;
        const wrapped = newWrapped(wrap, { tenantId, kind: 'field', no });
        await insertNext(client, tenantId, { no, wrapped, master: masterMark(masterKey) });
        return true;
      }),
    ),
  );
  if (!begun.includes(true)) return { values: left, resumed: left > 0 };
  // Every node must know the new key before any node uses it. All nodes must use it before the existing rows are
  // encrypted again.
  await pause(pauseMs);
  await overAll((tenantId) => inTenant(appUrl, tenantId, (within) => within((client) => promote(client, tenantId))));
  await pause(pauseMs);
  const values = sum(await overAll((tenantId) => encryptAnew(options, tenantId)));
  return { values: left + values, resumed: left > 0 };
}
