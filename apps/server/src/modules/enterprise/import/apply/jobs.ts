import { limits } from '@anlan/contract/limits';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import { WorkCancelled, type Outcome, type Work } from '../../../job/index.ts';
import { changesOf, fileOf, rateAfter } from '../../present.ts';
import { enterpriseCodeOf, isEditable } from '../../rules.ts';
import { reserveNumbers } from '../../store.ts';
import { applyNotes, type ApplyNotes, type ImportDeps } from '../jobs.ts';
import { openPhones, phonesAfter, sealPhones } from '../../sealed/rules.ts';
import { codesUp, townLeft, townOver, type StandingTown } from '../../town/rules.ts';
import { openTyped, type TypedPhones } from '../sealed/rules.ts';
import * as store from '../store.ts';
import { fieldsOf, type StagedFields } from '../tables.ts';

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
}
const textOf = (fields: StagedFields | null, column: string): string | null => {
  const value = fields?.[column];
  return typeof value === 'string' && value !== '' ? value : null;
};
const townOf = (fields: StagedFields | null): StandingTown => ({
  townCode: textOf(fields, 'town_code'),
  town: textOf(fields, 'town'),
});
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
    const known: Known[] = [];
    const fresh: Fresh[] = [];
    const own = await vault.of(tx);
    for (const { credit_code, fields, ...row } of rows) {
      if (!fields) continue;
      const id = existing.get(credit_code ?? '');
      const { row_no } = row;
      const phones = openTyped(own, row);
      if (id === undefined) fresh.push({ row_no, fields, phones });
      else known.push({ row_no, id, fields, phones });
    }
    if (known.length > 0 && onDuplicate === 'stop')
      throw new AppError(
        'invalid',
        `第 ${known
          .map((row) => row.row_no)
          .slice(0, 5)
          .join('、')} 行的企业已经存在，没有继续导入`,
      );
    const entry = { userId: work.userId, now: clock.now() };
    if (fresh.length > 0) {
      const today = dayOf(entry.now);
      // On its own, so that a long import keeps nobody from entering an enterprise meanwhile.
      const end = await db.scoped(work.scope, (apart) => reserveNumbers(apart, `enterprise ${today}`, fresh.length));
      const numbers = fresh.map(({ row_no, fields, phones }, index) => ({
        row_no,
        code: enterpriseCodeOf(today, end - fresh.length + 1 + index),
        ...townColumns(townOf(fields)),
        ...sealPhones(own, fields.id, phonesAfter(phones)),
      }));
      await store.insertStaged(tx, importId, numbers, { ...entry, status: entryStatus });
    }
    const status = { status: entryStatus, officerId: work.userId };
    const done = fresh.map(({ fields: staged }) => {
      const fields = fieldsOf(staged);
      const after = { ...fields, businessAddress: fields.businessAddress ?? fields.registeredAddress, ...status };
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
      const phones = openPhones(own, row);
      const before = { ...fileOf(row), ...phones, remark: row.remark };
      const said = { regionCode: textOf(fields, 'region_code') ?? row.region_code, ...townOf(fields) };
      const town = townOver({ regionCode: row.region_code, townCode: row.town_code, town: row.town }, said);
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
              ...sealPhones(own, row.id, phonesAfter(typed, phones)),
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

  const summary = ({ inserted, updated, skipped }: Counts, failed: number) =>
    `新增 ${inserted} 家，更新 ${updated} 家，跳过 ${skipped} 行${failed > 0 ? `，${failed} 行有错误未写入` : ''}`;
  const outcomeOf = (counts: Counts, failed: number, importId: string): Outcome => ({
    state: 'done',
    message: summary(counts, failed),
    result: { ...counts, failed },
    resultUrl: failed > 0 ? `/bus/enterprise/import/errors/${importId}` : null,
  });

  /** Somebody else may have entered the same enterprise between the look and the write: look again. */
  async function again<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await run();
      } catch (error) {
        if (attempt >= 3 || brokenConstraint(error) !== 'enterprise_credit_code_key') throw error;
      }
  }

  const longest = { statementMs: 3_600_000 };
  function applyAll(work: Work, notes: ApplyNotes, total: number): Promise<Outcome> {
    return again(() =>
      db.scoped(
        work.scope,
        async (tx) => {
          await store.workAlone(tx, work.id);
          const counts: Counts = { inserted: 0, updated: 0, skipped: 0 };
          for (let last: number | null = 0; last !== null;) {
            last = await writeBatch(tx, work, notes, last, counts);
            const { inserted, updated, skipped } = counts;
            await work.progress(null, { done: inserted + updated + skipped, total });
            await work.goOn().catch((error: unknown) => {
              throw error instanceof WorkCancelled ? new WorkCancelled('已取消，没有写入任何企业') : error;
            });
          }
          const outcome = outcomeOf(counts, 0, notes.importId);
          await work.finish(tx, outcome);
          return outcome;
        },
        longest,
      ),
    );
  }

  async function applyRows(work: Work, notes: ApplyNotes, total: number, failed: number): Promise<Outcome> {
    for (;;) {
      const step = await again(() =>
        db.scoped(
          work.scope,
          async (tx) => {
            await store.workAlone(tx, work.id);
            const { cursor, inserted, updated, skipped } = applyNotes.parse((await jobs.find(tx, work.id))?.params);
            const counts: Counts = { inserted, updated, skipped };
            const last = await writeBatch(tx, work, notes, cursor, counts);
            const done = counts.inserted + counts.updated + counts.skipped;
            if (last !== null) await work.progress(tx, { done, total, notes: { ...counts, cursor: last } });
            return { counts, last };
          },
          longest,
        ),
      );
      if (step.last === null) return outcomeOf(step.counts, failed, notes.importId);
      await work.goOn().catch((error: unknown) => {
        const { inserted, updated } = step.counts;
        throw error instanceof WorkCancelled ? new WorkCancelled(`已取消，此前已写入 ${inserted + updated} 家`) : error;
      });
      await new Promise((done) => setImmediate(done));
    }
  }

  return async function apply(work: Work): Promise<Outcome> {
    const notes = applyNotes.parse(work.params);
    const { permits } = work.scope;
    if (
      !permits.has('bus:enterprise:import') ||
      (notes.entryStatus === 'active' && !permits.has('bus:enterprise:audit'))
    )
      throw new AppError('denied');
    const { rows, good } = await db.scoped(work.scope, (tx) => store.countRows(tx, notes.importId));
    await work.progress(null, { done: work.done, total: good, message: '正在写入' });
    const outcome =
      notes.mode === 'all' ? await applyAll(work, notes, good) : await applyRows(work, notes, good, rows - good);
    if (notes.mode === 'rows') await db.scoped(work.scope, (tx) => work.finish(tx, outcome));
    // Only now, or a try after this one would find none; the wrong rows stay for the file of errors.
    await db.scoped(work.scope, (tx) => store.forgetGoodRows(tx, notes.importId)).catch(() => {});
    return outcome;
  };
}
