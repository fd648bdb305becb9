import {
  bulkActions,
  type BulkAction,
  type BulkRefusal,
  type BulkInput,
} from '@anlan/contract/modules/enterprise/bulk-actions';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { writeWorkbook, type OutgoingCell } from '#platform/sheets/index.ts';
import { findSelection, type Selection } from '../selection/service.ts';
import { bulkNotes, createBulkWork, kind, undoUntil, type BulkDeps, type BulkNotes } from './jobs.ts';
import { requireBulkRight, requireInput, isUndoable, opposites } from './rules.ts';
import * as store from './store.ts';

const notReached = '任务停止前没有处理到';
const keptMs = 7 * 24 * 3600_000;
const batchRows = 1_000;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function createEnterpriseBulk(deps: BulkDeps) {
  const { db, clock, audit, dictionaries, jobs, demandOfficer } = deps;
  jobs.work(kind, createBulkWork(deps));
  jobs.undoable(kind, undoUntil, async (tx, { id, params }) => {
    const { action, words, auditId: undoes } = bulkNotes.parse(params);
    if (!isUndoable(action)) throw new AppError('invalid', '这项任务没有可以撤销的内容');
    requireBulkRight(tx.scope, action);
    const back = opposites[action];
    const ids = await audit.objectsUnder(tx, undoes, `enterprise.${action}`);
    const auditId = await audit.record(tx, { call: kind, objectType: 'job', note: `${back} 撤销 ${ids.length} 家` });
    const undoParams = { action: back, words, auditId, undoes, total: 0 };
    const jobId = await jobs.create(tx, { kind, title: `撤销${bulkActions[action]}`, params: undoParams });
    const total = await store.choose(tx, jobId, { ids }, limits.bulk.rows);
    if (total === 0) throw new AppError('invalid', '这些企业已删除或不在管辖范围内，没有可以撤销的内容');
    await jobs.note(tx, jobId, { total } satisfies Partial<BulkNotes>);
    await jobs.note(tx, id, { undoneBy: jobId });
    return jobId;
  });

  async function demandKnown(tx: Tx, { labels, officerId, kind: stopKind }: BulkInput) {
    await demandOfficer(tx, officerId);
    const kinds = await dictionaries.offered(tx, 'suspensionKind');
    if (stopKind !== undefined && !kinds.has(stopKind))
      throw invalid({ field: 'kind', msg: '不在字典中，请从列表中选择' });
    if (labels === undefined) return;
    const offeredLabels = await dictionaries.offered(tx, 'enterpriseLabel');
    if (labels.some((label) => !offeredLabels.has(label)))
      throw invalid({ field: 'labels', msg: '不在字典中，请从列表中选择' });
  }

  async function ownJob(scope: Scope, id: string) {
    const job = await db.scoped(scope, (tx) => jobs.find(tx, id), { readOnly: true });
    if (job?.kind !== kind) throw new AppError('notFound');
    // While a job runs, rows without a reason are pending. If the job was stopped, these rows were never processed.
    return { ...job, stopped: job.state === 'cancelled' || job.state === 'failed' };
  }

  async function* refusedCells(scope: Scope, jobId: string, stopped: boolean): AsyncGenerator<OutgoingCell[][]> {
    for (let after = 0; ;) {
      const rows = await db.scoped(scope, (tx) => store.refusedRows(tx, { jobId, stopped }, batchRows, { after }));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map((row) => [row.name, row.credit_code, row.reason ?? notReached]);
      after = last.row_no;
    }
  }

  return {
    async bulk(
      scope: Scope,
      { action, ids, filter, except, ...words }: Selection & BulkInput & { action: BulkAction },
    ): Promise<{ jobId: string; total: number }> {
      requireBulkRight(scope, action);
      requireInput(action, words, dayOf(clock.now()));
      return db.scoped(
        scope,
        async (tx) => {
          await demandKnown(tx, words);
          const selection = await findSelection(tx, { ids, filter, except }, dayOf(clock.now()));
          await store.forgetOld(tx, new Date(clock.now().getTime() - keptMs));
          const auditId = await audit.record(tx, {
            call: kind,
            objectType: 'job',
            note: `${action} ${ids === undefined ? `${JSON.stringify(filter)} 除 ${except?.length ?? 0} 家` : `${ids.length} 家`}`.slice(
              0,
              500,
            ),
          });
          const params = { action, words, auditId };
          const jobId = await jobs.create(tx, { kind, title: bulkActions[action], params: { ...params, total: 0 } });
          const total = await store.choose(tx, jobId, selection, limits.bulk.rows);
          if (total === 0) throw new AppError('invalid', '没有符合条件的企业，请重新选择');
          if (total > limits.bulk.rows)
            throw new AppError('invalid', `一次最多处理 ${limits.bulk.rows} 家，请缩小筛选范围`);
          await jobs.note(tx, jobId, { total } satisfies Partial<BulkNotes>);
          return { jobId, total };
        },
        { statementMs: 60_000, awaited: true },
      );
    },
    async bulkRefused(scope: Scope, { filter, page, size }: PageInput<{ id: string }>): Promise<Page<BulkRefusal>> {
      const { id: jobId, stopped } = await ownJob(scope, filter.id);
      return db.scoped(scope, async (tx) => {
        const refusedRows = await store.refusedRows(tx, { jobId, stopped }, size, { offset: (page - 1) * size });
        const rows = refusedRows.map((row) => ({
          rowNo: row.row_no,
          enterpriseId: row.enterprise_id,
          name: row.name,
          creditCode: row.credit_code,
          reason: row.reason ?? notReached,
        }));
        return { rows, total: await store.countRefused(tx, { jobId, stopped }), page, size };
      });
    },
    async bulkRefusedFile(scope: Scope, { id }: { id: string }) {
      const job = await ownJob(scope, id);
      const title = job.title ?? '批量处理';
      const body = writeWorkbook([
        {
          name: '未处理的企业',
          note: `${title}：${job.message ?? ''}`,
          columns: [
            { heading: '企业名称', kind: 'text', width: 40 },
            { heading: '统一社会信用代码', kind: 'text', width: 24 },
            { heading: '未处理的原因', kind: 'text', width: 50 },
          ],
          rows: refusedCells(scope, id, job.stopped),
        },
      ]);
      return { name: `${title}-未处理的企业-${dayOf(clock.now())}.xlsx`, type: xlsx, body };
    },
  };
}
