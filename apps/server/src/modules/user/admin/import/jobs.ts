import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { userImportColumns } from '@anlan/contract/domain/user-import';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import {
  checkedWords,
  createHiddenRows,
  demandHeadings,
  readSheet,
  SheetRefused,
  tooManyRows,
  type SheetRow,
} from '#platform/sheets/index.ts';
import type { FileRoom } from '../../../file/index.ts';
import type { JobRoom, Outcome, Work } from '../../../job/index.ts';
import type { ChangeDeps } from '../change/service.ts';
import { changesOf } from '../present.ts';
import { createJudge, type JudgeDeps } from './judge/service.ts';
import { readRow, requiredColumns, type ReadRow } from './rules.ts';

/** Kinds of work of the import. */
export const kinds = { dryRun: 'user.import', apply: 'user.importConfirm' } as const;

/** What the import leans on. */
export interface ImportDeps extends JudgeDeps, Pick<ChangeDeps, 'db' | 'clock'> {
  users: Pick<ChangeDeps['users'], 'add' | 'bind' | 'seats'>;
  files: Pick<FileRoom, 'keep' | 'open' | 'discard'>;
  jobs: JobRoom;
  /** Gives roles to people who have none yet. */
  giveRoles: (tx: Tx, given: readonly { userId: string; roleId: string }[]) => Promise<void>;
  /** Throws where one of these people oversees enterprises that the caller does not (S32). */
  demandWithin: (tx: Tx, scope: Scope, userIds: readonly string[]) => Promise<void>;
}

const problem = z.object({
  row: z.int(),
  column: z.string(),
  value: z.string(),
  cause: z.string(),
  remedy: z.string(),
});
/** What the dry run is told, and what it found. */
export const dryRunNotes = z.object({
  fileId: z.string(),
  fileKind: z.enum(['xlsx', 'csv']),
  /** Which of its sheets, from 0. */
  sheet: z._default(z.int(), 0),
  /** What of the file is not read, in words. */
  notes: z._default(z.array(z.string()), []),
  /** The enterprise that was current when the file came. */
  enterpriseId: z.nullable(z.string()),
  /** Every fault, once it has been looked for. */
  problems: z._default(z.array(problem), []),
  /** The work that a confirmation began. */
  appliedBy: z.optional(z.string()),
});
/** What the dry run is told. */
export type DryRunNotes = z.output<typeof dryRunNotes>;
/** What the confirmed import is told. */
export const applyNotes = z.object({ importId: z.string(), auditId: z.string(), mode: z.enum(['all', 'rows']) });

/** How far a file is read, and how much of it. */
export const sheetLimits = { ...limits.import, rows: limits.userImport.rows };

/** What reading a file failed with, in words. */
export const readable = (error: unknown): unknown =>
  error instanceof SheetRefused ? new AppError('invalid', error.message) : error;

const errorsShown = 50;
const batchRows = 500;
const unique = ['app_user_username_key', 'app_user_phone_key'];
const kept = '没有设置密码：首次请用手机验证码登录，或由管理员重置密码';

