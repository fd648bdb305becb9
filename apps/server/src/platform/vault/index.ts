/**
 * Encrypts classified fields at rest (S78). Each tenant has a data key, wrapped by a master key that is stored apart
 * from the data. An encrypted value names its key and is bound to tenant, table, column and row. A blind index with
 * its own key finds equal values. Deleting a tenant's keys erases its values. `--rotate-keys` finds columns by their
 * database comment, which names the id column; the column name is the `column` of the ValueLocation.
 */
import { LRUCache } from 'lru-cache';
import type { KeyObject } from 'node:crypto';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { StartError } from '../start/start-error.ts';
import {
  blindIndex,
  keyNoOf,
  masterMark,
  newWrapped,
  decryptWith,
  encryptWith,
  unwrap,
  wrapping,
  type ValueLocation,
} from './rules.ts';
import { deleteKeys, insertFirst, readKeys, type KeyRow } from './store.ts';

export type { ValueLocation } from './rules.ts';

export interface TenantVault {
  encrypt(place: ValueLocation, text: string): string;
  /** Decrypts a value. Throws when it was encrypted for another location. */
  open(place: ValueLocation, encrypted: string): string;
  /**
   * Computes the blind index of a text. Equal texts of one kind in this tenant have equal indexes, so that they can
   * be found.
   */
  index(kind: string, text: string): string;
}

/** Milliseconds for which a node caches keys. */
export const keysFreshMs = 5_000;

interface Keys {
  until: number;
  field: ReadonlyMap<number, KeyObject>;
  current: number;
  index: KeyObject;
}

export function createVault({ db, masterKey, freshMs = keysFreshMs }: { db: Db; masterKey: string; freshMs?: number }) {
  const wrap = wrapping(masterKey);
  const master = masterMark(masterKey);
  const cache = new LRUCache<string, Keys>({ max: 10_000 });
  const loading = new Map<string, Promise<Keys>>();

  function keysOf(tenantId: string, rows: KeyRow[]): Keys | null {
    const field = new Map<number, KeyObject>();
    let current: number | undefined;
    let index: KeyObject | undefined;
    for (const row of rows) {
      if (row.master !== master)
        throw new StartError(
          '主密钥不对：数据库里的数据密钥是用另一把主密钥封存的，请用 VAULT_MASTER_KEY 或 VAULT_MASTER_KEY_FILE 给出当时的密钥。',
        );
      const key = unwrap(wrap, { tenantId, kind: row.kind, no: row.no }, row.wrapped);
      if (row.kind === 'index') index = key;
      else field.set(row.no, key);
      if (row.kind === 'field' && row.state === 'current') current = row.no;
    }
    return current === undefined || index === undefined ? null : { until: Date.now() + freshMs, field, current, index };
  }

  /**
   * Runs in its own transaction. A new key must still exist when the use case fails, because values may already use
   * it.
   */
  async function load(tenantId: string): Promise<Keys> {
    const scope = systemScope('vault', tenantId);
    const existingKeys = keysOf(tenantId, await db.scoped(scope, readKeys));
    if (existingKeys) return existingKeys;
    const first = (kind: KeyRow['kind']): KeyRow => ({
      kind,
      no: 1,
      state: 'current',
      wrapped: newWrapped(wrap, { tenantId, kind, no: 1 }),
      master,
    });
    const made = await db.scoped(scope, async (tx) => {
      await insertFirst(tx, [first('field'), first('index')]);
      return readKeys(tx);
    });
    const keys = keysOf(tenantId, made);
    if (!keys) throw new Error(`tenant ${tenantId} has no usable data key`);
    return keys;
  }

  async function keysNow(tenantId: string): Promise<Keys> {
    const held = cache.get(tenantId);
    if (held && held.until > Date.now()) return held;
    const under = loading.get(tenantId);
    if (under) return under;
    const work = load(tenantId).finally(() => loading.delete(tenantId));
    loading.set(tenantId, work);
    const keys = await work;
    cache.set(tenantId, keys);
    return keys;
  }

  return {
    async of({ scope }: { readonly scope: Pick<Scope, 'tenantId'> }): Promise<TenantVault> {
      const { tenantId } = scope;
      const { field, current, index } = await keysNow(tenantId);
      const keyOf = (no: number) => {
        const key = field.get(no);
        if (!key) throw new Error(`no data key ${no} in tenant ${tenantId}`);
        return key;
      };
      return {
        encrypt: (place, text) => encryptWith(keyOf(current), current, tenantId, place, text),
        open: (place, encrypted) => decryptWith(keyOf(keyNoOf(encrypted)), tenantId, place, encrypted),
        index: (kind, text) => blindIndex(index, tenantId, kind, text),
      };
    },
    async check(tenantId: string): Promise<void> {
      keysOf(tenantId, await db.read(systemScope('vault', tenantId), readKeys));
    },
    /** Deletes the keys of a tenant, so that its values can never be decrypted again (crypto-erasure). */
    async destroy(tx: Tx): Promise<void> {
      await deleteKeys(tx);
      cache.delete(tx.scope.tenantId);
    },
  };
}

export type Vault = ReturnType<typeof createVault>;
