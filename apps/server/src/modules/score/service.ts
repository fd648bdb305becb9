import { addDays, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { holdDaysMost, type HoldInput, type Judgement, type ScoreCard } from '@anlan/contract/modules/score/score';
import { scorePartKeys, type ScorePartKey } from '@anlan/contract/modules/score/score';
import type { SettingValues } from '@anlan/contract/modules/setting/settings';
import { AppError, invalid } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { dangerList, notVoided, unfinished, warningList, type Filter } from './addresses.ts';
import { isBetter, judge, type Doors, type Held, type Rules, type ScoreFacts } from './rules.ts';
import * as store from './store.ts';

type ScoreKit = Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'jobs' | 'references'> & {
  settingsOf: (tx: Tx) => Promise<SettingValues>;
};

/** Queue of enterprises whose score is to be computed anew. */
const queue = 'score.due';
/** Queue of tenants all of whose scores are. */
const queueOfAll = 'score.tenant';
/** Enterprises a transaction. */
const batch = 500;
const again = { times: 20, firstPauseSeconds: 1 };
const daysShown = 30;

const pageOf = (enterpriseId: string) => `/bus/score/index?id=${enterpriseId}`;

/** Doors to the rows behind one enterprise's judgement; a list of nothing is no door. */
function doorsOf(enterpriseId: string, facts: ScoreFacts, today: string, longDays: number): Doors {
  const dangers: Record<Parameters<Doors['dangers']>[0], [count: number, filter: Filter]> = {
    due: [facts.due, { status: notVoided, deadlineOnFrom: addDays(today, -90), deadlineOnTo: addDays(today, -1) }],
    dueSoon: [facts.dueSoon, { status: unfinished, deadlineOnFrom: today, deadlineOnTo: addDays(today, 30) }],
    overdue: [facts.overdue, { overdue: 'true' }],
    overdueLong: [
      facts.overdueLong,
      { overdue: 'true', level: 'general', deadlineOnTo: addDays(today, -longDays - 1) },
    ],
    overdueMajor: [facts.overdueMajor, { overdue: 'true', level: 'major' }],
    openMajor: [facts.openMajor, { unclosed: 'true', level: 'major' }],
  };
  const past = { validToTo: addDays(today, -1) };
  const warnings: Record<Parameters<Doors['warnings']>[0], [count: number, filter: Filter]> = {
    tracked: [facts.tracked, {}],
    expired: [facts.expired, past],
    expiredLicences: [facts.expiredLicences, { ...past, subject: 'enterprise' }],
  };
  return {
    dangers: (of) => (dangers[of][0] === 0 ? null : dangerList({ enterpriseId, ...dangers[of][1] })),
    warnings: (of) => (warnings[of][0] === 0 ? null : warningList({ enterpriseId, ...warnings[of][1] })),
    file: `/bus/enterprise/dossier?id=${enterpriseId}`,
  };
}

/** Scores and colours of enterprises: computed from what other modules keep, explained, and kept by day. */
export function createScores({ db, clock, audit, jobs, references, settingsOf }: ScoreKit) {
  async function rulesOf(tx: Tx): Promise<Rules> {
    const set = await settingsOf(tx);
    // One weight a part, in the order of the parts.
    const weights = Object.fromEntries(scorePartKeys.map((key, at) => [key, set['score.weights'][at] ?? 0])) as Record<
      ScorePartKey,
      number
    >;
    return {
      weights,
      minParts: set['score.minParts'],
      capMajorOverdue: set['score.capMajorOverdue'],
      bands: set['color.bands'],
      generalOverdueDays: set['color.generalOverdueDays'],
      expiredItems: set['color.expiredItems'],
    };
  }

  const heldOf = (hold: store.Hold | undefined, today: string): Held | null =>
    hold && hold.until_on >= today ? { color: hold.color, reason: hold.reason, until: hold.until_on } : null;

  /** What the facts of these enterprises say today. */
  async function judgedOf(tx: Tx, ids: readonly string[], today: string) {
    const rules = await rulesOf(tx);
    const facts = await store.readFacts(tx, ids, { today, longDays: rules.generalOverdueDays });
    const holds = await store.readHolds(tx, ids);
    return new Map(
      [...facts].map(([id, of]) => {
        const doors = doorsOf(id, of, today, rules.generalOverdueDays);
        return [id, judge(of, { doors, page: pageOf(id), held: heldOf(holds.get(id), today), rules })];
      }),
    );
  }

  /** Makes stored scores and colours of enterprises what their facts say; answers how many rows it wrote. */
  async function renew(tx: Tx, ids: readonly string[]): Promise<number> {
    const now = clock.now();
    const judged = await judgedOf(tx, ids, dayOf(now));
    if (judged.size === 0) return 0;
    return store.writeJudgements(tx, judged, dayOf(now), now);
  }

  /** Lets the scores of enterprises be computed anew once the transaction has committed. */
  async function mark(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await store.addDue(tx, [...new Set(ids)]);
    const { tenantId, userId } = tx.scope;
    await jobs.sendUnlessWaiting(tx, queue, { tenantId, userId: userId ?? '', jobId: newId() }, again);
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
          if (due.length > 0) await renew(tx, [...new Set(due)]);
          return due.length;
        },
        { statementMs: 60_000 },
      );
      if (taken < batch) return;
    }
  });

  /** The enterprise that a call is about; one out of sight is not there. */
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
          written += some.length === 0 ? 0 : await renew(tx, some);
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
    renew,
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
        await renew(tx, [id]);
        return null;
      }),
    release: (scope: Scope, { enterpriseId, reason }: { enterpriseId: string; reason: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        if (scope.userType === 'enterprise') throw new AppError('denied');
        const { id } = await demanded(tx, enterpriseId);
        if ((await store.endHold(tx, id, clock.now())) === 0) throw new AppError('invalid', '这家企业没有暂定的颜色');
        const call = { call: 'score.release', objectType: 'enterprise', objectId: id, enterpriseId: id };
        await audit.record(tx, { ...call, note: reason, changes: [] });
        await renew(tx, [id]);
        return null;
      }),
  };
}
