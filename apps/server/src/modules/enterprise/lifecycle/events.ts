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

/** A check before the removal. Returns a reason against it, or null. */
export type Guard = (tx: Tx, row: EnterpriseRow) => Promise<string | null>;
type Listener<A> = (tx: Tx, about: A) => Promise<unknown>;

/** Hooks that modules above this one register when the server starts. */
export function createLifecycleEvents() {
  const removing: Guard[] = [];
  const moving: Listener<Moved>[] = [];
  const touched: Listener<readonly string[]>[] = [];
  const merging: Listener<{ keepId: string; dropId: string }>[] = [];
  const moved: ((moved: Moved) => unknown)[] = [];
  return {
    removing,
    moving,
    touched,
    merging,
    moved,
    register: {
      /** Registers a check before removal. If it returns a text, the removal is refused. */
      beforeRemoving: (guard: Guard) => void removing.push(guard),
      /** In the transaction of a lifecycle step. */
      onMoving: (listener: (typeof moving)[number]) => void moving.push(listener),
      /** In the transaction of every change: steps, inserts, removals and edits. */
      onTouched: (listener: (typeof touched)[number]) => void touched.push(listener),
      /** In the transaction of a merge: moves rows to the remaining enterprise. */
      onMerge: (listener: (typeof merging)[number]) => void merging.push(listener),
      /** After the commit of a lifecycle step. */
      onMoved: (listener: (typeof moved)[number]) => void moved.push(listener),
    },
  };
}

export type LifecycleEvents = ReturnType<typeof createLifecycleEvents>;
