// A module says in one manifest what it gives to the rest of the server; the fold below hands it on.
import type { Events } from '@anlan/contract/modules';
import type { Calls, Room } from '@anlan/contract/wire/dialect';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { EventBus } from './events.ts';
import type { Kit } from './ports.ts';

/** What every module is opened with beside the modules that it needs. */
export interface ModuleKit extends Kit {
  readonly events: EventBus;
}

/** A module, as those that need it and the fold see it. */
export interface ServerModule<R = unknown> {
  readonly name: string;
  /** Its verbs, once it is open; the type alone. */
  readonly room?: R;
  readonly manifest: Manifest | null;
}
interface Manifest {
  needs: Readonly<Record<string, ServerModule>>;
  open(deps: never): unknown;
  calls?: Calls;
  ask?: Readonly<Record<string, (tx: Tx, event: never, room: never) => Promise<string | null>>>;
  on?: Readonly<Record<string, (tx: Tx, event: never, room: never) => Promise<unknown>>>;
}
type RoomOf<M> = M extends ServerModule<infer R> ? R : never;
type Needs = Readonly<Record<string, ServerModule>>;
/** What `open` is given: the kit, and the verbs of the modules that are needed. */
export type Deps<N extends Needs> = { readonly kit: ModuleKit } & { readonly [K in keyof N]: RoomOf<N[K]> };

/** A module's manifest. `open` stands before what is told of its room, so that the room's type is known there. */
export function defineModule<N extends Needs, R extends Room<C, Scope>, C extends Calls = {}>(
  name: string,
  manifest: {
    /** Modules that it leans on; they stand before it in the list. */
    needs: N;
    open: (deps: Deps<N>) => R;
    /** The calls that it serves, every verb of the table. */
    calls?: C;
    /** Says why something must not happen elsewhere. */
    ask?: { [E in keyof Events]?: (tx: Tx, event: Events[E], room: NoInfer<R>) => Promise<string | null> };
    /** Hears what happens elsewhere, in the same transaction. */
    on?: { [E in keyof Events]?: (tx: Tx, event: Events[E], room: NoInfer<R>) => Promise<unknown> };
  },
): ServerModule<R> {
  return { name, manifest: manifest as unknown as Manifest };
}

/** A module that is still opened by hand; its room is handed to the fold. */
export const openedElsewhere = <R>(name: string): ServerModule<R> => ({ name, manifest: null });

/** Puts a table of calls behind HTTP. */
export type Mount = (name: string, calls: Calls, room: never) => void;

/** Opens modules in their order, each with those that it needs, and connects what they ask and hear. */
export function openModules(
  modules: readonly ServerModule[],
  kit: ModuleKit,
  elsewhere: Readonly<Record<string, unknown>>,
) {
  const rooms = new Map<string, unknown>(Object.entries(elsewhere));
  const mounts: { name: string; calls: Calls; room: unknown }[] = [];
  for (const { name, manifest } of modules) {
    if (manifest === null) continue;
    const needed = Object.entries(manifest.needs).map(([key, needs]) => {
      if (!rooms.has(needs.name)) throw new Error(`${name} needs ${needs.name}, which stands behind it`);
      return [key, rooms.get(needs.name)];
    });
    const room = manifest.open({ kit, ...Object.fromEntries(needed) } as never);
    rooms.set(name, room);
    if (manifest.calls) mounts.push({ name, calls: manifest.calls, room });
    for (const [event, object] of Object.entries(manifest.ask ?? {}))
      kit.events.ask(event as keyof Events, (tx, payload) => object(tx, payload as never, room as never));
    for (const [event, hear] of Object.entries(manifest.on ?? {}))
      kit.events.on(event as keyof Events, (tx, payload) => hear(tx, payload as never, room as never));
  }
  return {
    /** Puts every module's calls behind HTTP. */
    mount: (put: Mount) => {
      for (const { name, calls, room } of mounts) put(name, calls, room as never);
    },
  };
}
