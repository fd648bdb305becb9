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

/** What a rotation works with. */
export interface RotationOptions {
  appUrl: string;
  masterKey: string;
  /** Opens and seals with the keys of now. */
  vaultOf: (tenantId: string) => Promise<TenantVault>;
  /** Tenants; all of them unless said. */
  tenantIds?: readonly string[];
  /** How long every node needs to learn of a new key. */
  pauseMs?: number;
  batch?: number;
  /** Told after each batch; what it throws ends the work as a kill would. */
  onBatch?: (done: number) => void;
}

/** Seals anew, under the tenant's current key, all that stands under another; answers how many values that were. */
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
 * Gives every tenant a new data key and seals everything under it while the server serves (S78). What a killed rotation
 * left is finished first, and no further key is made then. Answers how many values were sealed anew.
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
  // Every node can open with the new key before any of them seals with it, and seals with it before the rows are walked.
  await pause(pauseMs);
  await overAll((tenantId) => inTenant(appUrl, tenantId, (within) => within((client) => promote(client, tenantId))));
  await pause(pauseMs);
  const values = sum(await overAll((tenantId) => encryptAnew(options, tenantId)));
  return { values: left + values, resumed: left > 0 };
}
