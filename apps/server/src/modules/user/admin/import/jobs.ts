import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { FileColumn } from '#kit/import/sheets.ts';
import { errorsAddress, type ImportSubject } from '#kit/import/subject.ts';
import { noteLate, type ApplyNotes, type GoodRows, type RowsImport } from '#kit/import/import-jobs.ts';
import type { RunningWork, WorkOutcome } from '#kit/ports.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import type { FileModule } from '../../../file/index.ts';
import type { JobModule } from '../../../job/index.ts';
import type { ChangeDeps } from '../change/deps.ts';
import { changesOf } from '../present.ts';
import { createRowChecker, type CheckRowsDeps } from './check-rows.ts';

export interface ImportDeps extends CheckRowsDeps, Pick<ChangeDeps, 'db' | 'clock'> {
  users: Pick<ChangeDeps['users'], 'add' | 'bind' | 'seats'>;
  files: Pick<FileModule, 'keep' | 'open'>;
  jobs: JobModule;
  giveRoles: (tx: Tx, given: readonly { userId: string; roleId: string }[]) => Promise<void>;
  /** Throws when one of these people supervises enterprises that the caller does not (S32). */
  demandWithin: (tx: Tx, scope: Scope, userIds: readonly string[]) => Promise<void>;
}

const unique = ['app_user_username_key', 'app_user_phone_key'];
const noPasswordNote = '没有设置密码：首次请用手机验证码登录，或由管理员重置密码';

/** Writes the imported rows. Rows can conflict with each other, so all of them are checked and written together. */
export function createPeopleRows(deps: ImportDeps, paths: Pick<ImportSubject, 'errorsPath'>): RowsImport<FileColumn> {
  const { db, users, audit, jobs, giveRoles, demandWithin } = deps;
  const judge = createRowChecker(deps);

  async function write(
    work: RunningWork,
    { importId, auditId, mode }: ApplyNotes,
    { rows, wrong }: GoodRows<FileColumn>,
  ): Promise<WorkOutcome> {
    return db.scoped(work.scope, async (tx) => {
      const looked = rows.map((row) => ({ ...row, problems: [...row.problems] }));
      const people = await judge(tx, looked);
      const failed = wrong + rows.length - people.length;
      if (people.length === 0 || (mode === 'all' && failed > 0))
        throw new AppError('invalid', `${failed} 行有错误，没有导入任何用户，请重新上传文件`);
      const roleAssignments: { userId: string; roleId: string }[] = [];
      const ids: string[] = [];
      const entries = [];
      for (const { username, nickName, type, phone, email, organId, roles, enterprise } of people) {
        const id = newId();
        ids.push(id);
        // An imported account has no password until the user signs in by phone or gets a password.
        const account = { id, username, nick_name: nickName, type, phone, email, organ_id: organId };
        await users.add(tx, { ...account, password_hash: null, must_change_password: false });
        if (enterprise) await users.bind(tx, id, enterprise.id);
        roleAssignments.push(...roles.map((role) => ({ userId: id, roleId: role.id })));
        const made = { username, nickName, type, phone, email, organId };
        const names = {
          roles: roles.map(({ name }) => name),
          ...(enterprise ? { enterprises: [enterprise.name] } : {}),
        };
        entries.push({
          call: 'user.import',
          objectType: 'user',
          objectId: id,
          parentId: auditId,
          note: `${nickName}（${username}）`,
          changes: changesOf({}, { ...made, ...names }),
        });
      }
      await users.seats.demand(tx, [...new Set(people.flatMap(({ enterprise }) => enterprise?.id ?? []))]);
      await giveRoles(tx, roleAssignments);
      const overseers = people.flatMap(({ type }, at) => (type === 'regulator' ? (ids[at] ?? []) : []));
      await demandWithin(tx, work.scope, overseers);
      await audit.recordAll(tx, entries);
      await noteLate(
        { work: jobs },
        tx,
        importId,
        looked.flatMap(({ problems }) => problems),
      );
      await work.progress(tx, { done: people.length, total: people.length });
      const outcome: WorkOutcome = {
        state: 'done',
        message: `新增 ${people.length} 人${failed > 0 ? `，${failed} 行有错误未导入` : ''}。${noPasswordNote}`,
        result: { inserted: people.length, updated: 0, skipped: 0, failed },
        resultUrl: failed > 0 ? errorsAddress(paths, importId) : null,
      };
      await work.finish(tx, outcome);
      return outcome;
    });
  }

  return {
    async look({ scope }, rows) {
      await db.scoped(scope, (tx) => judge(tx, rows));
      return { duplicates: 0, unchanged: 0 };
    },
    async write(...what) {
      for (let attempt = 1; ; attempt++)
        try {
          return await write(...what);
        } catch (error) {
          // After the check, another transaction used one of the names or phones. Therefore all rows are checked again.
          if (attempt >= 3 || !unique.includes(brokenConstraint(error) ?? '')) throw error;
        }
    },
  };
}
