// Events by which a module informs modules that it may not import.
import type { Events } from '@anlan/contract/kit/module';
import type { Tx } from '#platform/db/index.ts';

type Name = keyof Events;
/** Handles an event in the transaction of the event; an error rolls back everything. */
export type Listener<N extends Name> = (tx: Tx, event: Events[N]) => Promise<unknown>;
/** Returns a reason why the action must not happen, or null. */
export type Objection<N extends Name> = (tx: Tx, event: Events[N]) => Promise<string | null>;

export function createEvents() {
  const listeners = new Map<Name, ((tx: Tx, event: never) => Promise<unknown>)[]>();
  const objections = new Map<Name, ((tx: Tx, event: never) => Promise<string | null>)[]>();
  return {
    on<N extends Name>(name: N, listener: Listener<N>): void {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    ask<N extends Name>(name: N, objection: Objection<N>): void {
      objections.set(name, [...(objections.get(name) ?? []), objection]);
    },
    async emit<N extends Name>(tx: Tx, name: N, event: Events[N]): Promise<void> {
      for (const listener of listeners.get(name) ?? []) await listener(tx, event as never);
    },
    /** Asks all objections to a planned action and returns the first reason, or null. */
    async objectionTo<N extends Name>(tx: Tx, name: N, event: Events[N]): Promise<string | null> {
      for (const objection of objections.get(name) ?? []) {
        const why = await objection(tx, event as never);
        if (why !== null) return why;
      }
      return null;
    },
  };
}
export type EventBus = ReturnType<typeof createEvents>;
