// A module says in one manifest what it gives to the rest of the server; the fold below hands it on.
import type { RedDot } from '@anlan/contract/domain/red-dot';
import type { FrameData, FrameType } from '@anlan/contract/domain/live';
import type { StoredFile } from '@anlan/contract/kit/field';
import { declared } from '@anlan/contract/modules';
import type { Events } from '@anlan/contract/kit/module';
import type { Permit } from '@anlan/contract/permits';
import type { Calls, Handlers } from '@anlan/contract/http/dialect';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { createEvents, type EventBus } from './events.ts';
import type { ArchiveSource } from './archive.ts';
import type { FigureSource } from './figures.ts';
import type { Kit } from './ports.ts';
import { createRegistry, type Registry } from './registry.ts';
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
  /** Every opened resource. */
  readonly registry: Registry;
  /** Tells people at their browsers something, once the transaction has committed. */
  readonly tell: (
    tx: Tx,
    to: { kinds?: readonly UserType[]; permit?: Permit; enterpriseId?: string } | { userIds: readonly string[] },
    frame: { type: FrameType; data?: FrameData },
  ) => Promise<void>;
  /** Queues of work that outlives a request. */
  readonly jobs: Pick<Jobs, 'work' | 'send' | 'sendUnlessWaiting' | 'nightly'>;
  /** Makes the to-dos about some rows what their states say; `type` is that of a source in a manifest. */
  readonly touched: (tx: Tx, type: string, ids: readonly string[]) => Promise<void>;
  /** Closes what one person has to do about a row. */
  readonly closeTodo: (tx: Tx, type: string, id: string, userId: string) => Promise<void>;
  /** Makes a tenant's to-dos what its rules and states say. */
  readonly repairTodos: (tenantId: string) => Promise<void>;
  readonly tenantIds: () => Promise<string[]>;
  /** The scope of somebody for whom long work goes on, with the rights of now; null where they may no longer act. */
  readonly scopeOf: (person: { tenantId: string; userId: string }) => Promise<Scope | null>;
  /** Whether somebody in a tenant has a phone. */
  readonly hasPhone: (tenantId: string, phone: string) => Promise<boolean>;
  /** Throws unless the picture was read right. */
  readonly checkCaptcha: (http: Scope, randomStr: string | undefined, code: string | undefined) => Promise<void>;
  /** Rows of modules whose states make people do something; asked once all are open. */
  readonly sources: () => readonly Source[];
  /** What modules count for red dots; asked once all are open. */
  readonly counts: () => Partial<Record<RedDot, (tx: Tx) => Promise<number>>>;
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
  /** Tells those who run the server that something is wrong; once an hour for each cause and subject. */
  readonly alarm: (tenantId: string, cause: PayAlarm, note: string, subject?: string) => Promise<unknown>;
  /** Counts a callback that no vendor signed; the fifth within an hour at one door is an alarm. */
  readonly forged: (tenantId: string, door: string) => void;
}

/** What modules give to the kit. Those that stand before the giver have it too where it is a function, from when all are open. */
type Gifts = Pick<
  ModuleKit,
  'audit' | 'lookups' | 'dictionaries' | 'files' | 'imports' | 'queued' | 'tenantIds' | 'alarm' | 'forged' | keyof Late
>;
type Late = Pick<ModuleKit, 'tell' | 'touched' | 'closeTodo' | 'repairTodos' | 'scopeOf' | 'hasPhone' | 'checkCaptcha'>;
/** What the fold makes of the manifests. */
type Gathered = Pick<
  ModuleKit,
  'sources' | 'counts' | 'figures' | 'archiveSources' | 'events' | 'registry' | 'references' | 'register'
>;

