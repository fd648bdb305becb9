/**
 * notice: announcements (公告), platform notices (系统通知), to-dos (待办) and red dots. Lower modules do not import it; they
 * report changes through hooks in the same transaction.
 */
import { announcementCalls, systemNoticeCalls } from '@anlan/contract/modules/notice/announcement-calls';
import { todoCalls } from '@anlan/contract/modules/notice/todo-calls';
import { redDotCalls } from '@anlan/contract/http/red-dot';
import type { RedDot, RedDots } from '@anlan/contract/domain/red-dot';
import { defineModule, serve } from '#kit/module.ts';
import type { Tx, Db } from '#platform/db/index.ts';
import type { Scope } from '#kernel/scope.ts';
import { alarmModule } from '../audit/index.ts';
import { calendarModule } from '../calendar/index.ts';
import { dictionaryModule } from '../dictionary/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { jobModule } from '../job/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { userModule } from '../user/index.ts';
import { createAnnouncements } from './announcement/index.ts';
import { forgetSnoozesNightly, repairOften, repairTodos } from './todo/jobs.ts';
import { createTodos } from './todo/service.ts';
import { kinds, lookedSince, sourcesBelow } from './todo/sources/lower-modules.ts';
import { createSources } from './todo/sources/service.ts';
import * as store from './announcement/reference/store.ts';

/** Count behind a red dot: the rows that the menu entry's list shows with its default filter. */
type Count = (tx: Tx) => Promise<number>;

interface DotDeps {
  db: Db;
  /** The count of each red dot. Called after all modules are open. */
  counts: () => Partial<Record<RedDot, Count>>;
}

const none: RedDots = {
  unAct: 0,
  unExp: 0,
  unNotice: 0,
  warningUnNotice: 0,
  systemUnNotice: 0,
  spotUnNotice: 0,
};

/** Counts the red dots of the caller. A dot without a module is 0. */
const createRedDots = ({ db, counts }: DotDeps) => ({
  redDot: (scope: Scope): Promise<RedDots> =>
    db.read(scope, async (tx) => {
      const dotCounts = { ...none };
      for (const name of Object.keys(none) as RedDot[]) dotCounts[name] = (await counts()[name]?.(tx)) ?? 0;
      return dotCounts;
    }),
});

export const announcementReference = {
  countWith: (tx: Tx, type: string, value: string): Promise<number> =>
    type === 'noticeKind' ? store.countOfKind(tx, value) : Promise.resolve(0),
  titleAt: store.titleAt,
};

export { publicAnnouncements } from './announcement/store.ts';

export const noticeModule = defineModule('notice', {
  needs: { dictionaries: dictionaryModule, files: fileModule, tenants: tenantModule },
  open: ({
    kit: { db, clock, audit, publishToUsers: tell, jobs, refreshTodos: touched, closeTodo, report },
    ...below
  }) =>
    createAnnouncements({
      ...below,
      db,
      clock,
      audit,
      tell,
      nightly: jobs,
      report: (error) => report(error, 'telling of a notice failed'),
      receipts: {
        settle: (tx, id) => touched(tx, 'announcement', [id]),
        done: (tx, id) => closeTodo(tx, 'announcement', id, tx.scope.userId ?? ''),
      },
    }),
  serves: ({ announcements, system }) => [
    serve('notice', announcementCalls, announcements),
    serve('notice', systemNoticeCalls, system),
  ],
  counts: {
    unNotice: (tx, { unread }) => unread.unNotice(tx),
    systemUnNotice: (tx, { unread }) => unread.systemUnNotice(tx),
  },
});

/** To-dos. A to-do changes in the same transaction as the event that causes the change. */
export const todoModule = defineModule('todo', {
  needs: {
    users: userModule,
    enterprises: enterpriseModule,
    workdays: calendarModule,
    jobs: jobModule,
    alarms: alarmModule,
  },
  open({ kit, users, enterprises, workdays, jobs, alarms }) {
    const { db, clock, audit, publishToUsers: tell, jobs: nightly, tenantIds } = kit;
    const todos = createTodos({ db, clock, audit, users, tell });
    const sources = createSources(todos, kit.sources);
    const { touched } = sources;
    users.onTouched((tx, id) => touched(tx, 'user', [id]));
    jobs.onTouched(async (tx, id) => touched(tx, 'job', await jobs.lookingBeside(tx, kinds, id, lookedSince(clock))));
    alarms.onRaised((tx, id) => touched(tx, 'alarm', [id]));
    repairOften({ db, nightly, tenantIds }, sources);
    forgetSnoozesNightly({ db, clock, nightly, tenantIds });
    return {
      ...todos,
      ...createRedDots({ db, counts: kit.counts }),
      touched,
      repair: (tenantId: string) => repairTodos(db, sources, tenantId),
      async enterpriseTouched(tx: Tx, ids: readonly string[]) {
        await touched(tx, 'enterprise', ids);
        await todos.closeOfClosed(tx, ids);
        await tell(tx, { kinds: ['regulator'], permit: 'bus:enterprise:index' }, { type: 'statistics' });
      },
      sources: sourcesBelow({ clock, users, enterprises, workdays, jobs, alarms }),
    };
  },
  serves: (todos) => [serve('notice', todoCalls, todos), serve('notice', redDotCalls, todos)],
  on: { 'enterprise.changed': (tx, { ids }, { enterpriseTouched }) => enterpriseTouched(tx, ids) },
  gives: ({ touched, closeFor, repair }) => ({ refreshTodos: touched, closeTodo: closeFor, repairTodos: repair }),
  todos: ({ sources }) => sources,
  counts: { unAct: (tx, { countOpen }) => countOpen(tx) },
});
