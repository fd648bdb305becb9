/**
 * job: long work (任务) that people start and watch: imports now, more later.
 * One row says how far it is, whether it shall stop and what came of it; only its owner sees it.
 * Other modules begin work with `create`, say with `work` who does it, and with `undoable` how it is taken back.
 */
import { jobCalls } from '@anlan/contract/modules/job/calls';
import { undoUntil } from '#kit/import/take-back.ts';
import { importKinds } from '#kit/import/work.ts';
import { defineModule, serve } from '#kit/module.ts';
import type { QueuedList } from '#kit/ports.ts';
import type { Job } from '@anlan/contract/modules/job/job';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Attempt, JobPayload, Jobs } from '#platform/jobs/index.ts';
import { auditModule } from '../audit/index.ts';
import { fileModule } from '../file/index.ts';
import {
  forgottenText,
  isForgotten,
  isHopeless,
  listKind,
  outcomeOf,
  placeOf,
  placeText,
  WorkCancelled,
  WorkOvertaken,
  type Outcome,
  type Share,
} from './rules.ts';
import {
  advanceJob,
  changeJob,
  countAhead,
  countAlone,
  countOpen,
  endJob,
  findJob,
  findRecent,
  forgiveTry,
  heldJobs,
  insertJob,
  lookingBeside,
  lookedThrough,
  lookedThroughAfter,
  noteJob,
  pageJobs,
  takeJob,
  takeUp,
  type JobRow,
} from './store.ts';
import type { JobParams } from './tables.ts';

export { placeOf, WorkCancelled, type Outcome };

/** What the module needs of those around it. */
export interface JobDeps {
  db: Db;
  jobs: Pick<Jobs, 'send' | 'work'>;
  audit: { record(tx: Tx, entry: { call: string; objectType: string; objectId: string }): Promise<string> };
  clock: Clock;
  /** The scope of the person who asked, with the rights of this moment; null when they may no longer act. */
  scopeOf: (person: { tenantId: string; userId: string }) => Promise<Scope | null>;
}

/** A piece of work as the one sees it who does it. */
export interface Work {
  id: string;
  /** Acts for the person who asked. */
  scope: Scope;
  userId: string;
  params: JobParams;
  /** Units finished by an earlier try. */
  done: number;
  /** Says how far it is, in the transaction given or in one of its own. */
  progress(tx: Tx | null, step: { done: number; total?: number; message?: string; notes?: JobParams }): Promise<void>;
  /** Ends the work inside the caller's transaction, so that both are true or neither. */
  finish(tx: Tx, outcome: Outcome): Promise<void>;
  /** Throws when the person asked to stop or the server is stopping; call it between steps. */
  goOn(): Promise<void>;
  /** The scope with the rights of now, for work that lasts; throws when the person may no longer act (S12, S35). */
  scopeNow(): Promise<Scope>;
}

/** Work that is over, as whoever may take it back looks at it. */
interface EndedJob {
  id: string;
  state: Job['state'];
  params: JobParams;
  result: Record<string, unknown> | null;
  endedAt: Date;
}
/** How work of a kind is taken back. */
interface WayBack {
  /** Until when; null where it cannot be. */
  until: (ended: EndedJob) => Date | null;
  /** Begins the work that does it; answers its id. */
  begin: (tx: Tx, ended: EndedJob) => Promise<string>;
}

function presentJob(row: JobRow): Omit<Job, 'undoUntil'> {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    createdAt: row.created_at,
    state: row.state,
    done: row.done,
    total: row.total,
    message: row.message,
    resultUrl: row.result_url,
    result: typeof row.result === 'string' ? null : row.result,
  };
}

const paramsOf = (row: JobRow): JobParams => (typeof row.params === 'string' ? {} : row.params);

const endedOf = (row: JobRow): EndedJob => ({
  id: row.id,
  state: row.state,
  params: paramsOf(row),
  result: typeof row.result === 'string' ? null : row.result,
  endedAt: row.updated_at,
});

function personOf(scope: Scope): string {
  if (scope.userId === null) throw new AppError('unauthenticated');
  return scope.userId;
}

