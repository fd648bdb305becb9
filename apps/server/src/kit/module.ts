// Types of a module's manifest, which declares everything that the module gives to the server. openModules connects
// the manifests.
import type { RedDot } from '@anlan/contract/domain/red-dot';
import type { FrameData, FrameType } from '@anlan/contract/domain/live-message';
import type { StoredFile } from '@anlan/contract/kit/field';
import { declaredResources } from '@anlan/contract/modules';
import type { Events } from '@anlan/contract/kit/module';
import type { Permit } from '@anlan/contract/permits';
import type { Calls, Handlers } from '@anlan/contract/http/call-table';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { createEvents, type EventBus } from './events.ts';
import type { ArchiveSource } from './archive.ts';
import type { FigureSource } from './figures.ts';
import type { Kit } from './ports.ts';
import { createRegistry, type Registry } from './registry.ts';
import type { PayChannel } from '#platform/pay/port.ts';
import type { DailyWork } from './day-turn.ts';
import type { TodoSource } from './todo.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Wechat } from '#platform/wechat/index.ts';

type UserType = NonNullable<Scope['userType']>;

export type PayAlarm = 'paymentOdd' | 'refundFailed' | 'booksUnbalanced' | 'billDiffers';

export interface ModuleKit extends Kit {
  readonly events: EventBus;
  readonly registry: Registry;
  /** Sends a message to users' browsers after the transaction has committed. */
  readonly publishToUsers: (
    tx: Tx,
    to: { kinds?: readonly UserType[]; permit?: Permit; enterpriseId?: string } | { userIds: readonly string[] },
    frame: { type: FrameType; data?: FrameData },
  ) => Promise<void>;
  readonly jobs: Pick<Jobs, 'work' | 'send' | 'sendUnlessWaiting' | 'nightly'>;
  /** Updates the to-dos of these rows from their current states. `type` is the name of a to-do source in a manifest. */
  readonly refreshTodos: (tx: Tx, type: string, ids: readonly string[]) => Promise<void>;
  readonly closeTodo: (tx: Tx, type: string, id: string, userId: string) => Promise<void>;
  readonly repairTodos: (tenantId: string) => Promise<void>;
  readonly tenantIds: () => Promise<string[]>;
  /** Current scope of a job's owner; null when the owner has lost the right to act. */
  readonly scopeOf: (person: { tenantId: string; userId: string }) => Promise<Scope | null>;
  readonly hasPhone: (tenantId: string, phone: string) => Promise<boolean>;
  readonly checkCaptcha: (http: Scope, randomStr: string | undefined, code: string | undefined) => Promise<void>;
  /** To-do sources of all modules. Call it only after all modules are open. */
  readonly sources: () => readonly TodoSource[];
  /** Red dot counters of all modules. Call it only after all modules are open. */
  readonly counts: () => Partial<Record<RedDot, (tx: Tx) => Promise<number>>>;
  /** Sources of report figures of all modules, in order. Call it only after all modules are open. */
  readonly figures: () => readonly FigureSource[];
  /** Archive sources of all modules. Call it only after all modules are open. */
  readonly archiveSources: () => readonly ArchiveSource[];
  readonly channels: readonly PayChannel[];
  readonly wechat: Wechat;
  /** Publishes events to all nodes. They are sent after the commit. */
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly report: (error: unknown, what: string) => void;
  /** Alarms the operators; at most once an hour per cause and subject. */
  readonly alarm: (tenantId: string, cause: PayAlarm, note: string, subject?: string) => Promise<unknown>;
  /** Counts a callback with a wrong signature. The fifth within an hour at one address raises an alarm. */
  readonly reportForgedCallback: (tenantId: string, door: string) => void;
}

/** Functions that modules contribute to the kit. Modules opened earlier can call them too, once all are open. */
type KitFunctions = Pick<
  ModuleKit,
  | 'audit'
  | 'lookups'
  | 'dictionaries'
  | 'files'
  | 'imports'
  | 'queued'
  | 'tenantIds'
  | 'alarm'
  | 'reportForgedCallback'
  | keyof Late
