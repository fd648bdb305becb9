import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import type { Intent } from '#kernel/intent.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { later } from '../rules.ts';
import * as store from './store.ts';

/** A write that came with a key. */
export interface KeyedWrite {
  tenantId: string;
  /** The person, or the address of a stranger. */
  actor: string;
  call: string;
  key: string;
  /** Hash of all that was sent but the bytes of a file. */
  bodyHash: string;
}

/** How a key stands when its write comes in. */
export type KeyState =
  | { kind: 'mine'; intent: Intent }
  | { kind: 'settled'; outcome: string; fileHash: string | null }
  /** Took effect, but its node died before the answer was kept. */
  | { kind: 'effect' }
  | { kind: 'running' }
  | { kind: 'otherBody' };

const { leaseSeconds, keptSeconds } = limits.idempotency;

/** Keyed writes: one effect and one answer a key, on as many nodes as there are (decision record 0015). */
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
  function letGo(claim: string) {
    living.delete(claim);
    if (living.size > 0) return;
    clearInterval(renewing);
    renewing = undefined;
  }

  return {
    /** Claims the key, or says what became of it. */
    async begin(httpScope: Scope, write: KeyedWrite): Promise<KeyState> {
      const { tenantId, actor, call, key, bodyHash } = write;
      const place = { tenant_id: tenantId, actor, call, key };
      const now = clock.now();
      const claim = newId();
      const keyState = await db.scoped(httpScope, async (tx): Promise<KeyState> => {
        const mine: KeyState = { kind: 'mine', intent: { tenantId, claim, open: true } };
        const row = { ...place, body_hash: bodyHash, claim, created_at: now };
        if (await store.insert(tx, row, leaseSeconds, later(now, -keptSeconds))) return mine;
        const found = await store.find(tx, place);
        if (!found) return { kind: 'running' };
        if (found.body_hash !== bodyHash) return { kind: 'otherBody' };
        if (found.outcome !== null) return { kind: 'settled', outcome: found.outcome, fileHash: found.file_hash };
        if (!found.dead) return { kind: 'running' };
        if (found.effect_at !== null) return { kind: 'effect' };
        const taken = await store.takeOver(tx, { tenant_id: tenantId, claim: found.claim }, claim, leaseSeconds);
        return taken ? mine : { kind: 'running' };
      });
      if (keyState.kind === 'mine') keepAlive(httpScope, claim);
      return keyState;
    },
    /** Keeps the answer for whoever comes with the key again. */
    async settle(httpScope: Scope, intent: Intent, outcome: string, fileHash: string | null) {
      const claim = { tenant_id: intent.tenantId, claim: intent.claim };
      intent.open = false;
      await db.scoped(httpScope, (tx) => store.settle(tx, claim, outcome, fileHash)).finally(() => letGo(intent.claim));
    },
    /** The work took no effect: the key is free again. */
    async release(httpScope: Scope, intent: Intent) {
      const claim = { tenant_id: intent.tenantId, claim: intent.claim };
      intent.open = false;
      await db.scoped(httpScope, (tx) => store.release(tx, claim)).finally(() => letGo(intent.claim));
    },
    /** Drops keys that are a day old. */
    forgetOld: (httpScope: Scope) => db.scoped(httpScope, (tx) => store.sweep(tx, later(clock.now(), -keptSeconds))),
    /** Claims that are under way keep no timer beyond this. */
    rest() {
      clearInterval(renewing);
      living.clear();
    },
  };
}

/** The keyed writes. */
export type Idempotency = ReturnType<typeof createIdempotency>;
