import type { ImportConfirm } from '@anlan/contract/modules/enterprise/enterprise';
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { createTakeBack, undoUntil } from '#kit/import/import-undo.ts';
import { openImport } from '#kit/import/service.ts';
import type { FileColumn } from '#kit/import/sheets.ts';
import { createRowCheck } from './check-rows.ts';
import { columnsOf, requiredColumns, template } from './columns.ts';
import { errorsPath, kinds, lookNotes, type ImportDeps } from './jobs.ts';
import { forgetStaged, stagedRows } from './staged-store.ts';
import { setTowns, townFinder } from './town-rules.ts';
import { createUndoneEnterprises, type UndoGuards } from './undo.ts';
import { createWrite } from './write-jobs.ts';

const own = { name: 'enterprise', label: '企业', permits: 'bus:enterprise' } as const;

/** Import of enterprises: the kit's, with rows that are compared, written and undone many at a time. */
export function createEnterpriseImport(deps: ImportDeps, guards: UndoGuards) {
  const { db, clock, dictionaries, files, jobs, vault } = deps;
  const ports = () => ({ work: jobs, files });
  const { importing, ...calls } = openImport<FileColumn, ImportConfirm>(
    {
      ...own,
      kinds,
      errorsPath,
      template,
      limits: limits.enterpriseImport,
      headings: () => ({ wanted: importColumns, required: requiredColumns }),
      columns: (tx) => columnsOf(dictionaries, tx),
      confirm({ permits }, { entryStatus = 'draft' }) {
        if (entryStatus === 'active' && !permits.has('bus:enterprise:audit')) throw new AppError('denied');
        return { entryStatus };
      },
      rowsBefore: async (tx, importId, { problems }) =>
        problems === undefined ? stagedRows(tx, importId, await vault.of(tx)) : null,
      async resolve(tx, rows, _columns, params) {
        setTowns(rows, townFinder(await dictionaries.towns(tx)), lookNotes.parse(params).towns);
      },
      look: createRowCheck(deps),
      write: createWrite(deps),
    },
    deps,
    ports,
  );
  const takingBack = createTakeBack({
    ...own,
    counter: '家',
    table: 'enterprise',
    undoKind: kinds.undo,
    db,
    ports,
    ...createUndoneEnterprises(deps, guards),
  });
  jobs.work(
    kinds.check,
    async (work) => {
      await db.scoped(work.scope, (tx) => forgetStaged(tx, clock.now()));
      return importing.check(work);
    },
    async (tx, { id, result }) => importing.asTyped(tx.scope, (await jobs.find(tx, id))?.params ?? {}, result),
  );
  jobs.work(kinds.apply, importing.apply);
  jobs.work(kinds.undo, takingBack.run);
  jobs.undoable(kinds.apply, undoUntil, takingBack.begin);
  return calls;
}
