// Calls of an import: template, upload, confirmation, wrong rows.
import { createHash } from 'node:crypto';
import { dayOf } from '@anlan/contract/domain/instant';
import { importKeyOf, type ImportConfirm } from '@anlan/contract/kit/import';
import { limits } from '@anlan/contract/limits';
import { declaredResources } from '@anlan/contract/modules';
import type { IncomingFile } from '@anlan/contract/http/call-table';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { selectSheet, peekSheets, sheetKind, describeUnsupportedFile, writeWorkbook } from '#platform/sheets/index.ts';
import { createFairQueue } from '#platform/fair-queue/index.ts';
import type { ImportPorts, Kit } from '../ports.ts';
import type { AnyResource, Table } from '../table.ts';
import { columnsOf, headingsOf, type ImportColumn } from './columns.ts';
import { createRowPlanner, type Saving } from './plan-rows.ts';
import { problemSheet, templateSheets, type FileColumn } from './sheets.ts';
import { createImportWork, errorsAddress, sheetLimits, type ImportSubject } from './subject.ts';
import { createTakeBack } from './import-undo.ts';
import { createUndoneRows } from './undone-rows.ts';
import {
  applyNotes,
  checkNotes,
  createRowsImport,
  importKinds,
  toReadableError,
  type CheckNotes,
} from './import-jobs.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const repeatedWithinMs = 10 * 60_000;

// Limits concurrent reads, because each one uses a thread with its own memory. Tenants take turns (S68).
const reading = createFairQueue({ atOnce: 2, longest: 64 });

/**
 * Reads an upload into memory. Reads to the end even when the file is too large, because a client that is still
 * sending would not get the answer.
 */
async function bytesOf({ stream }: IncomingFile, mostBytes: number, refusal: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  if (size === 0) throw new AppError('invalid', refusal);
  if (size > mostBytes)
    throw new AppError('invalid', `文件不能超过 ${mostBytes / 1024 / 1024}M，请拆成几个文件分别上传`);
  return Buffer.concat(chunks);
}

export function createImport(resource: AnyResource, table: Table, kit: Kit, saving: Saving) {
  const { name, label } = resource;
  const key = importKeyOf(resource);
  const judge = createRowPlanner(table, kit, key, saving);
  const ports = (): ImportPorts => {
    if (!kit.imports) throw new Error(`nothing can be brought in: ${name} was opened without work and files`);
    return kit.imports;
  };
  const calls = declaredResources.find((one) => one.resource.name === name)?.calls;
  const errorsRoute = { errorsPath: calls?.['importErrors']?.path };
  const subject: ImportSubject<ImportColumn> = {
    name,
    label,
    permits: resource.permits,
    kinds: importKinds,
    titles: { check: `检查${label}导入文件`, apply: `导入${label}` },
    limits: limits.resourceImport,
    ...errorsRoute,
    headings: (scope) => headingsOf(resource, kit, scope),
    columns: (tx) => columnsOf(resource, kit, tx),
    // Hides the enterprise column from enterprise staff, whose rows always belong to their own enterprise.
    hides: (scope, { spec }) => spec.own === true && scope.enterpriseId !== null,
    confirm(scope, { onDuplicate }) {
      if (onDuplicate === 'update' && !(scope.permits as ReadonlySet<string>).has(`${resource.permits}:edit`))
        throw new AppError('invalid', `您没有修改${label}的权限，已存在的请选择跳过`);
      return {};
    },
    ...createRowsImport({ resource, kit, key, judge, ports, errorsAddress: (id) => errorsAddress(errorsRoute, id) }),
  };
  const takingBack = createTakeBack({
    name,
    label,
    counter: resource.counter,
    permits: resource.permits,
    table: table.name,
    undoKind: importKinds.undo,
    ...createUndoneRows({ resource, table, saving }),
    db: kit.db,
    ports,
  });
  const { importing, ...verbs } = openImport(subject, kit, ports);
  return { ...verbs, importing: { ...importing, undo: takingBack.run }, undoImport: takingBack.begin };
}

