// A module says in one manifest what it gives to the rest of the server; the fold below hands it on.
import type { RedDot } from '@anlan/contract/domain/red-dot';
import type { FrameData, FrameType } from '@anlan/contract/domain/live';
import type { StoredFile } from '@anlan/contract/kit/field';
import { declared, type Events } from '@anlan/contract/modules';
import type { Permit } from '@anlan/contract/permits';
import type { Calls, Room } from '@anlan/contract/wire/dialect';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { EventBus } from './events.ts';
import type { ArchiveSource } from './archive.ts';
import type { FigureSource } from './figures.ts';
import type { Kit } from './ports.ts';
import type { PayChannel } from '#platform/pay/port.ts';
import type { Source } from './todo.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Wechat } from '#platform/wechat/index.ts';

type UserType = NonNullable<Scope['userType']>;

/** What alarms about money are raised for. */
export type PayAlarm = 'paymentOdd' | 'refundFailed' | 'booksUnbalanced' | 'billDiffers';

/** What every module is opened with beside the modules that it needs. */
export interface ModuleKit extends Kit {
  readonly events: EventBus;
  /** Tells people at their browsers something, once the transaction has committed. */
  readonly tell: (
    tx: Tx,
    to: { kinds?: readonly UserType[]; permit?: Permit; enterpriseId?: string } | { userIds: readonly string[] },
    frame: { type: FrameType; data?: FrameData },
  ) => Promise<void>;
  /** Queues of work that outlives a request. */
  readonly jobs: Pick<Jobs, 'work' | 'send' | 'sendUnlessWaiting'>;
  /** Makes the to-dos about some rows what their states say; `type` is that of a source in a manifest. */
  readonly touched: (tx: Tx, type: string, ids: readonly string[]) => Promise<void>;
  readonly tenantIds: () => Promise<string[]>;
  /** What modules count for reports, in their order; asked once all are open. */
  readonly figures: () => readonly FigureSource[];
  /** What modules keep that fills items of archives; asked once all are open. */
  readonly archiveSources: () => readonly ArchiveSource[];
  /** Vendors through which money comes in; none where the operator has set up none. */
  readonly channels: readonly PayChannel[];
  /** WeChat's public accounts. */
  readonly wechat: Wechat;
  /** Hints to all nodes, sent after the commit. */
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** Notes a failure that nobody waits for. */
  readonly report: (error: unknown, what: string) => void;
  /** Tells those who run the house that something is wrong; once an hour for each cause and subject. */
  readonly alarm: (tenantId: string, cause: PayAlarm, note: string, subject?: string) => Promise<unknown>;
  /** Counts a callback that no vendor signed; the fifth within an hour at one door is an alarm. */
  readonly forged: (tenantId: string, door: string) => void;
}

/** Work that a module does by the clock, once for every tenant: in a scope of the tenant that oversees all of it. */
export interface Nightly<R> {
  /** When, as cron has it, in Asia/Shanghai. */
  readonly at: string;
  readonly run: (room: R, scope: Scope) => Promise<unknown>;
}