>;
type Late = Pick<
  ModuleKit,
  'publishToUsers' | 'refreshTodos' | 'closeTodo' | 'repairTodos' | 'scopeOf' | 'hasPhone' | 'checkCaptcha'
>;
type ManifestData = Pick<
  ModuleKit,
  'sources' | 'counts' | 'figures' | 'archiveSources' | 'events' | 'registry' | 'references' | 'register'
>;

/** A scheduled job, run once per tenant in a scope that oversees the whole tenant. */
export interface Nightly<R> {
  /** Cron expression in the time zone Asia/Shanghai. */
  readonly at: string;
  readonly run: (module: R, scope: Scope) => Promise<unknown>;
}

/**
 * A scheduled job that makes the rows which rules and calendar demand, such as reports to send and checks to do. It also
 * runs before the first call of a tenant on a day, so that every answer counts the same rows. It must change nothing
 * when the rows exist.
 */
export interface Daily<R> {
  /** Cron expression in the time zone Asia/Shanghai. */
  readonly at: string;
  /** Returns the last day whose rows exist now. */
  readonly run: (module: R, scope: Scope) => Promise<string>;
}

/**
 * Shares of work that a demo enterprise neglects, from 0 to 1. They are chosen so that the scores lead to the mix of
 * colours that the demonstration shows.
 */
export interface Conduct {
  /** Dangers that are repaired after their deadline. */
  readonly late: number;
  /** Overdue dangers that are still open, and for how many days at most. */
  readonly open: number;
  readonly openDays: number;
  /** Checks, lessons and reports that are not done in time. */
  readonly missed: number;
  /** Dates that have expired. */
  readonly expired: number;
}

export interface SeedContext {
  readonly vault: Kit['vault'];
  readonly seed: number;
  readonly now: Date;
  /**
   * First day whose rows are missing; null at the first seed. A seed of days adds the rows of this day until yesterday,
   * and moves the rows on that nobody has changed.
   */
  readonly since: string | null;
  /** Some hundred enterprises of the tenant at most, ordered by id. */
  readonly enterprises: readonly SeededEnterprise[];
  /**
   * Whether the tenant has more enterprises than a demonstration. Modules add no rows for enterprises outside
   * `enterprises`.
   */
  readonly isBulk: boolean;
  readonly own: readonly string[];
  /** Demo account name → user id. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Names of the places of the tenant, and its telephone area code. */
  readonly home: { readonly places: readonly string[]; readonly areaCode: string };
  /**
   * Updates the planner's statistics. It runs before each module; a seed calls it between a bulk insert and a large
   * read.
   */
  readonly updateStatistics: () => Promise<void>;
  /**
   * Draws a picture (photo before or after a repair, plan, clip or card) and returns it as a field value. Photos of
   * one `scene` show the same place; a picture of goods shows the goods that `scene` names. The files are stored at
   * the end of the seed. Returns an empty value when the seed stores no files.
   */
  readonly photos: (
    enterpriseId: string,
    of: 'before' | 'after' | 'plan' | 'brake' | 'rest' | 'fire' | 'card' | 'paper' | 'goods' | 'sign',
    scene?: string,
  ) => StoredFile[];
}
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
  /** Null if the authority does not supervise the enterprise yet. */
  readonly activatedAt: Date | null;
  /** Kinds of vehicles that a transport enterprise may run; otherwise empty. */
  readonly carTypes: readonly string[];
  readonly conduct: Conduct;
}

/** Whether the authority supervises the enterprise. Scores, archives and reports count only such enterprises. */
export const isSupervised = ({ status }: Pick<SeededEnterprise, 'status'>): boolean =>
  status === 'active' || status === 'suspended';

