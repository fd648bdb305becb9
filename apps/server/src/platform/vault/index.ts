/**
 * vault: classified fields at rest (S78). Each tenant has a data key, wrapped by the master key that is kept apart from
 * the data; a sealed value names its key and is bound to tenant, table, column and row. Equality is found by a blind
 * index under a key of its own. Destroying a tenant's keys erases all that was sealed with them.
 * A column whose comment reads 'sealed by <id column>' is found by `--rotate-keys`; its name is the `column` of a place.
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
  openWith,
  encryptWith,
  unwrap,
  wrapping,
  type Place,
} from './rules.ts';
import { deleteKeys, insertFirst, readKeys, type KeyRow } from './store.ts';

export type { Place } from './rules.ts';

/** What one tenant seals and opens with. */
export interface TenantVault {
  /** Seals a text for the place it will stand in. */
  encrypt(place: Place, text: string): string;
  /** Opens what was sealed for this very place. */
  open(place: Place, encrypted: string): string;
  /** The same for equal texts of a kind in this tenant, so that they can be found. */
  index(kind: string, text: string): string;
}

/** How long a node goes without looking whether keys have changed. */
export const keysFreshMs = 5_000;

interface Keys {
  until: number;
  field: ReadonlyMap<number, KeyObject>;
  current: number;
  index: KeyObject;
}

/** Opens the vault; keys stand in memory only. */
export function createVault({ db, masterKey, freshMs = keysFreshMs }: { db: Db; masterKey: string; freshMs?: number }) {
  const wrap = wrapping(masterKey);
  const master = masterMark(masterKey);
  const known = new LRUCache<string, Keys>({ max: 10_000 });
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

  /** On a transaction of its own: what a use case seals must open although the use case that made the key failed. */
  async function load(tenantId: string): Promise<Keys> {
    const scope = systemScope('vault', tenantId);
    const found = keysOf(tenantId, await db.scoped(scope, readKeys));
    if (found) return found;
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
    const held = known.get(tenantId);
    if (held && held.until > Date.now()) return held;
    const under = loading.get(tenantId);
    if (under) return under;
    const work = load(tenantId).finally(() => loading.delete(tenantId));
    loading.set(tenantId, work);
    const keys = await work;
    known.set(tenantId, keys);
    return keys;
  }

  return {
    /** The vault of the tenant that a transaction is in. */
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
        open: (place, encrypted) => openWith(keyOf(keyNoOf(encrypted)), tenantId, place, encrypted),
        index: (kind, text) => blindIndex(index, tenantId, kind, text),
      };
    },
    /** Throws unless the master key opens what the tenant already has; makes nothing. */
    async check(tenantId: string): Promise<void> {
      keysOf(tenantId, await db.scoped(systemScope('vault', tenantId), readKeys, { readOnly: true }));
    },
    /** Crypto-erasure: nothing that the tenant sealed opens again. */
    async destroy(tx: Tx): Promise<void> {
      await deleteKeys(tx);
      known.delete(tx.scope.tenantId);
    },
  };
}

/** The vault. */
export type Vault = ReturnType<typeof createVault>;