/** What a module's rows of the demonstration are made from. */
export interface SeedContext {
  readonly vault: Kit['vault'];
  readonly seed: number;
  readonly now: Date;
  /** Enterprises of the tenant in the order of their ids, up to some hundreds. */
  readonly enterprises: readonly SeededEnterprise[];
  /** Ids of the enterprises that the published accounts are bound to. */
  readonly own: readonly string[];
  /** Ids of the published accounts by name. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Tells the planner of the rows that were just added, before a seed reads them in bulk; done before each module's. */
  readonly renewStatistics: () => Promise<void>;
  /**
   * A drawn photo of a place before or after something was put right, a drawn plan, clip or card, as a field holds it; stored with
   * the seed's end.
   * None where the seed keeps no files.
   */
  readonly photos: (
    enterpriseId: string,
    of: 'before' | 'after' | 'plan' | 'brake' | 'rest' | 'fire' | 'card' | 'paper' | 'goods' | 'sign',
  ) => StoredFile[];
}
/** An enterprise of the demonstration. */
export interface SeededEnterprise {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly supervisionKind: string;
  readonly industryCode: string;
  readonly regionCode: string;
  readonly headcount: number;
  readonly officerId: string | null;
  readonly joinedAt: Date | null;
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
  todos?: (room: never) => readonly Source[];
  counts?: Partial<Record<RedDot, (tx: Tx, room: never) => Promise<number>>>;
  figures?: (room: never) => readonly FigureSource[];
  archive?: readonly ArchiveSource[];
  nightly?: Readonly<Record<string, Nightly<never>>>;
  often?: Readonly<Record<string, (room: never) => Promise<unknown>>>;
  seed?: (tx: Tx, context: SeedContext) => Promise<unknown>;
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
    /** Rows whose states make people do something. */
    todos?: (room: NoInfer<R>) => readonly Source[];
    /** Red dots: how many rows the default filter of an entry shows to the person of the transaction. */
    counts?: Partial<Record<RedDot, (tx: Tx, room: NoInfer<R>) => Promise<number>>>;
    /** What it counts for the reports of enterprises. */
    figures?: (room: NoInfer<R>) => readonly FigureSource[];
    /** What it keeps that fills items of the archives of enterprises. */
    archive?: readonly ArchiveSource[];
    /** Work by the clock, by name. */
    nightly?: Readonly<Record<string, Nightly<NoInfer<R>>>>;
    /** Work of every few seconds on nodes that work, by name; it sees to its tenants itself. */
    often?: Readonly<Record<string, (room: NoInfer<R>) => Promise<unknown>>>;
    /** Rows of the demonstration, in bulk; runs after the seeds of the modules that it needs. */
    seed?: (tx: Tx, context: SeedContext) => Promise<unknown>;
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
  kit: Omit<ModuleKit, 'figures' | 'archiveSources'>,
  elsewhere: Readonly<Record<string, unknown>>,
) {
  const rooms = new Map<string, unknown>(Object.entries(elsewhere));
  const mounts: { name: string; calls: Calls; room: unknown }[] = [];
  const sources: Source[] = [];
  const figures: FigureSource[] = [];
  const archiveSources: ArchiveSource[] = [];
  const counts: Partial<Record<RedDot, (tx: Tx) => Promise<number>>> = {};
  const nightly: { name: string; at: string; run: (scope: Scope) => Promise<unknown> }[] = [];
  const often: { name: string; run: () => Promise<unknown> }[] = [];
  for (const { name, manifest } of modules) {
    if (manifest === null) continue;
    const needed = Object.entries(manifest.needs).map(([key, needs]) => {
      if (!rooms.has(needs.name)) throw new Error(`${name} needs ${needs.name}, which stands behind it`);
      return [key, rooms.get(needs.name)];
    });
    const gathered = { figures: () => figures, archiveSources: () => archiveSources };
    const room = manifest.open({ kit: { ...kit, ...gathered }, ...Object.fromEntries(needed) } as never);
    rooms.set(name, room);
    // The calls of a resource are called after it, whatever its module's name is.
    const served = declared.find(({ calls }) => calls === manifest.calls)?.resource.name ?? name;
    if (manifest.calls) mounts.push({ name: served, calls: manifest.calls, room });
    for (const [event, object] of Object.entries(manifest.ask ?? {}))
      kit.events.ask(event as keyof Events, (tx, payload) => object(tx, payload as never, room as never));
    for (const [event, hear] of Object.entries(manifest.on ?? {}))
      kit.events.on(event as keyof Events, (tx, payload) => hear(tx, payload as never, room as never));
    figures.push(...(manifest.figures?.(room as never) ?? []));
    archiveSources.push(...(manifest.archive ?? []));
    sources.push(...(manifest.todos?.(room as never) ?? []));
    for (const [dot, count] of Object.entries(manifest.counts ?? {}))
      counts[dot as RedDot] = (tx) => count(tx, room as never);
    for (const [work, { at, run }] of Object.entries(manifest.nightly ?? {}))
      nightly.push({ name: `${name}.${work}`, at, run: (scope) => run(room as never, scope) });
    for (const [work, run] of Object.entries(manifest.often ?? {}))
      often.push({ name: `${name}.${work}`, run: () => run(room as never) });
  }
  return {
    sources,
    counts,
    nightly,
    often,
    /** The verbs of a module that has been opened. */
    roomOf: <R>({ name }: ServerModule<R>): R => {
      if (!rooms.has(name)) throw new Error(`${name} is not open`);
      // Put there under its own name by `open`, whose type the module carries.
      return rooms.get(name) as R;
    },
    /** Puts every module's calls behind HTTP. */
    mount: (put: Mount) => {
      for (const { name, calls, room } of mounts) put(name, calls, room as never);
    },
  };
}
