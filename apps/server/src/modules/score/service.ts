import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { holdDaysMost, type HoldInput, type Judgement, type ScoreCard } from '@anlan/contract/modules/score/score';
import { AppError, invalid } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { judgedOf, renew, rulesOf } from './judging.ts';
import { isBetter } from './rules.ts';
import * as store from './store.ts';

type ScoreKit = Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'jobs' | 'references'>;

/** Queue of enterprises whose score is to be computed anew. */
const queue = 'score.due';
/** Queue of tenants all of whose scores are. */
const queueOfAll = 'score.tenant';
/** Enterprises a transaction. */
const batch = 500;
const again = { times: 20, firstPauseSeconds: 1 };
/** Who fills in many checks changes one enterprise time and again: it is judged once for all of a moment. */
const soon = { ...again, waitSeconds: 1 };
const daysShown = 30;

/** Scores and colours of enterprises: computed from what other modules keep, explained, and kept by day. */
export function createScores({ db, clock, audit, jobs, references }: ScoreKit) {
  const marked = new WeakMap<Tx, Set<string>>();
  /** Lets the scores of enterprises be computed anew once the transaction has committed. */
  async function mark(tx: Tx, ids: readonly string[]): Promise<void> {
    const known = marked.get(tx) ?? new Set<string>();
    marked.set(tx, known);
    // What one transaction changes in an enterprise is judged once, after it.
    const fresh = [...new Set(ids)].filter((id) => !known.has(id));
    if (fresh.length === 0) return;
    const { tenantId, userId } = tx.scope;
    await Promise.all([
      store.addDue(tx, fresh),
      jobs.sendUnlessWaiting(tx, queue, { tenantId, userId: userId ?? '', jobId: newId() }, soon),
    ]);
    for (const id of fresh) known.add(id);
  }
  /** Lets all of a tenant be computed anew. */
  async function markAll(tx: Tx): Promise<void> {
    const { tenantId, userId } = tx.scope;
    await jobs.sendUnlessWaiting(tx, queueOfAll, { tenantId, userId: userId ?? '', jobId: newId() }, again);
  }
  jobs.work(queueOfAll, async ({ tenantId }) => void (await renewAll(systemScope('score', tenantId))));
  jobs.work(queue, async ({ tenantId }) => {
    for (;;) {
      const taken = await db.scoped(
        systemScope('score', tenantId),
        async (tx) => {
          const due = await store.takeDue(tx, batch);
          if (due.length > 0) await renew(tx, [...new Set(due)], clock.now());
          return due.length;
        },
        { statementMs: 60_000 },
      );
      if (taken < batch) return;
    }
  });

  /** The enterprise that a call is about; one hidden is not there. */
  async function named(tx: Tx, given: string | undefined): Promise<{ id: string; name: string } | null> {
    const id = given ?? tx.scope.enterpriseId;
    if (id === null) return null;
    const row = (await references['enterprise']?.read(tx, [id]))?.get(id);
    if (!row) throw new AppError('notFound');
    return { id, name: row.name };
  }
  const demanded = async (tx: Tx, given: string) => {
    const of = await named(tx, given);
    if (!of) throw new AppError('notFound');
    return of;
  };

  /** Computes every supervised enterprise of the scope's tenant; answers how many were read and written. */
  async function renewAll(scope: Scope): Promise<{ read: number; written: number }> {
    let after: string = idRange.lowest;
    let [read, written] = [0, 0];
    for (;;) {
      const ids = await db.scoped(
        scope,
        async (tx) => {
          const some = await store.supervisedAfter(tx, after, batch);
          written += some.length === 0 ? 0 : await renew(tx, some, clock.now());
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
      db.scoped(
        scope,
        async (tx) => {
          const of = await named(tx, enterpriseId);
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
        },
        { readOnly: true },
      ),
    onDay: (
      scope: Scope,
      { enterpriseId, day }: { enterpriseId?: string | undefined; day: string },
    ): Promise<(Judgement & { day: string }) | null> =>
      db.scoped(
        scope,
        async (tx) => {
          const of = await named(tx, enterpriseId);
          return of && (await store.readDay(tx, of.id, day));
        },
        { readOnly: true },
      ),
    hold: (scope: Scope, { enterpriseId, color, reason, until }: HoldInput): Promise<null> =>
      db.scoped(scope, async (tx) => {
        if (scope.userType === 'enterprise') throw new AppError('denied');
        const now = clock.now();
        const today = dayOf(now);
        const ahead = daysBetween(today, until);
        if (ahead < 0) throw invalid({ field: 'until', msg: '截止日期不能早于今天' });
        if (ahead > holdDaysMost) throw invalid({ field: 'until', msg: `最多暂定 ${holdDaysMost} 天` });
        const { id } = await demanded(tx, enterpriseId);
        const computed = (await judgedOf(tx, [id], today)).get(id)?.computed;
        if (computed === undefined) throw new AppError('invalid', '只能为正常或停产停业的企业暂定颜色');
        if (isBetter(color, computed)) throw invalid({ field: 'color', msg: '不能比计算出的颜色更好' });
        await store.endHold(tx, id, now);
        await store.addHold(tx, id, { color, reason, until, now });
        const call = { call: 'score.hold', objectType: 'enterprise', objectId: id, enterpriseId: id };
        await audit.record(tx, { ...call, note: `${reason}（至 ${until}）`, changes: [] });
        await renew(tx, [id], clock.now());
        return null;
      }),
    release: (scope: Scope, { enterpriseId, reason }: { enterpriseId: string; reason: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        if (scope.userType === 'enterprise') throw new AppError('denied');
        const { id } = await demanded(tx, enterpriseId);
        if ((await store.endHold(tx, id, clock.now())) === 0) throw new AppError('invalid', '这家企业没有暂定的颜色');
        const call = { call: 'score.release', objectType: 'enterprise', objectId: id, enterpriseId: id };
        await audit.record(tx, { ...call, note: reason, changes: [] });
        await renew(tx, [id], clock.now());
        return null;
      }),
  };
}