/** Work that a module does by the clock, once for every tenant: in a scope of the tenant that oversees all of it. */
export interface Nightly<R> {
  /** When, as cron has it, in Asia/Shanghai. */
  readonly at: string;
  readonly run: (module: R, scope: Scope) => Promise<unknown>;
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
  readonly updateStatistics: () => Promise<void>;
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

/** A table of calls with the functions that answer them. */
export interface Served {
  /** What stands before the verbs: of permits, of the audit, of the published description. */
  readonly name: string;
  readonly calls: Calls;
  readonly module: unknown;
  /** Whether its functions see what is kept of people before they have signed in. */
  readonly http: boolean;
}
/** A table of calls of a module: a verb that is missing or differs does not compile. */
export const serve = <C extends Calls>(name: string, calls: C, module: Handlers<C, Scope>, http = false): Served => ({
  name,
  calls,
  module,
  http,
});

/** A module, as those that need it and the fold see it. */
export interface ServerModule<R = unknown> {
  readonly name: string;
  /** Its verbs, once it is open; the type alone. */
  readonly module?: R;
  readonly manifest: Manifest | null;
}
interface Manifest {
  needs: Readonly<Record<string, ServerModule>>;
  open(deps: never): unknown;
  gives?: (module: never, kit: never) => Partial<Gifts>;
  calls?: Calls;
  serves?: (module: never) => readonly Served[];
  ask?: Readonly<Record<string, (tx: Tx, event: never, module: never) => Promise<string | null>>>;
  on?: Readonly<Record<string, (tx: Tx, event: never, module: never) => Promise<unknown>>>;
  todos?: (module: never) => readonly Source[];
  counts?: Partial<Record<RedDot, (tx: Tx, module: never) => Promise<number>>>;
  figures?: (module: never) => readonly FigureSource[];
  archive?: readonly ArchiveSource[];
  nightly?: Readonly<Record<string, Nightly<never>>>;
  often?: Readonly<Record<string, (module: never) => Promise<unknown>>>;
  seed?: (tx: Tx, context: SeedContext) => Promise<unknown>;
}
type ModuleOf<M> = M extends ServerModule<infer R> ? R : never;
type Needs = Readonly<Record<string, ServerModule>>;
/** What `open` is given: the kit, and the verbs of the modules that are needed. */
export type Deps<N extends Needs> = { readonly kit: ModuleKit } & { readonly [K in keyof N]: ModuleOf<N[K]> };

/** A module's manifest. `open` stands before what is told of its module, so that the module's type is known there. */
export function defineModule<N extends Needs, R extends Handlers<C, Scope>, C extends Calls = {}>(
  name: string,
  manifest: {
    /** Modules that it depends on; they stand before it in the list. */
    needs: N;
    open: (deps: Deps<N>) => R;
    /** What it gives to the kit. */
    gives?: (module: NoInfer<R>, kit: ModuleKit) => Partial<Gifts>;
    /** The calls that it serves, every verb of the table. */
    calls?: C;
    /** Where one table is not enough. */
    serves?: (module: NoInfer<R>) => readonly Served[];
    /** Says why something must not happen elsewhere. */
    ask?: { [E in keyof Events]?: (tx: Tx, event: Events[E], module: NoInfer<R>) => Promise<string | null> };
    /** Hears what happens elsewhere, in the same transaction. */
    on?: { [E in keyof Events]?: (tx: Tx, event: Events[E], module: NoInfer<R>) => Promise<unknown> };
    /** Rows whose states make people do something. */
    todos?: (module: NoInfer<R>) => readonly Source[];
    /** Red dots: how many rows the default filter of an entry shows to the person of the transaction. */
    counts?: Partial<Record<RedDot, (tx: Tx, module: NoInfer<R>) => Promise<number>>>;
    /** What it counts for the reports of enterprises. */
    figures?: (module: NoInfer<R>) => readonly FigureSource[];
    /** What it keeps that fills items of the archives of enterprises. */
    archive?: readonly ArchiveSource[];
    /** Work by the clock, by name. */
    nightly?: Readonly<Record<string, Nightly<NoInfer<R>>>>;
    /** Work of every few seconds on nodes that work, by name; it sees to its tenants itself. */
    often?: Readonly<Record<string, (module: NoInfer<R>) => Promise<unknown>>>;
    /** Rows of the demonstration, in bulk; runs after the seeds of the modules that it needs. */
    seed?: (tx: Tx, context: SeedContext) => Promise<unknown>;
  },
): ServerModule<R> {
  return { name, manifest: manifest as Manifest };
}

/** What is no module and needed like one; it is handed to the fold. */
export const openedElsewhere = <R>(name: string): ServerModule<R> => ({ name, manifest: null });

/** Modules in the order in which they can be opened: each after those that it needs, first those that give to the kit. */
export function inOrder(modules: readonly ServerModule[]): ServerModule[] {
  const ordered = new Set<ServerModule>();
  const add = (module: ServerModule): void => {
    if (ordered.has(module) || module.manifest === null) return;
    Object.values(module.manifest.needs).forEach(add);
    ordered.add(module);
  };
  const rank = ({ manifest }: ServerModule) => (manifest?.gives ? Object.keys(manifest.needs).length : 100);
  modules.toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1)).forEach(add);
  return [...ordered];
}

/** Puts a table of calls behind HTTP. */
export type Mount = (name: string, calls: Calls, module: never, behind: { http: boolean }) => void;

