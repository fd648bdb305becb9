import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { Todo, TodoSnooze, TodoSort } from '@anlan/contract/domain/todo';
import { limits } from '@anlan/contract/limits';
import { actSpecOf, type TodoAct } from '@anlan/contract/domain/todo-acts';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { Publish } from '../../session/index.ts';
import type { UserModule } from '../../user/index.ts';
import { snoozeDaysMax, turnText, type OpenTask } from './rules.ts';
import * as store from './store.ts';
import type { ListedTodo } from './store.ts';

function presentAct(name: TodoAct): NonNullable<Todo['act']> {
  const { verb, several = null } = actSpecOf(name);
  return { name, verb, several };
}

function presentTodo(row: ListedTodo, userId: string | null, names: ReadonlyMap<string, string>): Todo {
  const mine = row.lead_id !== null && row.lead_id === userId;
  const lead = row.lead_id === null ? undefined : names.get(row.lead_id);
  return {
    id: row.id,
    kind: row.kind,
    act: row.act === null ? null : presentAct(row.act),
    subjectId: row.subject_id,
    title: row.title,
    enterpriseName: row.enterprise_name,
    path: row.path,
    mine,
    turn: mine ? '我' : (lead ?? (row.user_type === null ? '' : turnText[row.user_type])),
    since: row.since,
    dueOn: row.due_on,
    snoozedTo: row.until_on,
    doneAt: row.done_at,
    doneBy: row.done_by_name,
  };
}

export interface TodoDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  users: Pick<UserModule, 'names'>;
  tell: Publish;
}

