import * as z from 'zod/mini';
import { enterpriseSortable } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseExportColumns } from '@anlan/contract/modules/enterprise/export';
import { dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { definitionLine } from '#kit/definition-line.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { writeBeside, type WordTables } from '#platform/sheets/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import type { FileModule } from '../../file/index.ts';
import type { JobModule, Outcome, Work } from '../../job/index.ts';
import type { UserModule } from '../../user/index.ts';
import { listFilter } from '../selection/rules.ts';
import { findSelection } from '../selection/service.ts';
import { dictionaryOf, sheetOf } from './present.ts';
import { keysQuery, rowsQuery } from './store.ts';

/** Kind of the work that writes a list into a file. */
export const kind = 'enterprise.export';

/** What the export depends on. */
export interface ExportDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  dictionaries: DictionaryModule;
  users: Pick<UserModule, 'names'>;
  files: Pick<FileModule, 'keep'>;
  jobs: JobModule;
}

const progressMs = 500;
// What one export may take of the disk.
const maxBytes = 4 * 2 ** 30;

const exportNotes = z.object({
  chosen: z.object({
    ids: z.optional(z.array(z.string())),
    filter: z.optional(listFilter),
    except: z.optional(z.array(z.string())),
  }),
  /** The filter in the words of the screen. */
  asked: z.string(),
  sort: z.array(z.object({ by: z.enum(enterpriseSortable), desc: z.boolean() })),
  columns: z.optional(z.array(z.enum(enterpriseExportColumns))),
});

/** Words that hold for every row: those of dictionaries by column, names of divisions and industries. */
export async function wordsOf(tx: Tx, dictionaries: DictionaryModule): Promise<WordTables> {
  const tables = new Map<string, ReadonlyMap<string, string>>([
    ['regions', await dictionaries.regionPaths()],
    ['industries', await dictionaries.industryNames()],
  ]);
  for (const column of enterpriseExportColumns) {
    const dictionary = dictionaryOf(column);
    if (dictionary === undefined) continue;
    const items = await dictionaries.itemsOf(tx, dictionary);
    tables.set(column, new Map(items.map((item) => [item.code, item.label])));
  }
  return tables;
}

/**
 * Writes a list into a file. Which rows, and in which order, is settled at once by an index (sixteen bytes a row); the
 * rows are then read in short transactions, so that an export of a million holds no old versions of rows back. Each
 * row stands in the file once, as it was when its batch was read; what was removed meanwhile is left out.
 */
export function createExportWork(deps: ExportDeps) {
  const { db, clock, dictionaries, users, files, jobs } = deps;

  /** The scope with the rights of now; without the right the work ends and leaves no file (S12, S35). */
  async function demandRight(work: Work): Promise<Scope> {
    const scope = await work.scopeNow();
    if (scope.userType !== 'regulator' || !scope.permits.has('bus:enterprise:export'))
      throw new AppError('denied', '导出权限已被收回，导出已停止');
    return scope;
  }

  return async function perform(work: Work): Promise<Outcome> {
    const { chosen, asked, sort, columns } = exportNotes.parse(work.params);
    const sheet = sheetOf(columns);
    const scope = await demandRight(work);
    await work.progress(null, { done: 0, message: '正在准备' });
    const { keys, tables, since } = await db.scoped(scope, async (tx) => {
      const found = await findSelection(tx, chosen, dayOf(clock.now()));
      const since = (await jobs.find(tx, work.id))?.createdAt ?? clock.now();
      return { keys: keysQuery(tx, found, sort), tables: await wordsOf(tx, dictionaries), since };
    });
    let [total, done, told] = [0, 0, 0];
    const words = { tables, forms: sheet.forms, firsts: 'officers' };
    const body = writeBeside(
      { url: db.url, scope, keys, rows: rowsQuery(sheet.sources), name: '企业', columns: sheet.columns, ...words },
      {
        async note(count) {
          total = count;
          await work.progress(null, { done, total, message: '正在写入文件' });
          const at = clock.now();
          const by = scope.userName;
          return definitionLine({ title: '企业清单', count: total, counter: '家', narrowedBy: asked, at, by });
        },
        async turn(before) {
          const now = await demandRight(work);
          await work.goOn();
          done = before;
          if (performance.now() - told >= progressMs) {
            told = performance.now();
            await work.progress(null, { done, total });
          }
          return now;
        },
        wordsOf: (ids) => db.scoped(scope, (tx) => users.names(tx, ids), { readOnly: true }),
      },
    );
    const name = `企业清单-${dayOf(clock.now())}.xlsx`;
    const kept = {
      id: work.id,
      since,
      name,
      kind: 'xlsx' as const,
      maxBytes,
      seconds: limits.export.keptSeconds,
      body,
    };
    return files.keep(scope, kept, async (tx, { url }) => {
      const outcome: Outcome = {
        state: 'done',
        message: `已导出 ${total} 家，文件保留 24 小时`,
        result: { rows: total },
        resultUrl: url,
      };
      await work.progress(tx, { done: total, total });
      await work.finish(tx, outcome);
      return outcome;
    });
  };
}