/** Opens modules in their order, each with those that it needs, and connects what they ask and hear. */
export function openModules(
  modules: readonly ServerModule[],
  base: Omit<ModuleKit, keyof Gathered | keyof Gifts>,
  elsewhere: Readonly<Record<string, unknown>>,
) {
  const events = createEvents();
  const registry = createRegistry();
  const open = new Map<string, unknown>(Object.entries(elsewhere));
  const mounts: Served[] = [];
  const sources: Source[] = [];
  const figures: FigureSource[] = [];
  const archiveSources: ArchiveSource[] = [];
  const counts: Partial<Record<RedDot, (tx: Tx) => Promise<number>>> = {};
  /** What two modules count for one dot stands behind it together. */
  const addCount = (dot: RedDot, count: (tx: Tx) => Promise<number>) => {
    const before = counts[dot];
    counts[dot] = before ? async (tx) => (await before(tx)) + (await count(tx)) : count;
  };
  const nightly: { name: string; at: string; run: (scope: Scope) => Promise<unknown> }[] = [];
  const often: { name: string; run: () => Promise<unknown> }[] = [];
  const gifts: Partial<Gifts> = {};
  const missing = (what: string): never => {
    throw new Error(`no module that is open gives ${what}`);
  };
  const late: Late = {
    tell: (...it) => (gifts.tell ?? missing('tell'))(...it),
    touched: (...it) => (gifts.touched ?? missing('touched'))(...it),
    closeTodo: (...it) => (gifts.closeTodo ?? missing('closeTodo'))(...it),
    repairTodos: (...it) => (gifts.repairTodos ?? missing('repairTodos'))(...it),
    scopeOf: (...it) => (gifts.scopeOf ?? missing('scopeOf'))(...it),
    hasPhone: (...it) => (gifts.hasPhone ?? missing('hasPhone'))(...it),
    checkCaptcha: (...it) => (gifts.checkCaptcha ?? missing('checkCaptcha'))(...it),
  };
  const gathered: Gathered = {
    events,
    registry,
    references: registry.references,
    register: registry.add,
    sources: () => sources,
    counts: () => counts,
    figures: () => figures,
    archiveSources: () => archiveSources,
  };
  for (const { name, manifest } of modules) {
    if (manifest === null) continue;
    const needed = Object.entries(manifest.needs).map(([key, needs]) => {
      if (!open.has(needs.name)) throw new Error(`${name} needs ${needs.name}, which stands behind it`);
      return [key, open.get(needs.name)];
    });
    const kit = { ...base, ...gathered, ...gifts, ...late };
    const module = manifest.open({ kit, ...Object.fromEntries(needed) } as never);
    open.set(name, module);
    Object.assign(gifts, manifest.gives?.(module as never, kit as never));
    // The calls of a resource are called after it, whatever its module's name is.
    const served = declared.find(({ calls }) => calls === manifest.calls)?.resource.name ?? name;
    if (manifest.calls) mounts.push({ name: served, calls: manifest.calls, module, http: false });
    mounts.push(...(manifest.serves?.(module as never) ?? []));
    for (const [event, object] of Object.entries(manifest.ask ?? {}))
      events.ask(event as keyof Events, (tx, payload) => object(tx, payload as never, module as never));
    for (const [event, hear] of Object.entries(manifest.on ?? {}))
      events.on(event as keyof Events, (tx, payload) => hear(tx, payload as never, module as never));
    figures.push(...(manifest.figures?.(module as never) ?? []));
    archiveSources.push(...(manifest.archive ?? []));
    sources.push(...(manifest.todos?.(module as never) ?? []));
    for (const [dot, count] of Object.entries(manifest.counts ?? {}))
      addCount(dot as RedDot, (tx) => count(tx, module as never));
    for (const [work, { at, run }] of Object.entries(manifest.nightly ?? {}))
      nightly.push({ name: `${name}.${work}`, at, run: (scope) => run(module as never, scope) });
    for (const [work, run] of Object.entries(manifest.often ?? {}))
      often.push({ name: `${name}.${work}`, run: () => run(module as never) });
  }
  return {
    nightly,
    often,
    /** The verbs of a module that has been opened. */
    moduleOf: <R>({ name }: ServerModule<R>): R => {
      if (!open.has(name)) throw new Error(`${name} is not open`);
      // Put there under its own name by `open`, whose type the module carries.
      return open.get(name) as R;
    },
    /** Puts every module's calls behind HTTP. */
    mount: (put: Mount) => {
      for (const { name, calls, module, http } of mounts) put(name, calls, module as never, { http });
    },
  };
}