/** To-dos (待办). Only events open and close them, never a user. */
export function createTodos({ db, clock, audit, users, tell }: TodoDeps) {
  const viewerOf = ({ userId, userType, permits, regions, enterpriseId }: Scope): store.Viewer => {
    if (userId === null || userType === null) throw new AppError('unauthenticated');
    const seesAll = regions === 'all';
    return { userId, userType, enterpriseId, permits: [...permits], seesAll, today: dayOf(clock.now()) };
  };

  async function tellHolders(tx: Tx, rows: Awaited<ReturnType<typeof store.close>>) {
    for (const { enterprise_id, user_type, permit } of rows) {
      const enterpriseId = user_type === 'enterprise' ? { enterpriseId: enterprise_id } : {};
      await tell(tx, { kinds: [user_type], permit, ...enterpriseId }, { type: 'pcRedDot' });
    }
  }
  async function tellOwners(tx: Tx, rows: { user_id: string }[]) {
    const userIds = [...new Set(rows.map((row) => row.user_id))];
    if (userIds.length > 0) await tell(tx, { userIds }, { type: 'pcRedDot' });
  }

  /** Opens the given to-dos. A to-do that is already open for the same subject is updated. */
  async function openAll(tx: Tx, all: readonly OpenTask[]) {
    const own: store.OwnRow[] = [];
    const held: store.PermitRow[] = [];
    for (const { kind, act, title, subject, path, dueOn = null, since = clock.now(), owner } of all) {
      const row = { kind, act, title, path, due_on: dueOn, since, subject_type: subject.type, subject_id: subject.id };
      if ('userIds' in owner)
        own.push(
          // One person may hold several of the posts that are asked.
          ...[...new Set(owner.userIds)].map((user_id) => ({
            ...row,
            id: newId(),
            user_id,
            subject_enterprise_id: owner.enterpriseId,
          })),
        );
      else
        held.push({
          ...row,
          id: newId(),
          enterprise_id: owner.enterpriseId ?? idRange.lowest,
          user_type: owner.userType,
          permit: owner.permit,
          lead_id: owner.leadId ?? null,
        });
    }
    await tellHolders(tx, await store.open(tx, held));
    await tellOwners(tx, await store.openOwn(tx, own));
  }

  async function closeIds(tx: Tx, ids: readonly string[], ownIds: readonly string[]) {
    if (ids.length > 0) await tellHolders(tx, await store.close(tx, ids, clock.now()));
    if (ownIds.length > 0) await tellOwners(tx, await store.closeOwn(tx, ownIds, clock.now()));
  }

  /** Opens, updates and closes to-dos until the open to-dos of these subjects equal `wanted`. */
  async function settle(
    tx: Tx,
    type: string,
    ids: readonly string[],
    wantedTodos: Promise<readonly OpenTask[]>,
    { isRepair = false } = {},
  ): Promise<void> {
    const [all, held, own] = await Promise.all([
      wantedTodos,
      store.openAbout(tx, type, ids),
      store.openOwnAbout(tx, type, ids),
    ]);
    // Records of a closed enterprise do not change, so only the repair meets them.
    const enterpriseIds = isRepair ? [...new Set(all.flatMap(({ owner }) => owner.enterpriseId ?? []))] : [];
    const closed = await store.closedAmong(tx, enterpriseIds);
    const wanted = all.filter(({ owner }) => !closed.has(owner.enterpriseId ?? ''));
    const keyOf = (kind: string, id: string, userId = '') => `${kind} ${id} ${userId}`;
    const wantedKeys = new Set(
      wanted.flatMap(({ kind, subject, owner }) =>
        ('userIds' in owner ? owner.userIds : ['']).map((userId) => keyOf(kind, subject.id, userId)),
      ),
    );
    await closeIds(
      tx,
      held.filter((row) => !wantedKeys.has(keyOf(row.kind, row.subject_id))).map(({ id }) => id),
      own.filter((row) => !wantedKeys.has(keyOf(row.kind, row.subject_id, row.user_id))).map(({ id }) => id),
    );
    await openAll(tx, wanted);
  }

  return {
    todoPage: (scope: Scope, wish: PageInput<store.TodoFilter, TodoSort>): Promise<Page<Todo>> =>
      db.read(scope, async (tx) => {
        const { rows, ...total } = await store.page(tx, viewerOf(scope), wish);
        const names = await users.names(
          tx,
          rows.map((row) => row.lead_id),
        );
        const present = (row: store.ListedTodo) => presentTodo(row, scope.userId, names);
        return { rows: rows.map(present), ...total, page: wish.page, size: wish.size };
      }),
    todoSnooze: (scope: Scope, { id, snoozedTo }: TodoSnooze): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const viewer = viewerOf(scope);
        if (scope.impersonatedFrom !== null) throw new AppError('denied');
        if ((await store.findOpen(tx, viewer, id)) === undefined) throw new AppError('notFound');
        if (snoozedTo !== null && snoozedTo <= viewer.today)
          throw invalid({ field: 'snoozedTo', msg: '提醒日期须晚于今天' });
        if (snoozedTo !== null && snoozedTo > addDays(viewer.today, snoozeDaysMax))
          throw invalid({ field: 'snoozedTo', msg: `最多推迟 ${snoozeDaysMax} 天` });
        await store.snooze(tx, viewer.userId, id, snoozedTo);
        await audit.record(tx, {
          call: 'notice.todoSnooze',
          objectType: 'todo',
          objectId: id,
          note: snoozedTo ?? undefined,
        });
        await tell(tx, { userIds: [viewer.userId] }, { type: 'pcRedDot' });
        return null;
      }),
    countOpen: async (tx: Tx): Promise<number> =>
      Math.min(await store.count(tx, viewerOf(tx.scope), {}), limits.totalCap),
    countLed: (tx: Tx, leadId: string): Promise<number> => store.countLed(tx, viewerOf(tx.scope), leadId),
    settle,
    /** Closes all to-dos of the enterprises that are closed (已注销). */
    async closeOfClosed(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
      const closed = await store.closedAmong(tx, enterpriseIds);
      if (closed.size === 0) return;
      const { held, own } = await store.openOfEnterprises(tx, [...closed]);
      await closeIds(tx, held, own);
    },
    async closeFor(tx: Tx, type: string, subjectId: string, userId: string): Promise<void> {
      const open = await store.openOwnAbout(tx, type, [subjectId]);
      const mine = open.filter((row) => row.user_id === userId).map(({ id }) => id);
      await closeIds(tx, [], mine);
    },
    subjectsAfter: store.subjectsAfter,
  };
}

export type Todos = ReturnType<typeof createTodos>;