/** Both kinds of work: looking at the rows, and making the people once it was confirmed. */
export function createImportWork(deps: ImportDeps) {
  const { db, users, audit, files, jobs, giveRoles, demandWithin } = deps;
  const judge = createJudge(deps);

  /** The rows of a file that is still kept. */
  async function rowsOf(scope: Scope, { fileId, fileKind, sheet }: DryRunNotes): Promise<ReadRow[]> {
    const bytes = await buffer((await files.open(scope, { id: fileId })).body).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('notFound', '文件已经过期，请重新上传') : error;
    });
    const rows: SheetRow[] = [];
    const source = { bytes, kind: fileKind, limits: sheetLimits };
    for await (const batch of readSheet(source, batchRows, sheet)) rows.push(...batch);
    const { rowNo, places } = demandHeadings(rows, userImportColumns, requiredColumns);
    const read = rows.flatMap((row) => (row.no > rowNo ? (readRow(row, places) ?? []) : []));
    if (read.length > limits.userImport.rows) throw new AppError('invalid', tooManyRows(limits.userImport.rows));
    return read;
  }
  function demandSame({ scope }: Work, { enterpriseId }: DryRunNotes) {
    if (!scope.permits.has('sys:user:import')) throw new AppError('denied');
    if (scope.enterpriseId !== enterpriseId) throw new AppError('invalid', '当前企业已经改变，请重新上传文件');
  }

  async function dryRun(work: Work): Promise<Outcome> {
    const notes = dryRunNotes.parse(work.params);
    demandSame(work, notes);
    const rows = await rowsOf(work.scope, notes);
    return db.scoped(work.scope, async (tx) => {
      await judge(tx, rows);
      const problems = rows.flatMap((row) => row.problems);
      const bad = rows.filter((row) => row.problems.length > 0).length;
      const hidden = createHiddenRows();
      for (const row of rows) hidden.look(row);
      await work.progress(tx, { done: rows.length, total: rows.length, notes: { problems } });
      const outcome: Outcome = {
        state: 'done',
        message: checkedWords(rows.length, bad),
        result: {
          rows: rows.length,
          good: rows.length - bad,
          bad,
          duplicates: 0,
          errors: problems.slice(0, errorsShown),
          notes: [...notes.notes, ...hidden.notes()],
        },
        resultUrl: bad > 0 ? `/upms/user/import/errors/${work.id}` : null,
      };
      await work.finish(tx, outcome);
      return outcome;
    });
  }

  async function write(work: Work, importId: string, auditId: string, mode: 'all' | 'rows'): Promise<Outcome> {
    return db.scoped(work.scope, async (tx) => {
      const notes = dryRunNotes.parse((await jobs.find(tx, importId))?.params);
      demandSame(work, notes);
      const rows = await rowsOf(work.scope, notes);
      // What was wrong when it was shown stays out, whatever has become of it since.
      const before = new Set(notes.problems.map(({ row }) => row));
      const people = await judge(
        tx,
        rows.filter(({ no }) => !before.has(no)),
      );
      const fresh = rows.flatMap((row) => (before.has(row.no) ? [] : row.problems));
      const failed = rows.length - people.length;
      if (people.length === 0 || (mode === 'all' && failed > 0))
        throw new AppError('invalid', `${failed} 行有错误，没有导入任何用户，请重新上传文件`);
      const given: { userId: string; roleId: string }[] = [];
      const ids: string[] = [];
      const entries = [];
      for (const { username, nickName, type, phone, email, organId, roles, enterprise } of people) {
        const id = newId();
        ids.push(id);
        // Nobody ever sees a password: there is none until somebody signs in by phone or is given one.
        const account = { id, username, nick_name: nickName, type, phone, email, organ_id: organId };
        await users.add(tx, { ...account, password_hash: null, must_change_password: false });
        if (enterprise) await users.bind(tx, id, enterprise.id);
        given.push(...roles.map((role) => ({ userId: id, roleId: role.id })));
        const made = { username, nickName, type, phone, email, organId };
        const names = {
          roles: roles.map(({ name }) => name),
          ...(enterprise ? { enterprises: [enterprise.name] } : {}),
        };
        entries.push({
          call: kinds.dryRun,
          objectType: 'user',
          objectId: id,
          parentId: auditId,
          note: `${nickName}（${username}）`,
          changes: changesOf({}, { ...made, ...names }),
        });
      }
      await users.seats.demand(tx, [...new Set(people.flatMap(({ enterprise }) => enterprise?.id ?? []))]);
      await giveRoles(tx, given);
      const overseers = people.flatMap(({ type }, at) => (type === 'regulator' ? (ids[at] ?? []) : []));
      await demandWithin(tx, work.scope, overseers);
      await audit.recordAll(tx, entries);
      if (fresh.length > 0) await jobs.note(tx, importId, { problems: [...notes.problems, ...fresh] });
      await work.progress(tx, { done: people.length, total: people.length });
      const outcome: Outcome = {
        state: 'done',
        message: `新增 ${people.length} 人${failed > 0 ? `，${failed} 行有错误未导入` : ''}。${kept}`,
        result: { inserted: people.length, updated: 0, skipped: 0, failed },
        resultUrl: failed > 0 ? `/upms/user/import/errors/${importId}` : null,
      };
      await work.finish(tx, outcome);
      return outcome;
    });
  }

  async function apply(work: Work): Promise<Outcome> {
    const { importId, auditId, mode } = applyNotes.parse(work.params);
    for (let attempt = 1; ; attempt++)
      try {
        return await write(work, importId, auditId, mode);
      } catch (error) {
        // Somebody took a name or a phone between the look and the write: look again.
        if (attempt >= 3 || !unique.includes(brokenConstraint(error) ?? '')) throw error;
      }
  }

  const told = (run: (work: Work) => Promise<Outcome>) => (work: Work) =>
    run(work).catch((error: unknown) => {
      throw readable(error);
    });
  jobs.work(kinds.dryRun, told(dryRun));
  jobs.work(kinds.apply, told(apply));
  return { rowsOf };
}
