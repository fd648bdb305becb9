import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { maxHoldDays, type HoldInput, type Judgement, type ScoreCard } from '@anlan/contract/modules/score/score';
import { AppError, invalid } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { judgedOf, updateScores, rulesOf } from './compute-scores.ts';
import { isBetter } from './rules.ts';
import * as store from './store.ts';

type ScoreKit = Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'jobs' | 'references'>;

/** Name of the queue of enterprises whose score must be computed. */
const queue = 'score.due';
/** Name of the queue of tenants whose scores must all be computed. */
const queueOfAll = 'score.tenant';
/** Number of enterprises that one transaction computes. */
const batch = 500;
const again = { times: 20, firstPauseSeconds: 1 };
/** Debounce: many checks change the same enterprise within a short time, so they share one computation. */
const soon = { ...again, waitSeconds: 1 };
const daysShown = 30;

export function createScores({ db, clock, audit, jobs, references }: ScoreKit) {
  const marked = new WeakMap<Tx, Set<string>>();
  /** Queues enterprises for score computation after the commit. */
  async function mark(tx: Tx, ids: readonly string[]): Promise<void> {
    const markedIds = marked.get(tx) ?? new Set<string>();
    marked.set(tx, markedIds);
    // Changes of one enterprise in one transaction cause one computation.
    const fresh = [...new Set(ids)].filter((id) => !markedIds.has(id));
    if (fresh.length === 0) return;
    const { tenantId, userId } = tx.scope;
    await Promise.all([
      store.addDue(tx, fresh),
      jobs.sendUnlessWaiting(tx, queue, { tenantId, userId: userId ?? '', jobId: newId() }, soon),
    ]);
    for (const id of fresh) markedIds.add(id);
  }
  async function markAll(tx: Tx): Promise<void> {
    const { tenantId, userId } = tx.scope;
    await jobs.sendUnlessWaiting(tx, queueOfAll, { tenantId, userId: userId ?? '', jobId: newId() }, again);
  }
  jobs.work(queueOfAll, async ({ tenantId }) => void (await renewAll(systemScope('score', tenantId))));
  jobs.work(queue, async ({ tenantId }) => {
    for (;;) {
      const dueIds = await db.scoped(
        systemScope('score', tenantId),
        async (tx) => {
          const due = await store.takeDue(tx, batch);
          if (due.length > 0) await updateScores(tx, [...new Set(due)], clock.now());
          return due.length;
        },
        { statementMs: 60_000 },
      );
      if (dueIds < batch) return;
    }
  });

  async function findEnterprise(
    tx: Tx,
    enterpriseId: string | undefined,
  ): Promise<{ id: string; name: string } | null> {
    const id = enterpriseId ?? tx.scope.enterpriseId;
    if (id === null) return null;
    const row = (await references['enterprise']?.read(tx, [id]))?.get(id);
    if (!row) throw new AppError('notFound');
    return { id, name: row.name };
  }
  const requireEnterprise = async (tx: Tx, enterpriseId: string) => {
    const of = await findEnterprise(tx, enterpriseId);
    if (!of) throw new AppError('notFound');
    return of;
  };

  async function renewAll(scope: Scope): Promise<{ read: number; written: number }> {
    let after: string = idRange.lowest;
    let [read, written] = [0, 0];
    for (;;) {
      const ids = await db.scoped(
        scope,
        async (tx) => {
          const some = await store.supervisedAfter(tx, after, batch);
          written += some.length === 0 ? 0 : await updateScores(tx, some, clock.now());
          return some;
        },
        { statementMs: 120_000 },
      );
      read += ids.length;
      const last = ids.at(-1);
      if (ids.length < batch || last === undefined) return { read, written };
      after = last;
    }
  }

  return {
    mark,
    markAll,
    renewAll,
    card: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }): Promise<ScoreCard | null> =>
      db.read(scope, async (tx) => {
        const of = await findEnterprise(tx, enterpriseId);
        if (!of) return null;
        const now = clock.now();
        const today = dayOf(now);
        const judged = (await judgedOf(tx, [of.id], today)).get(of.id);
        if (!judged) return null;
        const days = await store.readDays(tx, of.id, daysShown);
        const hold = (await store.readHolds(tx, [of.id])).get(of.id);
        const { weights: _, ...rules } = await rulesOf(tx);
        return {
          ...judged,
          rules: { ...rules, bands: [...rules.bands] },
          enterpriseId: of.id,
          enterpriseName: of.name,
          asOf: now,
          before: days.find(({ day }) => day < today) ?? null,
          days,
          hold:
            hold && hold.until_on >= today
              ? {
                  color: hold.color,
                  reason: hold.reason,
                  until: hold.until_on,
                  byName: scope.userType === 'enterprise' ? null : hold.held_by_name,
                  at: hold.held_at,
                }
              : null,
          mayHold: scope.permits.has('bus:score:hold') && scope.userType !== 'enterprise',
        };
      }),
    onDay: (
      scope: Scope,
      { enterpriseId, day }: { enterpriseId?: string | undefined; day: string },
    ): Promise<(Judgement & { day: string }) | null> =>
      db.read(scope, async (tx) => {
        const of = await findEnterprise(tx, enterpriseId);
        return of && (await store.readDay(tx, of.id, day));
      }),
    hold: (scope: Scope, { enterpriseId, color, reason, until }: HoldInput): Promise<null> =>
      db.scoped(scope, async (tx) => {
        if (scope.userType === 'enterprise') throw new AppError('denied');
        const now = clock.now();
        const today = dayOf(now);
        const ahead = daysBetween(today, until);
        if (ahead < 0) throw invalid({ field: 'until', msg: '截止日期不能早于今天' });
        if (ahead > maxHoldDays) throw invalid({ field: 'until', msg: `最多暂定 ${maxHoldDays} 天` });
        const { id } = await requireEnterprise(tx, enterpriseId);
        const computed = (await judgedOf(tx, [id], today)).get(id)?.computed;
        if (computed === undefined) throw new AppError('invalid', '只能为正常或停产停业的企业暂定颜色');
        if (isBetter(color, computed)) throw invalid({ field: 'color', msg: '不能比计算出的颜色更好' });
        await store.endHold(tx, id, now);
        await store.addHold(tx, id, { color, reason, until, now });
        const call = { call: 'score.hold', objectType: 'enterprise', objectId: id, enterpriseId: id };
        await audit.record(tx, { ...call, note: `${reason}（至 ${until}）`, changes: [] });
        await updateScores(tx, [id], clock.now());
        return null;
      }),
    release: (scope: Scope, { enterpriseId, reason }: { enterpriseId: string; reason: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        if (scope.userType === 'enterprise') throw new AppError('denied');
        const { id } = await requireEnterprise(tx, enterpriseId);
        if ((await store.endHold(tx, id, clock.now())) === 0) throw new AppError('invalid', '这家企业没有暂定的颜色');
        const call = { call: 'score.release', objectType: 'enterprise', objectId: id, enterpriseId: id };
        await audit.record(tx, { ...call, note: reason, changes: [] });
        await updateScores(tx, [id], clock.now());
        return null;
      }),
  };
}
