import { importColumns, type ImportColumn, type ImportConfirm } from '@anlan/contract/modules/enterprise/enterprise';
import type { Job } from '@anlan/contract/modules/job/job';
import { limits } from '@anlan/contract/limits';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { problemSheet, type WrongRow } from '#kit/import/sheets.ts';
import { readable } from '#kit/import/work.ts';
import type { Tx } from '#platform/db/index.ts';
import { chooseSheet, peekSheets, sharedBytes, strangerNamed, writeWorkbook } from '#platform/sheets/index.ts';
import { createFairQueue } from '#platform/fair-queue/index.ts';
import type { FileModule } from '../../file/index.ts';
import { createApply } from './apply-jobs.ts';
import { createDryRun } from './dry-run-jobs.ts';
import { columnDictionaries, dryRunNotes, kinds, sheetLimits, type DryRunNotes, type ImportDeps } from './jobs.ts';
import { columnsWith, template, type Choices } from './present.ts';
import { requiredColumns } from './rules.ts';
import { openTyped, rowsWithPhones, withPhones } from './encrypted-rules.ts';
import * as store from './store.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const repeatedWithinMs = 10 * 60_000;
const keptMs = 7 * 24 * 3600_000;
const errorBatch = 500;
const rule = {
  purpose: 'import',
  kinds: ['xlsx', 'csv'] as const,
  looksItself: true,
  strangerNamed,
  maxBytes: limits.upload.importBytes,
  // The dry run removes it when it ends well; whatever else becomes of it, no phones stay in it for longer.
  seconds: limits.import.sheetSeconds,
  refusal: '只能上传 .xlsx 或 .csv 文件，且不超过50M（旧版 .xls 请另存为 .xlsx）',
};

// Each reading has a thread and its memory to itself; tenants take turns (S68).
const reading = createFairQueue({ atOnce: 2, longest: 64 });

type Incoming = Parameters<FileModule['receive']>[1];

