import { isTakenUp } from '@anlan/contract/modules/enterprise/codes';
import { limits } from '@anlan/contract/limits';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';
import { isInRegions, covers } from '#kernel/regions.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import { WorkCancelled, type Outcome, type Work } from '../../job/index.ts';
import { changesOf, fileOf, rateAfter } from '../present.ts';
import { enterpriseCodeOf, isEditable } from '../rules.ts';
import { reserveNumbers } from '#kit/number-store.ts';
import { applyNotes, type ApplyNotes, type ImportDeps } from './jobs.ts';
import { openPhones, phonesAfter, encryptPhones } from '../encrypted/rules.ts';
import { codesUp, townLeft, townOver, type StandingTown } from '../town/rules.ts';
import { openTyped, type TypedPhones } from './encrypted-rules.ts';
import * as store from './store.ts';
import { fieldsOf, type StagedFields } from './tables.ts';

const { batchRows } = limits.import;

interface Fresh {
  row_no: number;
  fields: StagedFields;
  phones: TypedPhones;
}
interface Known extends Fresh {
  id: string;
}
interface Counts {
  inserted: number;
  updated: number;
  skipped: number;
  moved: number;
  outside: number;
}
const countsOf = ({ inserted, updated, skipped, moved, outside }: Counts): Counts => ({
  inserted,
  updated,
  skipped,
  moved,
  outside,
});
const metOf = ({ inserted, updated, skipped }: Counts): number => inserted + updated + skipped;

const mayImport = ({ permits }: Scope, { entryStatus }: ApplyNotes): boolean =>
  permits.has('bus:enterprise:import') && (entryStatus !== 'active' || permits.has('bus:enterprise:audit'));

/** Somebody else entered one of a batch's enterprises between the look and the write. */
class CodeTaken extends AppError {}

const textOf = (fields: StagedFields | null, column: string): string | null => {
  const value = fields?.[column];
  return typeof value === 'string' && value !== '' ? value : null;
};
const townOf = (fields: StagedFields | null): StandingTown => ({
  townCode: textOf(fields, 'town_code'),
  town: textOf(fields, 'town'),
});
/** The code that says who oversees a row. */
const placeOf = (fields: StagedFields | null): string => townOf(fields).townCode ?? textOf(fields, 'region_code') ?? '';
const namedRows = (rows: readonly { row_no: number }[]): string =>
  rows
    .map(({ row_no }) => row_no)
    .slice(0, 5)
    .join('、');
const townColumns = ({ townCode, town }: StandingTown) => ({ town_code: townCode, town });

