import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { isTakenUp } from '@anlan/contract/modules/enterprise/codes';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import type { ImportProblem } from '@anlan/contract/kit/import';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { isInRegions } from '#kernel/regions.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { searchText } from '#platform/pinyin/search-text.ts';
import {
  checkedWords,
  createHiddenRows,
  demandHeadings,
  readSheet,
  sharedBytes,
  tooManyRows,
} from '#platform/sheets/index.ts';
import type { TenantVault } from '#platform/vault/index.ts';
import { createLookups, type Disclosure } from '../../audit/index.ts';
import type { Outcome, Work } from '../../job/index.ts';
import { industryFinder, itemFinder, regionFinder } from '#kit/import/find-codes.ts';
import { townFinder } from './codes-rules.ts';
import { columnDictionaries, dryRunNotes, sheetLimits, type ImportDeps } from './jobs.ts';
import { createRowReader, flaw, requiredColumns, type Finders, type ReadRow } from './rules.ts';
import { encryptTyped, withMasks } from './encrypted-rules.ts';
import * as store from './store.ts';
import { columnsOf, type StagedFields } from './tables.ts';

const errorsShown = 50;
// Small enough that nobody waits while they are looked at.
const readRows = 250;

/** The dry run: every row is looked at and put aside; nothing is written of any enterprise. */
export function createDryRun({ db, clock, audit, dictionaries: codes, files, vault }: ImportDeps) {
  const lookups = createLookups({ clock, audit });

  async function findersOf(tx: Tx): Promise<Finders> {
    const items = async (column: keyof typeof columnDictionaries) =>
      itemFinder((await codes.itemsOf(tx, columnDictionaries[column])).filter(({ enabled }) => enabled));
    return {
      regionCode: regionFinder(await codes.regionPaths(), await codes.endedRegions(), await store.regionsOf(tx)),
      town: townFinder(await codes.towns(tx)),
      industryCode: industryFinder(await codes.industryNames()),
      supervisionKind: await items('supervisionKind'),
      enterpriseSize: await items('enterpriseSize'),
      economicType: await items('economicType'),
      standardLevel: await items('standardLevel'),
      hazardFeatures: await items('hazardFeatures'),
      carTypes: await items('carTypes'),
    };
  }

  async function stagedOf(
    own: TenantVault,
    { no, cells, fields, problems }: ReadRow,
    officerId: string,
  ): Promise<Omit<store.StagedRow, 'duplicate_of'>> {
    const { creditCode } = fields;
    const credit_code = typeof creditCode === 'string' ? creditCode : null;
    const id = newId();
    const kept = { row_no: no, id, credit_code, cells: withMasks(cells), problems };
    if (problems.length > 0) return { ...kept, phones_sealed: encryptTyped(own, id, cells), fields: null };
    const filled = { businessAddress: fields.registeredAddress, ...fields, officerId };
    const staged: StagedFields = {
      ...columnsOf(withMasks(fields)),
      name_search: await searchText(String(fields.name)),
      id: newId(),
      profile_rate: profileRate(filled),
    };
    return { ...kept, phones_sealed: encryptTyped(own, id, fields), fields: staged };
  }

  const goodOf = (looked: readonly ReadRow[]) => looked.filter(({ problems }) => problems.length === 0);
  const textOf = ({ fields }: ReadRow, column: 'creditCode' | 'regionCode' | 'townCode') => {
    const value = fields[column];
    return typeof value === 'string' ? value : '';
  };

  /**
   * Whoever is limited to divisions brings in no enterprise of others', nor one that others have already; of those the
   * file tells so often an hour, each with a trace (S95). What an earlier try has told, up to row `kept`, counts once.
   */
  async function demandOverseen(scope: Scope, looked: readonly ReadRow[], kept: number) {
    const { regions } = scope;
    if (regions === 'all' || scope.userType !== 'regulator') return;
    const good = goodOf(looked);
    const codes = good.map((row) => textOf(row, 'creditCode'));
    const all = await db.scoped(systemScope('import', scope.tenantId, scope), (tx) => store.existingByCode(tx, codes), {
      readOnly: true,
    });
    await db.scoped(scope, async (tx) => {
      const own = await store.existingByCode(tx, codes);
      let left = await lookups.left(tx);
      const told: Disclosure[] = [];
      for (const row of good) {
        const [code, region] = [textOf(row, 'creditCode'), textOf(row, 'regionCode')];
        if (!isInRegions(regions, textOf(row, 'townCode') || region))
          flaw(row, 'regionCode', '不在您的数据范围内', '只能导入您所辖区域内的企业，请删除该行');
        else if (!own.has(code) && left <= 0 && row.no > kept)
          flaw(
            row,
            'creditCode',
            `一小时内最多核对 ${limits.lookup.perHour} 家辖区以外的企业，这一行没有核对`,
            '请一小时后重新上传这一行',
          );
        else if (all.has(code) && !own.has(code)) {
          if (row.no > kept) {
            left -= 1;
            told.push({ call: 'enterprise.findByCode', objectType: 'enterprise', note: code });
          }
          flaw(row, 'creditCode', '该企业已在您所辖区域以外登记', '请联系该企业所在区域的监管人员办理迁移');
        }
      }
      await lookups.told(tx, told);
    });
  }

  /** A table takes no enterprise that is taken up to another region: a transfer does, and says why. */
  async function demandRegionsKept(scope: Scope, looked: readonly ReadRow[]) {
    const good = goodOf(looked);
    const asked = good.map((row) => textOf(row, 'creditCode'));
    const known = await db.scoped(scope, (tx) => store.existingByCode(tx, asked), { readOnly: true });
    const paths = await codes.regionPaths();
    for (const row of good) {
      const file = known.get(textOf(row, 'creditCode'));
      const region = textOf(row, 'regionCode');
      if (!file || !isTakenUp(file.status) || file.region_code === region) continue;
      const cause = `该企业已启用，登记在 ${paths.get(file.region_code) ?? ''}（${file.region_code}）`;
      flaw(row, 'regionCode', cause, '请改为登记的区划；确已迁移的，请先在企业档案中办理“区划迁移”');
    }
  }

  /** Puts rows aside and says how far it is, both or neither. */
  const stage = (work: Work, looked: ReadRow[], done: number) =>
    db.scoped(work.scope, async (tx) => {
      const own = await vault.of(tx);
      const staged = [];
      for (const row of looked) staged.push(await stagedOf(own, row, work.userId));
      const codes = staged.flatMap(({ credit_code, fields }) => (fields && credit_code ? [credit_code] : []));
      const existing = await store.existingByCode(tx, codes);
      const rows = staged.map((row) => ({
        ...row,
        duplicate_of: row.fields === null ? null : (existing.get(row.credit_code ?? '')?.id ?? null),
      }));
      await store.stageRows(tx, work.id, rows);
      await work.progress(tx, { done, message: `已检查 ${done} 行` });
    });

  return async function dryRun(work: Work): Promise<Outcome> {
    const { fileId, fileKind, sheet, repeated, notes } = dryRunNotes.parse(work.params);
    const { scope } = work;
    const { body, parts } = await files.open(scope, { id: fileId }).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('notFound', '文件已经过期，请重新上传') : error;
    });
    const bytes = await sharedBytes(body, parts.sizeBytes);
    // A try that was broken off left rows behind: they are read again, for what later rows are compared with, and kept.
    const { finders, kept } = await db.scoped(scope, async (tx) => ({
      finders: await findersOf(tx),
      kept: await store.lastStaged(tx, work.id),
    }));
    const errors: ImportProblem[] = [];
    const hidden = createHiddenRows();
    let done = 0;
    let read: ReturnType<typeof createRowReader> | null = null;
    let from = 0;
    for await (const batch of readSheet({ bytes, kind: fileKind, limits: sheetLimits }, readRows, sheet)) {
      if (read === null) {
        const headings = demandHeadings(batch, importColumns, requiredColumns);
        read = createRowReader(headings.places, finders);
        from = headings.rowNo;
      }
      const looked = batch.flatMap((row) => {
        const found = row.no > from ? read?.(row) : null;
        if (found) hidden.look(row);
        return found ?? [];
      });
      done += looked.length;
      if (done > sheetLimits.rows) throw new AppError('invalid', tooManyRows(sheetLimits.rows));
      await demandOverseen(scope, looked, kept);
      await demandRegionsKept(scope, looked);
      for (const { problems } of looked) errors.push(...problems.slice(0, errorsShown - errors.length));
      const fresh = looked.filter(({ no }) => no > kept);
      if (fresh.length > 0) await stage(work, fresh, done);
      await work.goOn();
      // Others get their turn between two batches.
      await new Promise((done) => setImmediate(done));
    }
    const outcome = await db.scoped(scope, async (tx) => {
      const { rows, good, duplicates } = await store.countRows(tx, work.id);
      const bad = rows - good;
      await work.progress(tx, { done: rows, total: rows });
      const ended: Outcome = {
        state: 'done',
        message: checkedWords(rows, bad),
        result: { rows, good, bad, duplicates, errors, repeated, notes: [...notes, ...hidden.notes()] },
        resultUrl: bad > 0 ? `/bus/enterprise/import/errors/${work.id}` : null,
      };
      await work.finish(tx, ended);
      return ended;
    });
    // Only now: a try after this one would not find it.
    await files.discard(scope, fileId).catch(() => {});
    return outcome;
  };
}
