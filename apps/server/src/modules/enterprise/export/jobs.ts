import * as z from 'zod/mini';
import { enterpriseSortable } from '@anlan/contract/domain/enterprise';
import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { writeWorkbook, type OutgoingCell } from '#platform/sheets/index.ts';
import type { AuditRoom } from '../../audit/index.ts';
import type { DictionaryRoom } from '../../dictionary/index.ts';
import type { FileRoom } from '../../file/index.ts';
import type { JobRoom, Outcome, Work } from '../../job/index.ts';
import type { UserRoom } from '../../user/index.ts';
import { listFilter } from '../chosen/rules.ts';
import { findChosen } from '../chosen/service.ts';
import { cellsOf, columns, dictionaryOf, readersOf, sheetColumns, sourceColumns, type Labels } from './present.ts';
import { inSheets } from './rules.ts';
import { orderedKeys, rowsOf, type Keys } from './store.ts';

/** Kind of the work that writes a list into a file. */
export const kind = 'enterprise.export';

/** What the export leans on. */
export interface ExportDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditRoom, 'record'>;
  dictionaries: DictionaryRoom;
  users: Pick<UserRoom, 'names'>;
  files: Pick<FileRoom, 'keep'>;
  jobs: JobRoom;
}

const batchRows = 1_000;
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
});

/** Reads rows as the cells of the export. */
export function createReading({ db, dictionaries, users }: Pick<ExportDeps, 'db' | 'dictionaries' | 'users'>) {
  return {
    async labelsOf(tx: Tx): Promise<Labels> {
      const labels = new Map<string, ReadonlyMap<string, string>>();
      for (const column of columns) {
        const dictionary = dictionaryOf(column);
        if (dictionary === undefined) continue;
        const items = await dictionaries.itemsOf(tx, dictionary);
        labels.set(column, new Map(items.map((item) => [item.code, item.label])));
      }
      return labels;
    },
    read: (scope: Scope, ids: string[], labels: Labels): Promise<Iterable<OutgoingCell[]>> =>
      db.scoped(
        scope,
        async (tx) => {
          const rows = await rowsOf(tx, ids, sourceColumns);
          const names = {
            regions: await dictionaries.regionPaths(),
            industries: await dictionaries.industryNames(),
            officers: await users.names(
              tx,
              [...rows.firsts()].filter((id) => id !== ''),
            ),
          };
          return cellsOf(rows, readersOf(names, labels));
        },
        { readOnly: true },
      ),
  };
}

/**
 * Writes a list into a file. Which rows, and in which order, is settled at once by an index (sixteen bytes a row); the
 * rows are then read in short transactions, so that an export of a million holds no old versions of rows back. Each
 * row stands in the file once, as it was when its batch was read; what was removed meanwhile is left out.
 */
export function createExportWork(deps: ExportDeps) {
  const { db, clock, files, jobs } = deps;
  const { labelsOf, read } = createReading(deps);

  /** The scope with the rights of now; without the right the work ends and leaves no file (S12, S35). */
  async function demandRight(work: Work): Promise<Scope> {
    const scope = await work.scopeNow();
    if (scope.userType !== 'regulator' || !scope.permits.has('bus:enterprise:export'))
      throw new AppError('denied', '导出权限已被收回，导出已停止');
    return scope;
  }

  async function* batches(work: Work, keys: Keys, labels: Labels): AsyncGenerator<Iterable<OutgoingCell[]>> {
    const each = keys.batches(batchRows);
    const begin = async () => {
      const scope = await demandRight(work);
      const ids = each.next().value;
      if (!ids) return null;
      const rows = read(scope, ids, labels);
      rows.catch(() => {});
      return { count: ids.length, rows };
    };
    let done = 0;
    let told = 0;
    for (let now = await begin(); now !== null;) {
      const rows = await now.rows;
      await work.goOn();
      // The database reads the next rows while these are written.
      const next = await begin();
      yield rows;
      done += now.count;
      now = next;
      if (performance.now() - told < progressMs && next !== null) continue;
      told = performance.now();
      await work.progress(null, { done, total: keys.count });
    }
  }

  return async function perform(work: Work): Promise<Outcome> {
    const { chosen, asked, sort } = exportNotes.parse(work.params);
    const scope = await demandRight(work);
    await work.progress(null, { done: 0, message: '正在准备' });
    const { keys, labels, since } = await db.scoped(scope, async (tx) => {
      const found = await findChosen(tx, chosen, dayOf(clock.now()));
      const since = (await jobs.find(tx, work.id))?.createdAt ?? clock.now();
      return { keys: await orderedKeys(tx, found, sort), labels: await labelsOf(tx), since };
    });
    const who = `${scope.userName ?? ''} 于 ${formatInstant(clock.now())} 导出，共 ${keys.count} 家`;
    const note = asked === '' ? who : `${who}。筛选条件：${asked}`.slice(0, 1_000);
    await work.progress(null, { done: 0, total: keys.count, message: '正在写入文件' });
    const sheets = inSheets(batches(work, keys, labels), keys.count);
    const body = writeWorkbook(
      sheets.map((rows, at) => ({ name: at === 0 ? '企业' : `企业${at + 1}`, note, columns: sheetColumns, rows })),
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
        message: `已导出 ${keys.count} 家，文件保留 24 小时`,
        result: { rows: keys.count },
        resultUrl: url,
      };
      await work.finish(tx, outcome);
      return outcome;
    });
  };
}