/** The confirmed import: rows become enterprises, all in one transaction or in batches that a kill cannot halve. */
export function createApply({ db, clock, audit, jobs, vault, dictionaries }: ImportDeps) {
  /** Rows with their streets as they are now: since the look one may have got another name, or have gone. */
  async function withTowns<R extends { fields: StagedFields | null }>(tx: Tx, rows: readonly R[]): Promise<R[]> {
    const codes = rows.flatMap(({ fields }) => codesUp(townOf(fields).townCode ?? ''));
    const found = await dictionaries.townsOf(
      tx,
      [...new Set(codes)].filter((code) => code !== ''),
    );
    const offered = new Map([...found].filter(([, { enabled }]) => enabled));
    return rows.map((row) => {
      const said = townOf(row.fields);
      if (row.fields === null || said.townCode === null) return row;
      const { townCode: town_code, town } = townLeft(offered, said);
      return { ...row, fields: { ...row.fields, town_code, town } };
    });
  }

  /** Which of these credit codes are those of enterprises that the importer does not oversee. */
  async function beyond({ scope }: Tx, codes: string[]): Promise<ReadonlySet<string>> {
    if (scope.regions === 'all') return new Set();
    const everywhere = systemScope('import', scope.tenantId, scope);
    const found = await db.scoped(everywhere, (apart) => store.existingByCode(apart, codes), { readOnly: true });
    return new Set(found.keys());
  }

  /** Writes the next rows; answers the last of them, or null when there were none. */
  async function writeBatch(
    tx: Tx,
    work: Work,
    notes: ApplyNotes,
    after: number,
    counts: Counts,
  ): Promise<number | null> {
    const { importId, onDuplicate, auditId, entryStatus } = notes;
    const rows = await withTowns(tx, await store.nextRows(tx, importId, after, batchRows));
    const last = rows.at(-1)?.row_no;
    if (last === undefined) return null;
    const existing = await store.existingByCode(
      tx,
      rows.flatMap(({ credit_code }) => credit_code ?? []),
    );
    const elsewhere = await beyond(
      tx,
      rows.flatMap(({ credit_code }) => (credit_code !== null && !existing.has(credit_code) ? [credit_code] : [])),
    );
    const known: Known[] = [];
    const fresh: Fresh[] = [];
    const outside: { row_no: number }[] = [];
    const own = await vault.of(tx);
    for (const { credit_code, fields, ...row } of rows) {
      if (!fields) continue;
      const id = existing.get(credit_code ?? '')?.id;
      const { row_no } = row;
      const phones = openTyped(own, row);
      if (id !== undefined) known.push({ row_no, id, fields, phones });
      // Since the look it came to lie there, or the divisions of the importer are others.
      else if (elsewhere.has(credit_code ?? '') || !isInRegions(tx.scope.regions, placeOf(fields)))
        outside.push({ row_no });
      else fresh.push({ row_no, fields, phones });
    }
    if (known.length > 0 && onDuplicate === 'stop')
      throw new AppError('invalid', `第 ${namedRows(known)} 行的企业已经存在，没有继续导入`);
    if (outside.length > 0 && onDuplicate === 'stop')
      throw new AppError('invalid', `第 ${namedRows(outside)} 行的企业在您所辖区域以外，没有继续导入`);
    counts.skipped += outside.length;
    counts.outside += outside.length;
    const entry = { userId: work.userId, now: clock.now() };
    if (fresh.length > 0) {
      const today = dayOf(entry.now);
      // On its own, so that a long import keeps nobody from entering an enterprise meanwhile.
      const end = await db.scoped(tx.scope, (apart) => reserveNumbers(apart, `enterprise ${today}`, fresh.length));
      const numbers = fresh.map(({ row_no, fields, phones }, index) => ({
        row_no,
        code: enterpriseCodeOf(today, end - fresh.length + 1 + index),
        ...townColumns(townOf(fields)),
        ...encryptPhones(own, fields.id, phonesAfter(phones)),
      }));
      await store.insertStaged(tx, importId, numbers, { ...entry, status: entryStatus }).catch((error: unknown) => {
        if (brokenConstraint(error) !== 'enterprise_credit_code_key') throw error;
        const span = `${fresh.at(0)?.row_no}-${fresh.at(-1)?.row_no}`;
        throw new CodeTaken('conflict', `第 ${span} 行中有企业正由他人登记，这些行没有写入，请稍后重新确认导入`);
      });
    }
    const status = { status: entryStatus, officerId: work.userId };
    const done = fresh.map(({ fields: staged }) => {
      const fields = fieldsOf(staged);
      const after = { ...fields, businessAddress: fields['businessAddress'] ?? fields['registeredAddress'], ...status };
      return { id: staged.id, changes: changesOf({}, after) };
    });
    counts.inserted += fresh.length;
    if (onDuplicate === 'skip') counts.skipped += known.length;
    else done.push(...(await overwrite(tx, importId, known, entry, counts)));
    await audit.recordAll(
      tx,
      done.map(({ id, changes }) => ({
        call: 'enterprise.import',
        objectType: 'enterprise',
        objectId: id,
        enterpriseId: id,
        parentId: auditId,
        changes,
      })),
    );
    return last;
  }

  /** Writes rows over what is there; those that change nothing are left alone. */
  async function overwrite(
    tx: Tx,
    importId: string,
    known: Known[],
    entry: { userId: string; now: Date },
    counts: Counts,
  ) {
    if (known.length === 0) return [];
    const existing = await store.takeRows(
      tx,
      known.map((row) => row.id),
    );
    const byId = new Map(existing.map((row) => [row.id, row]));
    const own = await vault.of(tx);
    const changed = known.flatMap(({ row_no, fields, id, phones: typed }) => {
      const row = byId.get(id);
      // Closed or removed since it was found, it is nobody's to write over.
      if (!row || row.removed_at !== null || !isEditable(row.status)) return [];
      if (isTakenUp(row.status) && fields['region_code'] !== row.region_code) {
        counts.moved += 1;
        return [];
      }
      const phones = openPhones(own, row);
      const before = { ...fileOf(row), ...phones, remark: row.remark };
      const said = { regionCode: textOf(fields, 'region_code') ?? row.region_code, ...townOf(fields) };
      const town = townOver({ regionCode: row.region_code, townCode: row.town_code, town: row.town }, said);
      if (!isInRegions(tx.scope.regions, town.townCode ?? said.regionCode)) {
        counts.outside += 1;
        return [];
      }
      const after = { ...fieldsOf(fields), ...typed, ...town };
      const changes = changesOf(before, after);
      return changes.length === 0
        ? []
        : [
            {
              id: row.id,
              row_no,
              changes,
              ...townColumns(town),
              profile_rate: rateAfter(row, after),
              ...encryptPhones(own, row.id, phonesAfter(typed, phones)),
            },
          ];
    });
    counts.updated += changed.length;
    counts.skipped += known.length - changed.length;
    if (changed.length > 0)
      await store.updateStaged(
        tx,
        importId,
        changed.map(({ changes: _, ...row }) => row),
        entry,
      );
    return changed;
  }

  function summary({ inserted, updated, skipped, moved, outside }: Counts, failed: number): string {
    const parts = [
      moved > 0 ? `${moved} 行的企业已启用、行政区划不同，须办理区划迁移` : null,
      outside > 0 ? `${outside} 行的企业在您所辖区域以外` : null,
    ].filter((part) => part !== null);
    const reasons = parts.length > 0 ? `（其中 ${parts.join('；')}）` : '';
    const wrong = failed > 0 ? `，${failed} 行有错误未写入` : '';
    return `新增 ${inserted} 家，更新 ${updated} 家，跳过 ${skipped} 行${reasons}${wrong}`;
  }
  const outcomeOf = (counts: Counts, failed: number, importId: string): Outcome => ({
    state: 'done',
    message: summary(counts, failed),
    result: { inserted: counts.inserted, updated: counts.updated, skipped: counts.skipped, failed },
    resultUrl: failed > 0 ? `/bus/enterprise/import/errors/${importId}` : null,
  });
  /** Rows that were confirmed are kept for a week and no longer: what is not there any more was not written. */
  function demandAll(counts: Counts, total: number, written: string) {
    if (metOf(counts) < total) throw new AppError('invalid', `待导入的数据已超过保留期限，${written}，请重新上传文件`);
  }

  /** Somebody else may have entered the same enterprise between the look and the write: look again. */
  async function again<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await run();
      } catch (error) {
        if (attempt >= 3 || !(error instanceof CodeTaken)) throw error;
      }
  }

  const longest = { statementMs: 3_600_000 };
  function applyAll(work: Work, notes: ApplyNotes, total: number): Promise<Outcome> {
    return again(() =>
      db.scoped(
        work.scope,
        async (tx) => {
          await store.workAlone(tx, work.id);
          const counts: Counts = { inserted: 0, updated: 0, skipped: 0, moved: 0, outside: 0 };
          for (let last: number | null = 0; last !== null;) {
            // The right is asked for again before each batch (S12, S35).
            const now = await work.scopeNow();
            if (!mayImport(now, notes) || !covers(now.regions, tx.scope.regions))
              throw new AppError('denied', '权限已被收回，任务已停止，没有写入任何企业');
            last = await writeBatch(tx, work, notes, last, counts);
            await work.progress(null, { done: metOf(counts), total });
            await work.goOn().catch((error: unknown) => {
              throw error instanceof WorkCancelled ? new WorkCancelled('已取消，没有写入任何企业') : error;
            });
          }
          demandAll(counts, total, '没有写入任何企业');
          const outcome = outcomeOf(counts, 0, notes.importId);
          await work.finish(tx, outcome);
          return outcome;
        },
        longest,
      ),
    );
  }

  async function applyRows(work: Work, notes: ApplyNotes, total: number, failed: number): Promise<Outcome> {
    let counts = countsOf(notes);
    const written = () => `此前已写入 ${counts.inserted + counts.updated} 家`;
    for (;;) {
      // One that was withdrawn stops the rest (S12, S35).
      const scope = await work.scopeNow();
      if (!mayImport(scope, notes)) throw new AppError('denied', `权限已被收回，任务已停止，${written()}`);
      const step = await again(() =>
        db.scoped(
          scope,
          async (tx) => {
            await store.workAlone(tx, work.id);
            const noted = applyNotes.parse((await jobs.find(tx, work.id))?.params);
            const met = countsOf(noted);
            const last = await writeBatch(tx, work, notes, noted.cursor, met);
            if (last !== null) await work.progress(tx, { done: metOf(met), total, notes: { ...met, cursor: last } });
            return { met, last };
          },
          longest,
        ),
      );
      counts = step.met;
      if (step.last === null) {
        demandAll(counts, total, written());
        return outcomeOf(counts, failed, notes.importId);
      }
      await work.goOn().catch((error: unknown) => {
        throw error instanceof WorkCancelled ? new WorkCancelled(`已取消，${written()}`) : error;
      });
      await new Promise((done) => setImmediate(done));
    }
  }

  return async function apply(work: Work): Promise<Outcome> {
    const notes = applyNotes.parse(work.params);
    if (!mayImport(work.scope, notes)) throw new AppError('denied');
    const { rows, good } = await db.scoped(work.scope, (tx) => store.countRows(tx, notes.importId));
    // As many as there were when they were confirmed; where nothing says it, as many as there are.
    const total = notes.good ?? good;
    await work.progress(null, { done: work.done, total, message: '正在写入' });
    const outcome =
      notes.mode === 'all' ? await applyAll(work, notes, total) : await applyRows(work, notes, total, rows - good);
    if (notes.mode === 'rows') await db.scoped(work.scope, (tx) => work.finish(tx, outcome));
    // Only now, or a try after this one would find none; the wrong rows stay for the file of errors.
    await db.scoped(work.scope, (tx) => store.forgetGoodRows(tx, notes.importId)).catch(() => {});
    return outcome;
  };
}
