import { isSupervised } from '@anlan/contract/modules/enterprise/codes';
import { limits } from '@anlan/contract/limits';
import type { ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { isInRegions } from '#kernel/regions.ts';
import { systemScope } from '#kernel/scope.ts';
import { pause } from '#kit/import/import-jobs.ts';
import { addProblem, createRepeats, type ReadRow } from '#kit/import/read-rows.ts';
import type { RunningWork } from '#kit/ports.ts';
import type { Tx } from '#platform/db/index.ts';
import { createLookups, type Disclosure } from '../../audit/index.ts';
import { problemColumn } from './columns.ts';
import { batchRows, textIn, type ImportDeps } from './jobs.ts';
import { existingByCode, type Existing } from '../store.ts';
import { townsOf } from './town-rules.ts';

const flaw = (row: ReadRow, key: ImportColumn, cause: string, remedy: string) =>
  addProblem(row, problemColumn(key), cause, remedy);
const isGood = ({ problems }: ReadRow) => problems.length === 0;

/** Dry run of an import: compares the rows with each other and with the enterprises. It changes no enterprise. */
export function createRowCheck({ db, clock, audit, dictionaries }: ImportDeps) {
  const lookups = createLookups({ clock, audit });

  /**
   * Marks rows outside the scope of an importer with limited regions. Such a mark reveals that the enterprise exists,
   * so the mark uses the lookup quota and is audited (S95). `isCounted`: an earlier attempt of the job counted the row.
   */
  async function demandOverseen(
    tx: Tx,
    rows: readonly ReadRow[],
    own: ReadonlyMap<string, Existing>,
    isCounted: (row: ReadRow) => boolean,
  ) {
    const { scope } = tx;
    const { regions } = scope;
    if (regions === 'all' || scope.userType !== 'regulator') return;
    const everywhere = systemScope('import', scope.tenantId, scope);
    const codes = rows.map((row) => textIn(row, 'creditCode'));
    const all = await db.scoped(everywhere, (wide) => existingByCode(wide, codes), { readOnly: true });
    let left = await lookups.left(tx);
    const disclosures: Disclosure[] = [];
    for (const row of rows) {
      const code = textIn(row, 'creditCode');
      if (!isInRegions(regions, textIn(row, 'townCode') || textIn(row, 'regionCode')))
        flaw(row, 'regionCode', '不在您的数据范围内', '只能导入您所辖区域内的企业，请删除该行');
      else if (!own.has(code) && left <= 0 && !isCounted(row))
        flaw(
          row,
          'creditCode',
          `一小时内最多核对 ${limits.lookup.perHour} 家辖区以外的企业，这一行没有核对`,
          '请一小时后重新上传这一行',
        );
      else if (all.has(code) && !own.has(code)) {
        if (!isCounted(row)) {
          left -= 1;
          disclosures.push({ call: 'enterprise.findByCode', objectType: 'enterprise', note: code });
        }
        flaw(row, 'creditCode', '该企业已在您所辖区域以外登记', '请联系该企业所在区域的监管人员办理迁移');
      }
    }
    await lookups.told(tx, disclosures);
  }

  /** Marks rows that would move an active enterprise to another region: only a transfer with a reason may do this. */
  function demandRegionsKept(
    rows: readonly ReadRow[],
    existing: ReadonlyMap<string, Existing>,
    paths: ReadonlyMap<string, string>,
  ) {
    for (const row of rows) {
      const file = existing.get(textIn(row, 'creditCode'));
      if (!file || !isSupervised(file.status) || file.region_code === textIn(row, 'regionCode')) continue;
      const cause = `该企业已启用，登记在 ${paths.get(file.region_code) ?? ''}（${file.region_code}）`;
      flaw(row, 'regionCode', cause, '请改为登记的区划；确已迁移的，请先在企业档案中办理“区划迁移”');
    }
  }

  return async function look(work: RunningWork, rows: readonly ReadRow[]) {
    const once = createRepeats([problemColumn('creditCode')]);
    for (const row of rows) once(row);
    const paths = await dictionaries.regionPaths();
    let duplicates = 0;
    for (let from = 0; from < rows.length; from += batchRows) {
      const batch = rows.slice(from, from + batchRows);
      const counted = new Set(batch.slice(0, Math.max(0, work.done - from)));
      await db.scoped(work.scope, async (tx) => {
        const good = batch.filter(isGood);
        const codes = good.map((row) => textIn(row, 'creditCode'));
        const existing = await existingByCode(tx, codes);
        await demandOverseen(tx, good, existing, (row) => counted.has(row));
        demandRegionsKept(good.filter(isGood), existing, paths);
        duplicates += good.filter((row) => isGood(row) && existing.has(textIn(row, 'creditCode'))).length;
        const done = Math.max(work.done, from + batch.length);
        await work.progress(tx, { done, message: `已检查 ${done} 行` });
      });
      await work.throwIfStopped();
      await pause();
    }
    return { duplicates, unchanged: 0, notes: { towns: townsOf(rows) } };
  };
}
