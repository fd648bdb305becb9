import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Tx } from '#platform/db/index.ts';
import type { EnterpriseRow } from '../store.ts';
import type { Step } from './rules.ts';

/** A step that stands. */
export interface Moved {
  tenantId: string;
  enterpriseId: string;
  step: Step;
  from: EnterpriseStatus;
  to: EnterpriseStatus;
}

/** What modules above may say against closing or removing a file: a sentence, or null. */
export type Guard = (tx: Tx, row: EnterpriseRow) => Promise<string | null>;
/** Does something in the transaction of the step. */
export type MovingListener = (tx: Tx, moved: Moved) => Promise<void>;
/** Acts in the transaction of whatever changed files: steps, entries, removals, what people wrote. */
export type TouchedListener = (tx: Tx, ids: readonly string[]) => Promise<void>;
/** Does something once the step stands. */
export type MovedListener = (moved: Moved) => unknown;

/** Where modules above hear of steps: they register when the server opens. */
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
      /** Asks before a file is closed; a sentence refuses. */
      beforeClosing: (guard: Guard) => void closing.push(guard),
      /** Asks before a file is removed; a sentence refuses. */
      beforeRemoving: (guard: Guard) => void removing.push(guard),
      /** Acts in the transaction of every step. */
      onMoving: (listener: MovingListener) => void moving.push(listener),
      /** Acts in the transaction of every change of what waits for somebody. */
      onTouched: (listener: TouchedListener) => void touched.push(listener),
      /** Acts after every step. */
      onMoved: (listener: MovedListener) => void moved.push(listener),
    },
  };
}

/** Where modules above hear of steps. */
export type LifecycleEvents = ReturnType<typeof createLifecycleEvents>;