/** Opens the import: a dry run first, then what the person decides; both are work that survives a kill. */
export function createEnterpriseImport(deps: ImportDeps) {
  const { db, clock, audit, dictionaries, files, jobs, vault } = deps;
  const dryRun = createDryRun(deps);
  const apply = createApply(deps);
  /** The phones as they were typed, for the sender of the import; what is stored of the job is masked (S78). */
  async function asTyped(tx: Tx, { id, result }: Job): Promise<Job['result']> {
    const numbers = rowsWithPhones(result);
    if (numbers.length === 0) return null;
    const own = await vault.of(tx);
    const rows = await store.encryptedRows(tx, id, numbers);
    return withPhones(result, new Map(rows.map((row) => [row.row_no, openTyped(own, row)])));
  }

  const told = (error: unknown) => {
    throw readable(error);
  };
  jobs.work(kinds.dryRun, (work) => dryRun(work).catch(told), asTyped);
  jobs.work(kinds.apply, apply);

  async function choicesOf(scope: Scope): Promise<Choices> {
    const industries = await dictionaries.industryNames();
    const choices: Partial<Record<ImportColumn, string[]>> = {
      industryCode: [...industries].map(([code, name]) => `${code} ${name}`),
    };
    await db.scoped(scope, async (tx) => {
      for (const [column] of importColumns) {
        const dictionary = columnDictionaries[column as keyof typeof columnDictionaries];
        if (dictionary === undefined) continue;
        choices[column] = (await dictionaries.itemsOf(tx, dictionary))
          .filter(({ enabled }) => enabled)
          .map((item) => item.label);
      }
    });
    return choices;
  }

  async function* badRows(scope: Scope, importId: string): AsyncGenerator<WrongRow[]> {
    for (let after = 0; ;) {
      const rows = await db.scoped(scope, (tx) => store.nextBadRows(tx, importId, after, errorBatch));
      const own = await vault.of({ scope });
      // As it was typed, for whoever sent it, to be corrected and sent again.
      if (rows.length > 0)
        yield rows.map(({ row_no: no, problems, ...row }) => ({
          no,
          problems,
          cells: { ...row.cells, ...openTyped(own, row) },
        }));
      if (rows.length < errorBatch) return;
      after = rows.at(-1)?.row_no ?? after;
    }
  }

  return {
    async import(scope: Scope, { file }: { file: Incoming }): Promise<{ jobId: string }> {
      const stored = await files.receive(scope, file, rule, async (_tx, received) => received);
      const fileKind = stored.kind === 'csv' ? ('csv' as const) : ('xlsx' as const);
      try {
        const heads = await reading.take(scope.tenantId, async () => {
          const { body, parts } = await files.open(scope, { id: stored.id });
          const bytes = await sharedBytes(body, parts.sizeBytes);
          return peekSheets({ bytes, kind: fileKind, limits: sheetLimits });
        });
        const { at: sheet, notes } = chooseSheet(heads, importColumns, requiredColumns, sheetLimits.rows);
        return await db.scoped(scope, async (tx) => {
          const now = clock.now();
          await store.forgetOldRows(tx, new Date(now.getTime() - keptMs));
          const { sha256 } = stored;
          const repeated = await jobs.began(tx, kinds.dryRun, new Date(now.getTime() - repeatedWithinMs), { sha256 });
          if (repeated) notes.push('这个文件刚刚上传过，请确认不是重复导入');
          const params: DryRunNotes = { fileId: stored.id, fileKind, sha256, sheet, repeated, notes };
          const jobId = await jobs.create(tx, { kind: kinds.dryRun, params: { ...params } });
          await audit.record(tx, { call: 'enterprise.import', objectType: 'job', objectId: jobId, note: stored.name });
          return { jobId };
        });
      } catch (error) {
        await files.discard(scope, stored.id).catch(() => {});
        throw readable(error);
      }
    },
    async importConfirm(scope: Scope, { jobId, ...choice }: ImportConfirm): Promise<{ jobId: string }> {
      if (choice.entryStatus === 'active' && !scope.permits.has('bus:enterprise:audit')) throw new AppError('denied');
      return db.scoped(scope, async (tx) => {
        // The row is held: of many confirmations at once one decides, and the others are told what it began.
        const job = await jobs.take(tx, jobId, kinds.dryRun);
        if (!job) throw new AppError('notFound');
        if (job.state !== 'done') throw new AppError('invalid', '文件还没有检查完成，请稍后再试');
        const { appliedBy } = dryRunNotes.parse(job.params);
        const before = appliedBy === undefined ? null : await jobs.find(tx, appliedBy);
        if (before && before.state !== 'failed' && before.state !== 'cancelled') return { jobId: before.id };
        const { rows, good } = await store.countRows(tx, jobId);
        if (good === 0)
          throw new AppError('invalid', rows === 0 ? '没有可以导入的行，请重新上传' : '没有正确的行，请改正后重新上传');
        if (choice.mode === 'all' && good < rows)
          throw new AppError('invalid', `还有 ${rows - good} 行有错误，请改正后重新上传，或改为只导入正确的行`);
        const note = `${choice.mode} ${choice.onDuplicate} ${choice.entryStatus ?? 'draft'} ${good}`;
        const auditId = await audit.record(tx, { call: kinds.apply, objectType: 'job', objectId: jobId, note });
        const params = { ...choice, entryStatus: choice.entryStatus ?? 'draft', importId: jobId, auditId, good };
        const applying = await jobs.create(tx, { kind: kinds.apply, params });
        await jobs.note(tx, jobId, { appliedBy: applying });
        return { jobId: applying };
      });
    },
    async importErrors(scope: Scope, { id }: { id: string }) {
      const job = await db.scoped(scope, (tx) => jobs.find(tx, id));
      const importId = job?.kind === kinds.apply ? job.params['importId'] : id;
      if (!job || (job.kind !== kinds.dryRun && job.kind !== kinds.apply) || typeof importId !== 'string')
        throw new AppError('notFound');
      const body = writeWorkbook([problemSheet(columnsWith(), badRows(scope, importId))]);
      return { name: `企业导入错误行-${dayOf(clock.now())}.xlsx`, type: xlsx, body };
    },
    async importTemplate(scope: Scope) {
      return { name: '企业导入模板.xlsx', type: xlsx, body: writeWorkbook(template(await choicesOf(scope))) };
    },
  };
}