export interface Served {
  /** Module name: prefix of the verbs in permits, audit and the API description. */
  readonly name: string;
  readonly calls: Calls;
  readonly module: unknown;
  /** Whether the functions may see sign-in data of unauthenticated people. */
  readonly http: boolean;
}
export const serve = <C extends Calls>(name: string, calls: C, module: Handlers<C, Scope>, http = false): Served => ({
  name,
  calls,
  module,
  http,
});

export interface ServerModule<R = unknown> {
  readonly name: string;
  readonly module?: R;
  readonly manifest: Manifest | null;
}
interface Manifest {
  needs: Readonly<Record<string, ServerModule>>;
  open(deps: never): unknown;
  gives?: (module: never, kit: never) => Partial<KitFunctions>;
  calls?: Calls;
  serves?: (module: never) => readonly Served[];
  ask?: Readonly<Record<string, (tx: Tx, event: never, module: never) => Promise<string | null>>>;
  on?: Readonly<Record<string, (tx: Tx, event: never, module: never) => Promise<unknown>>>;
  todos?: (module: never) => readonly TodoSource[];
  counts?: Partial<Record<RedDot, (tx: Tx, module: never) => Promise<number>>>;
  figures?: (module: never) => readonly FigureSource[];
  archive?: readonly ArchiveSource[];
  nightly?: Readonly<Record<string, Nightly<never>>>;
  daily?: Readonly<Record<string, Daily<never>>>;
  often?: Readonly<Record<string, (module: never) => Promise<unknown>>>;
  seed?: (tx: Tx, context: SeedContext) => Promise<unknown>;
  seedDays?: (tx: Tx, context: SeedContext) => Promise<unknown>;
}
type ModuleOf<M> = M extends ServerModule<infer R> ? R : never;
type Needs = Readonly<Record<string, ServerModule>>;
export type Deps<N extends Needs> = { readonly kit: ModuleKit } & { readonly [K in keyof N]: ModuleOf<N[K]> };

/** Defines a module. `open` comes before the parts that use the module, so that TypeScript infers its type. */
export function defineModule<N extends Needs, R extends Handlers<C, Scope>, C extends Calls = {}>(
  name: string,
  manifest: {
    /** Modules that this module needs. They must come earlier in the list. */
    needs: N;
    open: (deps: Deps<N>) => R;
    gives?: (module: NoInfer<R>, kit: ModuleKit) => Partial<KitFunctions>;
    calls?: C;
    serves?: (module: NoInfer<R>) => readonly Served[];
    /** Returns a reason why an action of another module must not happen, or null. */
    ask?: { [E in keyof Events]?: (tx: Tx, event: Events[E], module: NoInfer<R>) => Promise<string | null> };
    /** Handles events of other modules, in the same transaction. */
    on?: { [E in keyof Events]?: (tx: Tx, event: Events[E], module: NoInfer<R>) => Promise<unknown> };
    todos?: (module: NoInfer<R>) => readonly TodoSource[];
    /** Red dots of menu entries: how many rows the entry's default filter shows to the user. */
    counts?: Partial<Record<RedDot, (tx: Tx, module: NoInfer<R>) => Promise<number>>>;
    figures?: (module: NoInfer<R>) => readonly FigureSource[];
    archive?: readonly ArchiveSource[];
    nightly?: Readonly<Record<string, Nightly<NoInfer<R>>>>;
    daily?: Readonly<Record<string, Daily<NoInfer<R>>>>;
    /** Jobs that run every few seconds on worker nodes, by name. Each job handles all tenants itself. */
    often?: Readonly<Record<string, (module: NoInfer<R>) => Promise<unknown>>>;
    /** Demo rows, in bulk; runs after the seeds of the needed modules. */
    seed?: (tx: Tx, context: SeedContext) => Promise<unknown>;
    /** Demo rows of the days that have passed since the seed. It runs each hour, in a demonstration alone. */
    seedDays?: (tx: Tx, context: SeedContext) => Promise<unknown>;
  },
): ServerModule<R> {
  return { name, manifest: manifest as Manifest };
}

