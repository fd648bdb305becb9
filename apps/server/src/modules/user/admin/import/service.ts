import { dayOf } from '@anlan/contract/domain/instant';
import { userImportColumns, type UserImportConfirm } from '@anlan/contract/domain/user-import';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { chooseSheet, peekSheets, sheetKind, strangerNamed, writeWorkbook } from '#platform/sheets/index.ts';
import { createTurns } from '#platform/turns/index.ts';
import type { Incoming } from '../../../file/index.ts';
import {
  applyNotes,
  createImportWork,
  dryRunNotes,
  kinds,
  readable,
  sheetLimits,
  type DryRunNotes,
  type ImportDeps,
} from './jobs.ts';
import { errorSheet, templateSheet } from './present.ts';
import { requiredColumns } from './rules.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const refusal = '只能上传 .xlsx 或 .csv 文件，且不超过5M（旧版 .xls 请另存为 .xlsx）';

// Each reading has a thread and its memory to itself; tenants take turns (S68).
const reading = createTurns({ atOnce: 2, longest: 64 });

/** The bytes of a file; read to its end in any case, so that the answer reaches a client that is still sending. */
async function bytesOf({ stream }: Incoming): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= limits.userImport.bytes) chunks.push(chunk);
  }
  if (size > limits.userImport.bytes || size === 0) throw new AppError('invalid', refusal);
  return Buffer.concat(chunks);
}

/** Opens the import of people: a dry run that names each fault, then all good rows in one transaction. */
export function createUserImport(deps: ImportDeps) {
  const { db, clock, audit, files, jobs, dictionaries } = deps;
  const typesIn = (scope: Scope) => db.scoped(scope, dictionaries.userTypesOf, { readOnly: true });
  const { rowsOf } = createImportWork(deps);
  return {
    async import(scope: Scope, { file }: { file: Incoming }): Promise<{ jobId: string }> {
      const bytes = await bytesOf(file);
      // Nothing that belongs to an enterprise or a tenant's authority can be kept for anybody else.
      if (scope.enterpriseFrom === null) throw new AppError('denied');
      const fileKind = sheetKind(file.name, bytes);
      if (fileKind === null) throw new AppError('invalid', strangerNamed(file.name, bytes) ?? refusal);
      const source = { bytes, kind: fileKind, limits: sheetLimits };
      const { at: sheet, notes } = await reading
        .take(scope.tenantId, () => peekSheets(source))
        .then((heads) => chooseSheet(heads, userImportColumns, requiredColumns, limits.userImport.rows))
        .catch((error: unknown) => {
          throw readable(error);
        });
      const made = {
        id: newId(),
        since: clock.now(),
        name: `用户导入.${fileKind}`,
        kind: fileKind,
        maxBytes: limits.userImport.bytes,
        seconds: limits.userImport.keptSeconds,
        body: (async function* () {
          yield bytes;
        })(),
      };
      return files.keep(scope, made, async (tx, { id }) => {
        const params: DryRunNotes = {
          fileId: id,
          fileKind,
          sheet,
          notes,
          enterpriseId: scope.enterpriseId,
          problems: [],
        };
        const jobId = await jobs.create(tx, { kind: kinds.dryRun, params: { ...params } });
        await audit.record(tx, { call: kinds.dryRun, objectType: 'job', objectId: jobId });
        return { jobId };
      });
    },
    async importConfirm(scope: Scope, { jobId, mode = 'rows' }: UserImportConfirm): Promise<{ jobId: string }> {
      return db.scoped(scope, async (tx) => {
        // The row is held: of many confirmations at once one decides, and the others are told what it began.
        const job = await jobs.take(tx, jobId, kinds.dryRun);
        if (!job) throw new AppError('notFound');
        if (job.state !== 'done') throw new AppError('invalid', '文件还没有检查完成，请稍后再试');
        const { appliedBy, enterpriseId, problems } = dryRunNotes.parse(job.params);
        if (enterpriseId !== scope.enterpriseId) throw new AppError('invalid', '当前企业已经改变，请重新上传文件');
        const before = appliedBy === undefined ? null : await jobs.find(tx, appliedBy);
        if (before && before.state !== 'failed' && before.state !== 'cancelled') return { jobId: before.id };
        const bad = new Set(problems.map(({ row }) => row)).size;
        if (job.done - bad <= 0) throw new AppError('invalid', '没有可以导入的行，请改正后重新上传');
        if (mode === 'all' && bad > 0)
          throw new AppError('invalid', `还有 ${bad} 行有错误，请改正后重新上传，或改为只导入正确的行`);
        const note = `${mode} ${job.done - bad} 人`;
        const auditId = await audit.record(tx, { call: kinds.apply, objectType: 'job', objectId: jobId, note });
        const applying = await jobs.create(tx, { kind: kinds.apply, params: { importId: jobId, auditId, mode } });
        await jobs.note(tx, jobId, { appliedBy: applying });
        return { jobId: applying };
      });
    },
    async importErrors(scope: Scope, { id }: { id: string }) {
      const job = await db.scoped(scope, async (tx) => {
        const asked = await jobs.find(tx, id);
        return asked?.kind === kinds.apply ? jobs.find(tx, applyNotes.parse(asked.params).importId) : asked;
      });
      if (job?.kind !== kinds.dryRun) throw new AppError('notFound');
      const notes = dryRunNotes.parse(job.params);
      const rows = (await rowsOf(scope, notes)).flatMap((row) => {
        const problems = notes.problems.filter((problem) => problem.row === row.no);
        return problems.length > 0 ? [{ ...row, problems }] : [];
      });
      const sheet = errorSheet(rows, await typesIn(scope));
      return { name: `用户导入错误行-${dayOf(clock.now())}.xlsx`, type: xlsx, body: writeWorkbook([sheet]) };
    },
    importTemplate: async (scope: Scope) => ({
      name: '用户导入模板.xlsx',
      type: xlsx,
      body: writeWorkbook([templateSheet(await typesIn(scope))]),
    }),
  };
}