export function openImport<C extends FileColumn, X extends ImportConfirm = ImportConfirm>(
  subject: ImportSubject<C, X>,
  { db, clock, audit }: Pick<Kit, 'db' | 'clock'> & { audit: Pick<Kit['audit'], 'record'> },
  ports: () => ImportPorts,
) {
  const { name, label, kinds, titles } = subject;
  const { bytes: mostBytes, keptSeconds } = subject.limits;
  const refusal = `只能上传 .xlsx 或 .csv 文件，且不超过${mostBytes / 1024 / 1024}M（旧版 .xls 请另存为 .xlsx）`;
  const read = sheetLimits(subject);
  const work = createImportWork(subject, { db }, ports);
  const record = (verb: string, objectId: string, note: string) => ({
    call: `${name}.${verb}`,
    objectType: 'job',
    objectId,
    note,
  });

  return {
    importing: { check: work.check, apply: work.apply, asTyped: work.asTyped },

    async importTemplate(scope: Scope) {
      const columns = await db.read(scope, (tx) => subject.columns(tx));
      const shown = columns.filter((column) => !subject.hides?.(scope, column));
      return {
        name: `${label}导入模板.xlsx`,
        type: xlsx,
        body: writeWorkbook(templateSheets(label, shown, subject.template)),
      };
    },

    async import(scope: Scope, { file }: { file: IncomingFile }): Promise<{ jobId: string }> {
      const bytes = await bytesOf(file, mostBytes, refusal);
      // Refuses a caller without an enterprise and without the tenant's authority, because the file belongs to one of
      // these two.
      if (scope.enterpriseFrom === null) throw new AppError('denied');
      const fileKind = sheetKind(file.name, bytes);
      if (fileKind === null) throw new AppError('invalid', describeUnsupportedFile(file.name, bytes) ?? refusal);
      const { wanted, required } = subject.headings(scope);
      const { at: sheet, notes } = await reading
        .take(scope.tenantId, () => peekSheets({ bytes, kind: fileKind, limits: read }))
        .then((heads) => selectSheet(heads, wanted, required, read.rows))
        .catch((error: unknown) => {
          throw toReadableError(error);
        });
      const now = clock.now();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const made = {
        id: newId(),
        since: now,
        name: `${label}导入.${fileKind}`,
        kind: fileKind,
        maxBytes: mostBytes,
        seconds: keptSeconds,
        body: (async function* () {
          yield bytes;
        })(),
      };
      return ports().files.keep(scope, made, async (tx, { id }) => {
        const same = { resource: name, sha256 };
        const repeated = await ports().work.began(tx, kinds.check, new Date(now.getTime() - repeatedWithinMs), same);
        if (repeated) notes.push('这个文件刚刚上传过，请确认不是重复导入');
        const params: CheckNotes = {
          ...same,
          fileId: id,
          fileKind,
          sheet,
          notes,
          repeated,
          enterpriseId: scope.enterpriseId,
          problems: [],
          unchanged: 0,
        };
        const jobId = await ports().work.create(tx, { kind: kinds.check, title: titles?.check, params: { ...params } });
        await audit.record(tx, record('import', jobId, file.name.slice(0, 200)));
        return { jobId };
      });
    },

    async importConfirm(scope: Scope, choice: X): Promise<{ jobId: string }> {
      const { jobId, mode = 'rows', onDuplicate = 'skip' } = choice;
      return db.scoped(scope, async (tx) => {
        // Locks the row: the first of several concurrent confirmations starts the job, the others get that job.
        const job = await ports().work.take(tx, jobId, kinds.check);
        if (!job || (job.params['resource'] ?? name) !== name) throw new AppError('notFound');
        if (job.state !== 'done') throw new AppError('invalid', '文件还没有检查完成，请稍后再试');
        const { appliedBy, enterpriseId, problems } = checkNotes.parse(job.params);
        if (enterpriseId !== scope.enterpriseId) throw new AppError('invalid', '当前企业已经改变，请重新上传文件');
        const more = subject.confirm?.(scope, choice) ?? {};
        const before = appliedBy === undefined ? null : await ports().work.find(tx, appliedBy);
        if (before && before.state !== 'failed' && before.state !== 'cancelled') return { jobId: before.id };
        const bad = new Set(problems.map(({ row }) => row)).size;
        const good = job.done - bad;
        if (good <= 0)
          throw new AppError(
            'invalid',
            job.done === 0 ? '没有可以导入的行，请重新上传' : '没有正确的行，请改正后重新上传',
          );
        if (mode === 'all' && bad > 0)
          throw new AppError('invalid', `还有 ${bad} 行有错误，请改正后重新上传，或改为只导入正确的行`);
        const params = { resource: name, importId: jobId, mode, onDuplicate, ...more };
        const applying = await ports().work.create(tx, { kind: kinds.apply, title: titles?.apply, params });
        const note = [mode, onDuplicate, ...Object.values(more), good].join(' ');
        const auditId = await audit.record(tx, record('importConfirm', applying, note));
        await ports().work.note(tx, applying, { auditId });
        await ports().work.note(tx, jobId, { appliedBy: applying });
        return { jobId: applying };
      });
    },

    async importErrors(scope: Scope, { id }: { id: string }) {
      const job = await db.scoped(scope, async (tx) => {
        const requestedJob = await ports().work.find(tx, id);
        return requestedJob?.kind === kinds.apply
          ? ports().work.find(tx, applyNotes.parse(requestedJob.params).importId)
          : requestedJob;
      });
      if (job?.kind !== kinds.check || (job.params['resource'] ?? name) !== name) throw new AppError('notFound');
      const notes = checkNotes.parse(job.params);
      const { rows, columns } = await work.checkedRows(scope, job.id, job.params);
      const noted = Map.groupBy(notes.problems, ({ row }) => row);
      const wrong = rows.flatMap(({ no, cells, problems }) => {
        const all = [...problems, ...(noted.get(no) ?? [])];
        const once = new Map(all.map((problem) => [`${problem.column} ${problem.cause}`, problem]));
        return (noted.size > 0 ? noted.has(no) : problems.length > 0)
          ? [{ no, cells, problems: [...once.values()] }]
          : [];
      });
      const body = writeWorkbook([problemSheet(columns, wrong)]);
      return { name: `${label}导入错误行-${dayOf(clock.now())}.xlsx`, type: xlsx, body };
    },
  };
}