/** A dependency that is no module; the caller of openModules supplies it. */
export const externalDependency = <R>(name: string): ServerModule<R> => ({ name, manifest: null });

/**
 * Sorts modules into their opening order. Each one follows the modules it needs; modules that contribute to the kit
 * come first.
 */
export function sortByNeeds(modules: readonly ServerModule[]): ServerModule[] {
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

export type Mount = (name: string, calls: Calls, module: never, behind: { http: boolean }) => void;

/** Opens modules in order, each with its needs, and connects their event handlers. */
export function openModules(
  modules: readonly ServerModule[],
  base: Omit<ModuleKit, keyof ManifestData | keyof KitFunctions>,
  elsewhere: Readonly<Record<string, unknown>>,
) {
  const events = createEvents();
  const registry = createRegistry();
  const open = new Map<string, unknown>(Object.entries(elsewhere));
  const mounts: Served[] = [];
  const sources: TodoSource[] = [];
  const figures: FigureSource[] = [];
  const archiveSources: ArchiveSource[] = [];
  const counts: Partial<Record<RedDot, (tx: Tx) => Promise<number>>> = {};
  const addCount = (dot: RedDot, count: (tx: Tx) => Promise<number>) => {
    const before = counts[dot];
    counts[dot] = before ? async (tx) => (await before(tx)) + (await count(tx)) : count;
  };
  const nightly: { name: string; at: string; run: (scope: Scope) => Promise<unknown> }[] = [];
  const daily: DailyWork[] = [];
  const often: { name: string; run: () => Promise<unknown> }[] = [];
  const gifts: Partial<KitFunctions> = {};
  const missing = (what: string): never => {
    throw new Error(`no module that is open gives ${what}`);
  };
  const late: Late = {
    publishToUsers: (...it) => (gifts.publishToUsers ?? missing('publishToUsers'))(...it),
    refreshTodos: (...it) => (gifts.refreshTodos ?? missing('touched'))(...it),
    closeTodo: (...it) => (gifts.closeTodo ?? missing('closeTodo'))(...it),
    repairTodos: (...it) => (gifts.repairTodos ?? missing('repairTodos'))(...it),
    scopeOf: (...it) => (gifts.scopeOf ?? missing('scopeOf'))(...it),
    hasPhone: (...it) => (gifts.hasPhone ?? missing('hasPhone'))(...it),
    checkCaptcha: (...it) => (gifts.checkCaptcha ?? missing('checkCaptcha'))(...it),
  };
  const gathered: ManifestData = {
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
    // Calls of a resource are named after the resource, even when the module has another name.
    const served = declaredResources.find(({ calls }) => calls === manifest.calls)?.resource.name ?? name;
    const servedBefore = mounts.length;
    if (manifest.calls) mounts.push({ name: served, calls: manifest.calls, module, http: false });
    mounts.push(...(manifest.serves?.(module as never) ?? []));
    for (const one of mounts.slice(servedBefore)) registry.serve(one.name, one.calls);
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
    for (const [work, { at, run }] of Object.entries(manifest.daily ?? {}))
      daily.push({ name: `${name}.${work}`, at, run: (scope) => run(module as never, scope) });
    for (const [work, run] of Object.entries(manifest.often ?? {}))
      often.push({ name: `${name}.${work}`, run: () => run(module as never) });
  }
  return {
    nightly,
    daily,
    often,
    moduleOf: <R>({ name }: ServerModule<R>): R => {
      if (!open.has(name)) throw new Error(`${name} is not open`);
      // The cast is safe: `open` stored the value under this module's name, and the module carries its type.
      return open.get(name) as R;
    },
    mount: (put: Mount) => {
      for (const { name, calls, module, http } of mounts) put(name, calls, module as never, { http });
    },
  };
}
