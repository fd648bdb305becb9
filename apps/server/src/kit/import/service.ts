// The calls of an import: template, upload, the person's word, wrong rows.
import { createHash } from 'node:crypto';
import { dayOf } from '@anlan/contract/domain/instant';
import { importKeyOf, type ImportConfirm } from '@anlan/contract/kit/import';
import { limits } from '@anlan/contract/limits';
import { declared } from '@anlan/contract/modules';
import type { IncomingFile } from '@anlan/contract/http/dialect';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { chooseSheet, peekSheets, sheetKind, strangerNamed, writeWorkbook } from '#platform/sheets/index.ts';
import { createFairQueue } from '#platform/fair-queue/index.ts';
import type { ImportPorts, Kit } from '../ports.ts';
import type { AnyResource, Table } from '../table.ts';
import { columnsOf, headingsOf, type ImportColumn } from './columns.ts';
import { createRowPlanner, type Saving } from './plan-rows.ts';
import { problemSheet, templateSheets, type FileColumn } from './sheets.ts';
import { createImportWork, errorsAddress, sheetLimits, type ImportSubject } from './subject.ts';
import { createTakeBack } from './take-back.ts';
import { applyNotes, checkNotes, createRowsImport, importKinds, readable, type CheckNotes } from './work.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const repeatedWithinMs = 10 * 60_000;

// Each reading has a thread and its memory to itself; tenants take turns (S68).
const reading = createFairQueue({ atOnce: 2, longest: 64 });

/** The bytes of a file; read to its end in any case, so that the answer reaches a client that is still sending. */
async function bytesOf({ stream }: IncomingFile, mostBytes: number, refusal: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  if (size > mostBytes || size === 0) throw new AppError('invalid', refusal);
  return Buffer.concat(chunks);
}

/** Opens the import of a declared resource. */
export function createImport(resource: AnyResource, table: Table, kit: Kit, saving: Saving) {
  const { name, label } = resource;
  const key = importKeyOf(resource);
  const judge = createRowPlanner(table, kit, key, saving);
  const ports = (): ImportPorts => {
    if (!kit.imports) throw new Error(`nothing can be brought in: ${name} was opened without work and files`);
    return kit.imports;
  };
  const calls = declared.find((one) => one.resource.name === name)?.calls;
  const said = { errorsPath: calls?.['importErrors']?.path };
  const subject: ImportSubject<ImportColumn> = {
    name,
    label,
    permits: resource.permits,
    kinds: importKinds,
    titles: { check: `检查${label}导入文件`, apply: `导入${label}` },
    limits: limits.resourceImport,
    ...said,
    headings: (scope) => headingsOf(resource, kit, scope),
    columns: (tx) => columnsOf(resource, kit, tx),
    // Staff of an enterprise need not say whose a row is.
    hides: (scope, { spec }) => spec.own === true && scope.enterpriseId !== null,
    ...createRowsImport({ resource, kit, key, judge, ports, errorsAddress: (id) => errorsAddress(said, id) }),
  };
  const takingBack = createTakeBack({ resource, table, kit, saving, ports });
  const { importing, ...verbs } = openImport(subject, kit, ports);
  return { ...verbs, importing: { ...importing, undo: takingBack.run }, undoImport: takingBack.begin };
}

