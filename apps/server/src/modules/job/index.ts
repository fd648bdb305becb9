/**
 * job: long-running jobs (任务) that users start and watch. A row has the progress, the cancel request and the result;
 * only its owner sees it. Modules use `create`, register a worker with `work` and an undo with `undoable`.
 */
import { jobCalls } from '@anlan/contract/modules/job/calls';
import { undoUntil } from '#kit/import/import-undo.ts';
import { importKinds } from '#kit/import/import-jobs.ts';
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
  hasTooManyAttempts,
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
  lockCounting,
  countOpen,
  endJob,
  findJob,
  findRecent,
  forgiveTry,
  heldJobs,
  insertJob,
  dryRunsOfOwner,
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

export interface JobDeps {
  db: Db;
  jobs: Pick<Jobs, 'send' | 'work'>;
  audit: { record(tx: Tx, entry: { call: string; objectType: string; objectId: string }): Promise<string> };
  clock: Clock;
  /** The scope of a user with current rights. Null if the user may no longer act. */
  scopeOf: (person: { tenantId: string; userId: string }) => Promise<Scope | null>;
}

export interface Work {
  id: string;
  scope: Scope;
  userId: string;
  params: JobParams;
  done: number;
  /** Saves the progress. `tx` null: in a transaction of its own. */
  progress(tx: Tx | null, step: { done: number; total?: number; message?: string; notes?: JobParams }): Promise<void>;
  finish(tx: Tx, outcome: Outcome): Promise<void>;
  /** Throws if the user cancelled the job or the server stops. Call it between steps. */
  throwIfStopped(): Promise<void>;
  /** The user's scope with current rights. Throws if the user may no longer act (S12, S35). */
  scopeNow(): Promise<Scope>;
}

