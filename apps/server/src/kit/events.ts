// What modules tell those above them, which they may not import.
import type { Events } from '@anlan/contract/kit/module';
import type { Tx } from '#platform/db/index.ts';

type Name = keyof Events;
/** Hears an event in the transaction that it happens in; what it throws undoes all. */
export type Listener<N extends Name> = (tx: Tx, event: Events[N]) => Promise<unknown>;
/** Says why something must not happen, or null. */
export type Objection<N extends Name> = (tx: Tx, event: Events[N]) => Promise<string | null>;

/** Opens the events of one server. */
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
    /** Tells every listener, one after the other. */
    async emit<N extends Name>(tx: Tx, name: N, event: Events[N]): Promise<void> {
      for (const listener of listeners.get(name) ?? []) await listener(tx, event as never);
    },
    /** The first objection to what is about to happen, or null. */
    async objectionTo<N extends Name>(tx: Tx, name: N, event: Events[N]): Promise<string | null> {
      for (const objection of objections.get(name) ?? []) {
        const why = await objection(tx, event as never);
        if (why !== null) return why;
      }
      return null;
    },
  };
}
/** The events of one server. */
export type EventBus = ReturnType<typeof createEvents>;