/** Opens the import of a subject: a dry run that names each fault, then what the person decides. */
export function openImport<C extends FileColumn>(
  subject: ImportSubject<C>,
  { db, clock, audit }: Pick<Kit, 'db' | 'clock'> & { audit: Pick<Kit['audit'], 'record'> },
  ports: () => ImportPorts,
) {
  const { name, label, kinds, titles } = subject;
  const { bytes: mostBytes, keptSeconds } = subject.limits;
  const refusal = `只能上传 .xlsx 或 .csv 文件，且不超过${mostBytes / 1024 / 1024}M（旧版 .xls 请另存为 .xlsx）`;
  const read = sheetLimits(subject);
  const work = createImportWork(subject, { db }, ports);
  const mayNot = (scope: Scope, verb: string) =>
    !(scope.permits as ReadonlySet<string>).has(`${subject.permits}:${verb}`);
  const record = (verb: string, objectId: string, note: string) => ({
    call: `${name}.${verb}`,
    objectType: 'job',
    objectId,
    note,
  });

  return {
    importing: { check: work.check, apply: work.apply },

    async importTemplate(scope: Scope) {
      const columns = await db.scoped(scope, (tx) => subject.columns(tx), { readOnly: true });
      const shown = columns.filter((column) => !subject.hides?.(scope, column));
      return { name: `${label}导入模板.xlsx`, type: xlsx, body: writeWorkbook(templateSheets(label, shown)) };
    },

    async import(scope: Scope, { file }: { file: IncomingFile }): Promise<{ jobId: string }> {
      const bytes = await bytesOf(file, mostBytes, refusal);
      // Nothing that belongs to an enterprise or a tenant's authority can be kept for anybody else.
      if (scope.enterpriseFrom === null) throw new AppError('denied');
      const fileKind = sheetKind(file.name, bytes);
      if (fileKind === null) throw new AppError('invalid', strangerNamed(file.name, bytes) ?? refusal);
      const { wanted, required } = subject.headings(scope);
      const { at: sheet, notes } = await reading
        .take(scope.tenantId, () => peekSheets({ bytes, kind: fileKind, limits: read }))
        .then((heads) => chooseSheet(heads, wanted, required, read.rows))
        .catch((error: unknown) => {
          throw readable(error);
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

    async importConfirm(scope: Scope, { jobId, ...choice }: ImportConfirm): Promise<{ jobId: string }> {
      const { mode = 'rows', onDuplicate = 'skip' } = choice;
      return db.scoped(scope, async (tx) => {
        // The row is held: of many confirmations at once one decides, and the others are told what it began.
        const job = await ports().work.take(tx, jobId, kinds.check);
        if (!job || job.params['resource'] !== name) throw new AppError('notFound');
        if (job.state !== 'done') throw new AppError('invalid', '文件还没有检查完成，请稍后再试');
        const { appliedBy, enterpriseId, problems } = checkNotes.parse(job.params);
        if (enterpriseId !== scope.enterpriseId) throw new AppError('invalid', '当前企业已经改变，请重新上传文件');
        if (onDuplicate === 'update' && mayNot(scope, 'edit'))
          throw new AppError('invalid', `您没有修改${label}的权限，已存在的请选择跳过`);
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
        const params = { resource: name, importId: jobId, mode, onDuplicate };
        const applying = await ports().work.create(tx, { kind: kinds.apply, title: titles?.apply, params });
        const auditId = await audit.record(tx, record('importConfirm', applying, `${mode} ${onDuplicate} ${good}`));
        await ports().work.note(tx, applying, { auditId });
        await ports().work.note(tx, jobId, { appliedBy: applying });
        return { jobId: applying };
      });
    },

    async importErrors(scope: Scope, { id }: { id: string }) {
      const job = await db.scoped(scope, async (tx) => {
        const asked = await ports().work.find(tx, id);
        return asked?.kind === kinds.apply ? ports().work.find(tx, applyNotes.parse(asked.params).importId) : asked;
      });
      if (job?.kind !== kinds.check || job.params['resource'] !== name) throw new AppError('notFound');
      const notes = checkNotes.parse(job.params);
      const { rows, columns } = await work.rowsOf(scope, notes);
      const wrong = rows.flatMap(({ no, cells }) => {
        const problems = notes.problems.filter(({ row }) => row === no);
        return problems.length > 0 ? [{ no, cells, problems }] : [];
      });
      const body = writeWorkbook([problemSheet(columns, [wrong])]);
      return { name: `${label}导入错误行-${dayOf(clock.now())}.xlsx`, type: xlsx, body };
    },
  };
}