/** Opens the module job. */
export function createJobModule({ db, jobs, audit, clock, scopeOf }: JobDeps) {
  const waysBack = new Map<string, WayBack>();
  const present = (row: JobRow): Job => {
    const until = waysBack.get(row.kind)?.until(endedOf(row)) ?? null;
    return { ...presentJob(row), undoUntil: until !== null && until > clock.now() ? until : null };
  };
  const shares = new Map<string, Share>();
  /** How much is in front of work that waits for its turn; null where its turn has come, or the kind knows no turns. */
  async function placeIn(tx: Tx, row: Pick<JobRow, 'id' | 'kind' | 'user_id'>): Promise<number | null> {
    const share = shares.get(row.kind);
    if (!share) return null;
    const ahead = await countAhead(tx, row);
    const beside = share.beside?.({ tenantId: tx.scope.tenantId, userId: row.user_id }) ?? { mine: 0, all: 0 };
    return placeOf({ mine: ahead.mine + beside.mine, all: ahead.all + beside.all }, share);
  }
  /** Puts work into its queue whose turn has come; asked whenever work of the kind comes or ends. */
  async function release(tx: Tx, kind: string): Promise<void> {
    const share = shares.get(kind);
    if (!share) return;
    await countAlone(tx, kind);
    for (const row of await heldJobs(tx, kind)) {
      if (placeOf(await countAhead(tx, row), share) !== null) continue;
      await noteJob(tx, row.id, { held: false });
      await jobs.send(tx, kind, { tenantId: tx.scope.tenantId, userId: row.user_id, jobId: row.id });
    }
  }
  /** Work as its owner sees it, with its place where it waits. */
  async function presentIn(tx: Tx, row: JobRow): Promise<Job> {
    if (isForgotten(row, clock.now())) return { ...present(row), state: 'failed', message: forgottenText };
    const place = row.state === 'waiting' ? await placeIn(tx, row) : null;
    return place === null ? present(row) : { ...present(row), message: placeText(place) };
  }
  const shown = new Map<string, (tx: Tx, job: Job) => Promise<Job['result']>>();
  const listeners: ((tx: Tx, id: string) => Promise<void>)[] = [];
  const touched = async (tx: Tx, id: string) => {
    for (const listener of listeners) await listener(tx, id);
  };
  const ended = ({ state, message = null, result = null, resultUrl = null }: Outcome) => ({
    state,
    message,
    result: result === null ? null : JSON.stringify(result),
    result_url: resultUrl,
    updated_at: clock.now(),
  });

  // Tries that the database did not let us forgive while it was away; who dies over the work remembers nothing.
  const unforgiven = new Set<string>();

  async function perform(
    kind: string,
    work: (work: Work) => Promise<Outcome>,
    payload: JobPayload,
    attempt: Attempt,
  ): Promise<void> {
    const { tenantId, userId, jobId } = payload;
    const system = systemScope('job', tenantId);
    const waits =
      shares.has(kind) &&
      (await db.scoped(system, (tx) => placeIn(tx, { id: jobId, kind, user_id: userId }), { readOnly: true })) !== null;
    if (waits) return attempt.putOff();
    const row = await db.scoped(system, (tx) => takeUp(tx, jobId, clock.now(), unforgiven.has(jobId)));
    unforgiven.delete(jobId);
    if (!row || row.user_id !== userId) return;
    // Who lost its hold on the work without noticing must not write beside whoever took it up since.
    const { tries } = row;
    const finish = async (tx: Tx, outcome: Outcome) => {
      const ending = await endJob(tx, jobId, tries, ended(outcome));
      if (ending) {
        await touched(tx, jobId);
        await release(tx, kind);
      }
      return ending;
    };
    const end = async (outcome: Outcome) => {
      await db.scoped(system, (tx) => finish(tx, outcome));
    };

    if (isHopeless(row)) return end({ state: 'failed', message: '任务多次意外中断，已停止，请重新发起' });
    try {
      const scope = await scopeOf({ tenantId, userId });
      if (scope === null) return await end({ state: 'failed', message: '账号已停用，任务没有执行' });
      const outcome = await work({
        id: jobId,
        scope,
        userId,
        params: paramsOf(row),
        done: row.done,
        async progress(given, { done, total, message, notes }) {
          const change = { done, updated_at: clock.now(), ...(total === undefined ? {} : { total }) };
          const write = async (tx: Tx) => {
            const said = message === undefined ? change : { ...change, message };
            if (!(await advanceJob(tx, jobId, tries, said))) throw new WorkOvertaken();
            if (notes) await noteJob(tx, jobId, notes);
          };
          await (given ? write(given) : db.scoped(system, write));
        },
        async finish(tx, outcome) {
          if (!(await finish(tx, outcome))) throw new WorkOvertaken();
        },
        async goOn() {
          attempt.signal.throwIfAborted();
          const now = await db.scoped(system, (tx) => findJob(tx, userId, jobId));
          if (now?.tries !== tries) throw new WorkOvertaken();
          if (now.cancel_asked) throw new WorkCancelled();
        },
        async scopeNow() {
          const now = await scopeOf({ tenantId, userId });
          if (now === null) throw new AppError('denied', '账号已停用，任务已停止');
          return now;
        },
      });
      await end(outcome);
    } catch (error) {
      if (error instanceof WorkOvertaken) return;
      const outcome = outcomeOf(error, attempt.signal.aborted);
      if (outcome === null) {
        await db.scoped(system, (tx) => forgiveTry(tx, jobId)).catch(() => unforgiven.add(jobId));
        throw error;
      }
      await end(outcome);
      // A refusal is for the person alone; anything else goes on to the operator's log, and the next try finds it ended.
      if (!(error instanceof AppError) && !(error instanceof WorkCancelled)) throw error;
    }
  }

  return {
    get: (scope: Scope, { id }: { id: string }): Promise<Job> =>
      db.scoped(scope, async (tx) => {
        const row = await findJob(tx, personOf(scope), id);
        if (!row) throw new AppError('notFound');
        const job = await presentIn(tx, row);
        return { ...job, result: (await shown.get(row.kind)?.(tx, job)) ?? job.result };
      }),
    cancel: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const row = await takeJob(tx, personOf(scope), id);
        if (!row) throw new AppError('notFound');
        const asked = { cancel_asked: true, updated_at: clock.now() };
        const stopped = { ...asked, state: 'cancelled' as const, message: '已取消' };
        const changed =
          (await changeJob(tx, id, ['waiting'], stopped)) ?? (await changeJob(tx, id, ['running'], asked));
        if (!changed) throw new AppError('invalid', '任务已经结束，不能取消');
        await audit.record(tx, { call: 'job.cancel', objectType: 'job', objectId: id });
        await release(tx, row.kind);
        return null;
      }),
    /** Takes back all that a person's own work wrote; asked again, it answers the work that does it. */
    undo: (scope: Scope, { id }: { id: string }): Promise<{ jobId: string }> =>
      db.scoped(scope, async (tx) => {
        const row = await takeJob(tx, personOf(scope), id);
        if (!row) throw new AppError('notFound');
        const undoneBy = paramsOf(row)['undoneBy'];
        if (typeof undoneBy === 'string') return { jobId: undoneBy };
        const way = waysBack.get(row.kind);
        const until = way?.until(endedOf(row)) ?? null;
        if (!way || until === null) throw new AppError('invalid', '这项任务没有可以撤销的内容');
        if (until <= clock.now()) throw new AppError('invalid', '已经超过可以撤销的时间，请在列表中逐条修改或删除');
        const jobId = await way.begin(tx, endedOf(row));
        await audit.record(tx, { call: 'job.undo', objectType: 'job', objectId: id });
        return { jobId };
      }),
    page: (scope: Scope, { page, size, sort }: PageInput<Record<never, never>, 'createdAt'>): Promise<Page<Job>> =>
      db.scoped(scope, async (tx) => {
        const direction = sort[0]?.desc === false ? 'asc' : 'desc';
        const { rows, total } = await pageJobs(tx, personOf(scope), size, (page - 1) * size, direction);
        const jobsOfPage: Job[] = [];
        for (const row of rows) jobsOfPage.push(await presentIn(tx, row));
        return { rows: jobsOfPage, total, page, size };
      }),
    /** Begins work for the caller, in the caller's transaction; answers its id. */
    async create(
      tx: Tx,
      { kind, title = null, params = {} }: { kind: string; title?: string | null; params?: JobParams },
    ): Promise<string> {
      const [id, userId] = [newId(), personOf(tx.scope)];
      const held = shares.has(kind) ? { held: true } : {};
      await insertJob(tx, { id, kind, title, user_id: userId, params: { ...params, ...held }, now: clock.now() });
      if (shares.has(kind)) await release(tx, kind);
      else await jobs.send(tx, kind, { tenantId: tx.scope.tenantId, userId, jobId: id });
      return id;
    },
    /**
     * Says who does work of a kind; it may run again after a kill, and must then go on where it was. `show` answers what
     * its owner reads of what came of it, where that is more than what is kept; null where it is the same.
     */
    work(kind: string, work: (work: Work) => Promise<Outcome>, show?: (tx: Tx, job: Job) => Promise<Job['result']>) {
      if (show) shown.set(kind, show);
      jobs.work(kind, (payload, attempt) => perform(kind, work, payload, attempt));
    },
    /** Says how much work of a kind goes on at once; the rest waits for its turn. */
    inTurn: (kind: string, share: Share): void => void shares.set(kind, share),
    /** Says how work of a kind is taken back, and until when; only its owner may. */
    undoable: (kind: string, until: WayBack['until'], begin: WayBack['begin']): void =>
      void waysBack.set(kind, { until, begin }),
    /** The caller's own work of a kind with its notes, held until the transaction ends. */
    async take(tx: Tx, id: string, kind: string): Promise<(Job & { params: JobParams }) | null> {
      const row = await takeJob(tx, personOf(tx.scope), id);
      return row?.kind === kind ? { ...present(row), params: paramsOf(row) } : null;
    },
    /** The same without holding it. */
    async find(tx: Tx, id: string): Promise<(Job & { params: JobParams }) | null> {
      const row = await findJob(tx, personOf(tx.scope), id);
      return row ? { ...present(row), params: paramsOf(row) } : null;
    },
    /** Notes something on work of any state. */
    async note(tx: Tx, id: string, notes: JobParams): Promise<void> {
      await noteJob(tx, id, notes);
      await touched(tx, id);
    },
    /** Acts in the transaction in which work ends, or something is noted on it. */
    onTouched: (listener: (tx: Tx, id: string) => Promise<void>) => void listeners.push(listener),
    looked: lookedThrough,
    lookedAfter: lookedThroughAfter,
    lookingBeside,
    /** Shows a person that a list of theirs waits to be written, until its turn comes (S68). */
    async queued(scope: Scope, title: string): Promise<QueuedList> {
      const [id, userId] = [newId(), personOf(scope)];
      const change = (values: Partial<Pick<JobRow, 'state' | 'message'>>) =>
        db.scoped(scope, (tx) => changeJob(tx, id, ['waiting'], { ...values, updated_at: clock.now() }));
      await db.scoped(scope, (tx) =>
        insertJob(tx, { id, kind: listKind, title, user_id: userId, params: {}, now: clock.now() }),
      );
      return {
        place: async (ahead) => (await change({ message: placeText(ahead) })) === undefined,
        end: async (state, message) => void (await change({ state, message })),
      };
    },
    /** How much work of a kind is not over yet; a second one who counts waits until the first has written. */
    async open(tx: Tx, kind: string): Promise<{ mine: number; all: number }> {
      await countAlone(tx, kind);
      return countOpen(tx, personOf(tx.scope), kind);
    },
    /** Whether the caller began work of a kind with these notes since a moment and it did not fail. */
    began: async (tx: Tx, kind: string, since: Date, notes: JobParams): Promise<boolean> =>
      (await findRecent(tx, personOf(tx.scope), kind, since, notes)) !== undefined,
  };
}

/** The module job. */
export type JobModule = ReturnType<typeof createJobModule>;
/** The module job, for those that need it. */
export const jobModule = defineModule('job', {
  needs: { audit: auditModule, files: fileModule },
  open({ kit: { db, clock, jobs, registry, scopeOf }, audit, files }) {
    const module = createJobModule({ db, jobs, audit, clock, scopeOf });
    module.work(importKinds.check, (work) => registry.importing('check', work));
    module.work(importKinds.apply, (work) => registry.importing('apply', work));
    module.work(importKinds.undo, (work) => registry.importing('undo', work));
    module.undoable(importKinds.apply, undoUntil, (tx, ended) => registry.undoImport(tx, ended));
    return { ...module, imports: { work: module, files } };
  },
  serves: (module) => [serve('job', jobCalls, module)],
  gives: ({ imports, queued }) => ({ imports, queued }),
});
