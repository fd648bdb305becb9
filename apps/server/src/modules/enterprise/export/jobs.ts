import * as z from 'zod/mini';
import { enterpriseSortable } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseExportColumns } from '@anlan/contract/modules/enterprise/export-columns';
import { dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { definitionLine } from '#kit/definition-line.ts';
import type { Tx } from '#platform/db/index.ts';
import { writeInWorker, type WordTables } from '#platform/sheets/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import type { Outcome, Work } from '../../job/index.ts';
import type { Needs } from '../deps.ts';
import { listFilter } from '../selection/rules.ts';
import { findSelection } from '../selection/service.ts';
import { exportDictionaries, sheetOf } from './present.ts';
import { keysQuery, rowsQuery } from './store.ts';

export const kind = 'enterprise.export';

export type ExportDeps = Needs<'db' | 'clock' | 'audit' | 'dictionaries' | 'users' | 'files' | 'jobs'>;

const progressMs = 500;
// Maximum size of an export file, in bytes.
const maxBytes = 4 * 2 ** 30;

const exportNotes = z.object({
  chosen: z.object({
    ids: z.optional(z.array(z.string())),
    filter: z.optional(listFilter),
    except: z.optional(z.array(z.string())),
  }),
  /** The filter as text, as the screen shows it. */
  asked: z.string(),
  sort: z.array(z.object({ by: z.enum(enterpriseSortable), desc: z.boolean() })),
  columns: z.optional(z.array(z.enum(enterpriseExportColumns))),
});

export async function wordsOf(tx: Tx, dictionaries: DictionaryModule): Promise<WordTables> {
  const tables = new Map<string, ReadonlyMap<string, string>>([
    ['regions', await dictionaries.regionPaths()],
    ['industries', await dictionaries.industryNames()],
  ]);
  for (const name of exportDictionaries)
    tables.set(name, new Map((await dictionaries.itemsOf(tx, name)).map(({ code, label }) => [code, label])));
  return tables;
}

/**
 * Export job. The job first reads all row ids through an index (16 bytes per row), then reads the rows in short
 * transactions, because a long transaction would hold back vacuum. Each row appears once, with the values at the time
 * its batch was read. Rows removed in the meantime are not exported.
 */
export function createExportWork(deps: ExportDeps) {
  const { db, clock, dictionaries, users, files, jobs } = deps;

  /**
   * The current scope of the user. Throws if the export right was withdrawn; the job then ends without a file (S12,
   * S35).
   */
  async function requireExportRight(work: Work): Promise<Scope> {
    const scope = await work.scopeNow();
    if (scope.userType !== 'regulator' || !scope.permits.has('bus:enterprise:export'))
      throw new AppError('denied', '导出权限已被收回，导出已停止');
    return scope;
  }

  return async function perform(work: Work): Promise<Outcome> {
    const { chosen: selection, asked: filterText, sort, columns } = exportNotes.parse(work.params);
    const sheet = sheetOf(columns);
    const scope = await requireExportRight(work);
    await work.progress(null, { done: 0, message: '正在准备' });
    const { keys, tables, since } = await db.scoped(scope, async (tx) => {
      const resolvedSelection = await findSelection(tx, selection, dayOf(clock.now()));
      const since = (await jobs.find(tx, work.id))?.createdAt ?? clock.now();
      return { keys: keysQuery(tx, resolvedSelection, sort), tables: await wordsOf(tx, dictionaries), since };
    });
    let [total, done, reportedRows] = [0, 0, 0];
    const words = { tables, forms: sheet.forms, firsts: 'officers' };
    const body = writeInWorker(
      { url: db.url, scope, keys, rows: rowsQuery(sheet.sources), name: '企业', columns: sheet.columns, ...words },
      {
        async note(count) {
          total = count;
          await work.progress(null, { done, total, message: '正在写入文件' });
          const at = clock.now();
          const by = scope.userName;
          return definitionLine({ title: '企业清单', count: total, counter: '家', narrowedBy: filterText, at, by });
        },
        async turn(before) {
          const now = await requireExportRight(work);
          await work.throwIfStopped();
          done = before;
          if (performance.now() - reportedRows >= progressMs) {
            reportedRows = performance.now();
            await work.progress(null, { done, total });
          }
          return now;
        },
        wordsOf: (ids) => db.scoped(scope, (tx) => users.names(tx, ids), { readOnly: true }),
      },
    );
    const name = `企业清单-${dayOf(clock.now())}.xlsx`;
    const storedFile = {
      id: work.id,
      since,
      name,
      kind: 'xlsx' as const,
      maxBytes,
      seconds: limits.export.keptSeconds,
      body,
    };
    return files.keep(scope, storedFile, async (tx, { url }) => {
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