interface EndedJob {
  id: string;
  state: Job['state'];
  params: JobParams;
  result: Record<string, unknown> | null;
  endedAt: Date;
}
interface UndoHandler {
  /** Time until which an ended job can be undone; null if it cannot. */
  until: (ended: EndedJob) => Date | null;
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

export function createJobModule({ db, jobs, audit, clock, scopeOf }: JobDeps) {
  const undoHandlers = new Map<string, UndoHandler>();
  const present = (row: JobRow): Job => {
    const until = undoHandlers.get(row.kind)?.until(endedOf(row)) ?? null;
    return { ...presentJob(row), undoUntil: until !== null && until > clock.now() ? until : null };
  };
  const shares = new Map<string, Share>();
  /** Position of a job in its queue. Null if it may run now, or if the kind has no limit. */
  async function placeIn(tx: Tx, row: Pick<JobRow, 'id' | 'kind' | 'user_id'>): Promise<number | null> {
    const share = shares.get(row.kind);
    if (!share) return null;
    const ahead = await countAhead(tx, row);
    const beside = share.beside?.({ tenantId: tx.scope.tenantId, userId: row.user_id }) ?? { mine: 0, all: 0 };
    return placeOf({ mine: ahead.mine + beside.mine, all: ahead.all + beside.all }, share);
  }
  /** Queues the jobs of a kind that may run now. Called when a job of the kind is created or ends. */
  async function release(tx: Tx, kind: string): Promise<void> {
    const share = shares.get(kind);
    if (!share) return;
    await lockCounting(tx, kind);
    for (const row of await heldJobs(tx, kind)) {
      if (placeOf(await countAhead(tx, row), share) !== null) continue;
      await noteJob(tx, row.id, { held: false });
      await jobs.send(tx, kind, { tenantId: tx.scope.tenantId, userId: row.user_id, jobId: row.id });
    }
  }
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

  // Ids of jobs with a postponed attempt that is still counted, because the database was unavailable. The next start
  // subtracts the attempt. A crash loses this set.
  const unsubtractedAttempts = new Set<string>();

  async function perform(
    kind: string,
    work: (work: Work) => Promise<Outcome>,
    payload: JobPayload,
    attempt: Attempt,
  ): Promise<void> {
    const { tenantId, userId, jobId } = payload;
    const system = systemScope('job', tenantId);
    const waits =
      shares.has(kind) && (await db.read(system, (tx) => placeIn(tx, { id: jobId, kind, user_id: userId }))) !== null;
    if (waits) return attempt.postpone();
    const row = await db.scoped(system, (tx) => takeUp(tx, jobId, clock.now(), unsubtractedAttempts.has(jobId)));
    unsubtractedAttempts.delete(jobId);
    if (!row || row.user_id !== userId) return;
    // Compare the attempt, because a worker may lose its lock without noticing. Such a worker must not write at the
    // same time as the new worker.
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

    if (hasTooManyAttempts(row)) return end({ state: 'failed', message: '任务多次意外中断，已停止，请重新发起' });
    try {
      const scope = await scopeOf({ tenantId, userId });
      if (scope === null) return await end({ state: 'failed', message: '账号已停用，任务没有执行' });
      const outcome = await work({
        id: jobId,
        scope,
        userId,
        params: paramsOf(row),
        done: row.done,
        async progress(outerTx, { done, total, message, notes }) {
          const change = { done, updated_at: clock.now(), ...(total === undefined ? {} : { total }) };
          const write = async (tx: Tx) => {
            const changeWithMessage = message === undefined ? change : { ...change, message };
            if (!(await advanceJob(tx, jobId, tries, changeWithMessage))) throw new WorkOvertaken();
            if (notes) await noteJob(tx, jobId, notes);
          };
          await (outerTx ? write(outerTx) : db.scoped(system, write));
        },
        async finish(tx, outcome) {
          if (!(await finish(tx, outcome))) throw new WorkOvertaken();
        },
        async throwIfStopped() {
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
        await db.scoped(system, (tx) => forgiveTry(tx, jobId)).catch(() => unsubtractedAttempts.add(jobId));
        throw error;
      }
      await end(outcome);
      // The user sees an AppError. Throw other errors, so that they are logged; the retry finds that the job has ended.
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
        const cancelRequest = { cancel_asked: true, updated_at: clock.now() };
        const stopped = { ...cancelRequest, state: 'cancelled' as const, message: '已取消' };
        const changed =
          (await changeJob(tx, id, ['waiting'], stopped)) ?? (await changeJob(tx, id, ['running'], cancelRequest));
        if (!changed) throw new AppError('invalid', '任务已经结束，不能取消');
        await audit.record(tx, { call: 'job.cancel', objectType: 'job', objectId: id });
        await release(tx, row.kind);
        return null;
      }),
    /** Starts a job that undoes all writes of a job. A second call returns the same undo job. */
    undo: (scope: Scope, { id }: { id: string }): Promise<{ jobId: string }> =>
      db.scoped(scope, async (tx) => {
        const row = await takeJob(tx, personOf(scope), id);
        if (!row) throw new AppError('notFound');
        const undoneBy = paramsOf(row)['undoneBy'];
        if (typeof undoneBy === 'string') return { jobId: undoneBy };
        const way = undoHandlers.get(row.kind);
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
    /** Creates a job in the caller's transaction; returns its id. */
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
     * Registers the worker for a kind of job. After a crash the worker is called again and must continue where it
     * stopped. If the owner sees another result than the stored one, `show` computes it.
     */
    work(kind: string, work: (work: Work) => Promise<Outcome>, show?: (tx: Tx, job: Job) => Promise<Job['result']>) {
      if (show) shown.set(kind, show);
      jobs.work(kind, (payload, attempt) => perform(kind, work, payload, attempt));
    },
    /** Limits the jobs of a kind that run at once; the others are queued. */
    inTurn: (kind: string, share: Share): void => void shares.set(kind, share),
    /** Registers the undo of a kind; only the owner may use it. */
    undoable: (kind: string, until: UndoHandler['until'], begin: UndoHandler['begin']): void =>
      void undoHandlers.set(kind, { until, begin }),
    /** Reads a job of the caller and locks it until the transaction ends. */
    async take(tx: Tx, id: string, kind: string): Promise<(Job & { params: JobParams }) | null> {
      const row = await takeJob(tx, personOf(tx.scope), id);
      return row?.kind === kind ? { ...present(row), params: paramsOf(row) } : null;
    },
    async find(tx: Tx, id: string): Promise<(Job & { params: JobParams }) | null> {
      const row = await findJob(tx, personOf(tx.scope), id);
      return row ? { ...present(row), params: paramsOf(row) } : null;
    },
    async note(tx: Tx, id: string, notes: JobParams): Promise<void> {
      await noteJob(tx, id, notes);
      await touched(tx, id);
    },
    /** Registers a listener that runs in the transaction in which a job ends or gets a note. */
    onTouched: (listener: (tx: Tx, id: string) => Promise<void>) => void listeners.push(listener),
    looked: lookedThrough,
    lookedAfter: lookedThroughAfter,
    lookingBeside: dryRunsOfOwner,
    /** Creates a job row that shows the user that an export is queued, until it starts (S68). */
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
    /** Number of unfinished jobs of a kind. A second count waits until the first caller's transaction ends. */
    async open(tx: Tx, kind: string): Promise<{ mine: number; all: number }> {
      await lockCounting(tx, kind);
      return countOpen(tx, personOf(tx.scope), kind);
    },
    /** Whether the caller started an equal job since `since` that did not fail. */
    began: async (tx: Tx, kind: string, since: Date, notes: JobParams): Promise<boolean> =>
      (await findRecent(tx, personOf(tx.scope), kind, since, notes)) !== undefined,
  };
}

export type JobModule = ReturnType<typeof createJobModule>;
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
