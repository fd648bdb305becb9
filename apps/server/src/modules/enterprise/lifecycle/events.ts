import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Tx } from '#platform/db/index.ts';
import type { EnterpriseRow } from '../store.ts';
import type { Step } from './rules.ts';

export interface Moved {
  tenantId: string;
  enterpriseId: string;
  step: Step;
  from: EnterpriseStatus;
  to: EnterpriseStatus;
}

/** A check before closing or removal. Returns a reason against it, or null. */
export type Guard = (tx: Tx, row: EnterpriseRow) => Promise<string | null>;
/** A listener that runs in the transaction of a lifecycle step. */
export type MovingListener = (tx: Tx, moved: Moved) => Promise<void>;
/** A listener that runs in the transaction of every change: steps, inserts, removals and edits. */
export type TouchedListener = (tx: Tx, ids: readonly string[]) => Promise<void>;
/** A listener that runs after the commit of a lifecycle step. */
export type MovedListener = (moved: Moved) => unknown;

/** Hooks that modules above this one register when the server starts. */
export function createLifecycleEvents() {
  const closing: Guard[] = [];
  const removing: Guard[] = [];
  const moving: MovingListener[] = [];
  const moved: MovedListener[] = [];
  const touched: TouchedListener[] = [];
  return {
    closing,
    removing,
    moving,
    touched,
    moved,
    register: {
      /** Registers a check before closing. If it returns a text, the closing is refused. */
      beforeClosing: (guard: Guard) => void closing.push(guard),
      /** Registers a check before removal. If it returns a text, the removal is refused. */
      beforeRemoving: (guard: Guard) => void removing.push(guard),
      onMoving: (listener: MovingListener) => void moving.push(listener),
      onTouched: (listener: TouchedListener) => void touched.push(listener),
      onMoved: (listener: MovedListener) => void moved.push(listener),
    },
  };
}

export type LifecycleEvents = ReturnType<typeof createLifecycleEvents>;
