import type { LogEntry, ReportedError, StackLine } from '@anlan/contract/modules/audit/log';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createWording, type Wording } from '#kit/wording.ts';
import type { LogDeps } from './deps.ts';
import { createLogExport } from './export.ts';
import { presentActs, presentError } from './present.ts';
import { happenedAt, withoutQuery, type LogFilter } from './rules.ts';
import { wordingOfOther } from './audit-text.ts';
import * as store from './store.ts';

const later = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

export function createLogService(deps: LogDeps) {
  const { db, clock, record, readStack, words, titleOf } = deps;
  const spokenOf = (type: string) => {
    const [declaredWording, beside] = [words.auditWordingOf(type), wordingOfOther(type)];
    return declaredWording && beside
      ? { ...declaredWording, fields: { ...beside.fields, ...declaredWording.fields } }
      : (declaredWording ?? beside);
  };
  const wording: Wording = createWording({ ...words, auditWordingOf: spokenOf });
  return {
    export: createLogExport(deps, wording),
    page: (scope: Scope, { filter, sort, page, size }: PageInput<LogFilter, 'createTime'>): Promise<Page<LogEntry>> =>
      db.read(scope, async (tx) => {
        const direction = sort[0]?.desc === false ? ('asc' as const) : ('desc' as const);
        const bounds = { limit: size, offset: (page - 1) * size, direction };
        if (filter.type === 'error') {
          const { rows, ...count } = await store.pageErrors(tx, filter, bounds);
          return { rows: rows.map(presentError), ...count, page, size };
        }
        const { rows, ...count } = await store.pageActs(tx, filter, bounds);
        return { rows: await presentActs(tx, rows, wording, titleOf), ...count, page, size };
      }),
    async stack(scope: Scope, { id }: { id: string }): Promise<StackLine[]> {
      const row = await db.read(scope, (tx) => store.findError(tx, id));
      if (!row) throw new AppError('notFound');
      return readStack(row.stack ?? '');
    },
    /** Hides an entry in the list of the log. The audit row itself remains (S75). */
    hide: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        if (!(await store.hideAct(tx, id, clock.now())) && !(await store.removeError(tx, id)))
          throw new AppError('notFound');
        await record(tx, { call: 'audit.hide', objectType: 'audit', objectId: id });
        return null;
      }),
    /** Stores errors that browsers report, within limits per session, user and tenant (S73). */
    report: (scope: Scope, { logs }: { logs: ReportedError[] }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const now = clock.now();
        const { perMinute, perUserDay, perTenantDay, keptDays } = limits.errorReport;
        await store.serialiseReports(tx, `report ${scope.tenantId} ${scope.userId ?? ''}`);
        const sent = await store.reportedSince(tx, later(now, -60), later(now, -86_400));
        if (sent.batches >= perMinute) throw new AppError('tooMany', undefined, { seconds: 60 });
        if (sent.byUser + logs.length > perUserDay || sent.inTenant + logs.length > perTenantDay)
          throw new AppError('tooMany', undefined, { seconds: 3600 });
        const batch = newId();
        await store.insertErrors(
          tx,
          logs.map((error) => ({
            tenant_id: scope.tenantId,
            id: newId(),
            at: now,
            batch,
            session_id: scope.sessionId,
            user_id: scope.userId,
            user_name: scope.userName,
            address: scope.address,
            user_agent: scope.userAgent,
            request_id: scope.requestId,
            kind: error.type ?? 'error',
            message: error.message,
            stack: error.stack ?? null,
            info: error.info ?? null,
            url: withoutQuery(error.url),
            happened_at: happenedAt(error),
          })),
        );
        await store.dropErrorsBefore(tx, later(now, -keptDays * 86_400));
        await record(tx, { call: 'audit.report', objectType: 'batch', objectId: batch, note: String(logs.length) });
        return null;
      }),
  };
}
