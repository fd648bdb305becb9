import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import type { Intent } from '#kernel/intent.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { later } from '../rules.ts';
import * as store from './store.ts';

export interface KeyedWrite {
  tenantId: string;
  /** Id of the user, or the network address of an anonymous client. */
  actor: string;
  call: string;
  key: string;
  /** Hash of the request, without the bytes of files. */
  bodyHash: string;
}

export type KeyState =
  | { kind: 'mine'; intent: Intent }
  | { kind: 'settled'; outcome: string; fileHash: string | null }
  /** `effect`: the write was committed, but its node died before it stored the response. */
  | { kind: 'effect' }
  | { kind: 'running' }
  | { kind: 'otherBody' };

const { leaseSeconds, keptSeconds } = limits.idempotency;

/** Idempotent writes: one effect and one response for each key, across all nodes (decision 0015). */
export function createIdempotency({ db, clock }: { db: Db; clock: Clock }) {
  const living = new Set<string>();
  let renewing: NodeJS.Timeout | undefined;

  function keepAlive(httpScope: Scope, claim: string) {
    living.add(claim);
    renewing ??= setInterval(
      () => void db.scoped(httpScope, (tx) => store.extend(tx, [...living], leaseSeconds)).catch(() => {}),
      (leaseSeconds * 1000) / 3,
    ).unref();
  }
  function unregisterClaim(claim: string) {
    living.delete(claim);
    if (living.size > 0) return;
    clearInterval(renewing);
    renewing = undefined;
  }

  return {
    /** Claims the idempotency key. If it is already claimed, returns its state. */
    async begin(httpScope: Scope, write: KeyedWrite): Promise<KeyState> {
      const { tenantId, actor, call, key, bodyHash } = write;
      const place = { tenant_id: tenantId, actor, call, key };
      const now = clock.now();
      const claim = newId();
      const keyState = await db.scoped(httpScope, async (tx): Promise<KeyState> => {
        const mine: KeyState = { kind: 'mine', intent: { tenantId, claim, open: true } };
        const row = { ...place, body_hash: bodyHash, claim, created_at: now };
        if (await store.insert(tx, row, leaseSeconds, later(now, -keptSeconds))) return mine;
        const storedKey = await store.find(tx, place);
        if (!storedKey) return { kind: 'running' };
        if (storedKey.body_hash !== bodyHash) return { kind: 'otherBody' };
        if (storedKey.outcome !== null)
          return { kind: 'settled', outcome: storedKey.outcome, fileHash: storedKey.file_hash };
        if (!storedKey.dead) return { kind: 'running' };
        if (storedKey.effect_at !== null) return { kind: 'effect' };
        const hasClaim = await store.takeOver(tx, { tenant_id: tenantId, claim: storedKey.claim }, claim, leaseSeconds);
        return hasClaim ? mine : { kind: 'running' };
      });
      if (keyState.kind === 'mine') keepAlive(httpScope, claim);
      return keyState;
    },
    /** Stores the response for repeated requests with this key. */
    async settle(httpScope: Scope, intent: Intent, outcome: string, fileHash: string | null) {
      const claim = { tenant_id: intent.tenantId, claim: intent.claim };
      intent.open = false;
      await db
        .scoped(httpScope, (tx) => store.settle(tx, claim, outcome, fileHash))
        .finally(() => unregisterClaim(intent.claim));
    },
    async release(httpScope: Scope, intent: Intent) {
      const claim = { tenant_id: intent.tenantId, claim: intent.claim };
      intent.open = false;
      await db.scoped(httpScope, (tx) => store.release(tx, claim)).finally(() => unregisterClaim(intent.claim));
    },
    forgetOld: (httpScope: Scope) => db.scoped(httpScope, (tx) => store.sweep(tx, later(clock.now(), -keptSeconds))),
    /** Stops renewing the leases of running claims. */
    stopRenewing() {
      clearInterval(renewing);
      living.clear();
    },
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
