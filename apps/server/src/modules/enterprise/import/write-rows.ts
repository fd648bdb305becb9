import { isSupervised } from '@anlan/contract/modules/enterprise/codes';
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import { dayOf } from '@anlan/contract/domain/instant';
import { snakeCase } from '@anlan/contract/kit/resource';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { isInRegions } from '#kernel/regions.ts';
import { systemScope } from '#kernel/scope.ts';
import type { ApplyNotes } from '#kit/import/import-jobs.ts';
import { noteWritten, rowTexts } from '#kit/import/import-row-store.ts';
import type { ReadRow } from '#kit/import/read-rows.ts';
import { reserveNumbers } from '#kit/number-store.ts';
import type { RunningWork } from '#kit/ports.ts';
import { insertAll, updateAll } from '#platform/db/bulk-copy.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import { encryptPhones, openPhones, phonesAfter } from '../encrypted-phones.ts';
import { changesOf, entryOf, fileOf, rateAfter, tagsOf } from '../present.ts';
import { enterpriseCodeOf, isEditable } from '../rules.ts';
import { existingByCode, readingsOf, replaceTags, takeRows } from '../store.ts';
import { codesUp, townLeft, townOver } from '../town/rules.ts';
import { textIn, type EntryNotes, type ImportDeps } from './jobs.ts';

export interface Counts {
  inserted: number;
  updated: number;
  skipped: number;
  moved: number;
  outside: number;
}
interface Duplicate {
  id: string;
  row: ReadRow;
}
interface WrittenEnterprise {
  id: string;
  changes: ReturnType<typeof changesOf>;
}

/** Thrown if another user inserted an enterprise of the batch between the check and the write. */
export class CodeTaken extends AppError {}

const phonesIn = ({ values }: ReadRow) => {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { headPhone: text(values['headPhone']), safetyManagerPhone: text(values['safetyManagerPhone']) };
};
const namedRows = (rows: readonly ReadRow[]): string =>
  rows
    .map(({ no }) => no)
    .slice(0, 5)
    .join('、');
const writtenFields = [...importColumns.map(([key]) => key), 'townCode'];
/** Columns of the imported fields. All rows of one statement have the same columns, so that empty ones are null. */
const columnsIn = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(writtenFields.map((key) => [snakeCase(key), values[key] ?? null]));

/** Creates the function that writes a batch of rows as enterprises, in the transaction of the caller. */
export function createBatchWriter({ db, clock, audit, vault, dictionaries }: ImportDeps) {
  /** Rows with their current street, which may have been renamed or removed since the dry run. */
  async function withTowns(tx: Tx, rows: readonly ReadRow[]): Promise<ReadRow[]> {
    const codes = new Set(rows.flatMap((row) => codesUp(textIn(row, 'townCode'))).filter((code) => code !== ''));
    const offered = new Map([...(await dictionaries.townsOf(tx, [...codes]))].filter(([, { enabled }]) => enabled));
    return rows.map((row) => {
      const townCode = textIn(row, 'townCode');
      if (townCode === '') return row;
      return { ...row, values: { ...row.values, ...townLeft(offered, { townCode, town: textIn(row, 'town') }) } };
    });
  }

  /** The given credit codes that belong to enterprises outside the importer's scope. */
  async function codesOutsideScope({ scope }: Tx, codes: string[]): Promise<ReadonlySet<string>> {
    if (scope.regions === 'all') return new Set();
    const everywhere = systemScope('import', scope.tenantId, scope);
    const existing = await db.scoped(everywhere, (wide) => existingByCode(wide, codes), { readOnly: true });
    return new Set(existing.keys());
  }

  async function insert(
    tx: Tx,
    rows: readonly ReadRow[],
    status: EntryNotes['entryStatus'],
  ): Promise<WrittenEnterprise[]> {
    if (rows.length === 0) return [];
    const { tenantId, userId, userName } = tx.scope;
    const now = clock.now();
    const own = await vault.of(tx);
    const today = dayOf(now);
    // Reserve numbers in a transaction of its own, so that a long import does not block the creation of other
    // enterprises.
    const end = await db.scoped(tx.scope, (apart) => reserveNumbers(apart, `enterprise ${today}`, rows.length));
    const activatedAt = status === 'active' ? now : null;
    const made = [];
    const written: WrittenEnterprise[] = [];
    for (const [at, row] of rows.entries()) {
      const id = newId();
      const fields = { businessAddress: row.values['registeredAddress'], ...row.values, officerId: userId };
      written.push({ id, changes: changesOf({}, { ...fields, status }) });
      made.push({
        tenant_id: tenantId,
        id,
        ...columnsIn(fields),
        officer_id: userId,
        ...(await readingsOf({ name: textIn(row, 'name') })),
        ...encryptPhones(own, id, phonesAfter(phonesIn(row))),
        enterprise_code: enterpriseCodeOf(today, end - rows.length + 1 + at),
        profile_rate: profileRate(fields),
        status,
        source: 'import',
        joined_at: activatedAt,
        activated_at: activatedAt,
        created_at: now,
        created_by: userId,
        updated_at: now,
        updated_by: userId,
      });
    }
    await insertAll(tx, 'enterprise', made).catch((error: unknown) => {
      if (brokenConstraint(error) !== 'enterprise_credit_code_key') throw error;
      const span = `${rows.at(0)?.no}-${rows.at(-1)?.no}`;
      throw new CodeTaken('conflict', `第 ${span} 行中有企业正由他人登记，这些行没有写入，请稍后重新确认导入`);
    });
    // The first status change gets the id of its enterprise as its own id, so that it sorts as the oldest.
    const entered = { tenant_id: tenantId, to_status: status, at: now, by_id: userId, by_name: userName };
    await insertAll(
      tx,
      'enterprise_status_change',
      written.map(({ id }) => ({ id, enterprise_id: id, ...entered })),
    );
    return written;
  }

  /** Overwrites existing enterprises with the cells that are not empty; skips rows without changes. */
  async function overwrite(tx: Tx, duplicates: readonly Duplicate[], counts: Counts): Promise<WrittenEnterprise[]> {
    const files = new Map(
      (
        await takeRows(
          tx,
          duplicates.map(({ id }) => id),
        )
      ).map((file) => [file.id, file]),
    );
    const own = await vault.of(tx);
    const entry = { updated_at: clock.now(), updated_by: tx.scope.userId };
    const changed = [];
    for (const { id, row } of duplicates) {
      const file = files.get(id);
      // Skip the row: the enterprise was closed or removed since the dry run.
      if (!file || !isEditable(file.status)) continue;
      const regionCode = textIn(row, 'regionCode');
      if (isSupervised(file.status) && regionCode !== file.region_code) {
        counts.moved += 1;
        continue;
      }
      const standing = { regionCode: file.region_code, townCode: file.town_code, town: file.town };
      const [townCode, town] = [textIn(row, 'townCode') || null, textIn(row, 'town') || null];
      const townAfter = townOver(standing, { regionCode, townCode, town });
      if (!isInRegions(tx.scope.regions, townAfter.townCode ?? regionCode)) {
        counts.outside += 1;
        continue;
      }
      const phones = openPhones(own, file);
      const before: Record<string, unknown> = { ...fileOf(file), ...phones, remark: file.remark };
      const input = { ...row.values, ...townAfter };
      const changes = changesOf(before, input);
      if (changes.length === 0) continue;
      changed.push({
        id,
        changes,
        tags: tagsOf({ ...fileOf(file), ...row.values }),
        columns: {
          id,
          ...columnsIn({ ...before, ...input }),
          ...(await readingsOf({ name: textIn(row, 'name') })),
          ...encryptPhones(own, id, phonesAfter(phonesIn(row), phones)),
          profile_rate: rateAfter(file, input),
          ...entry,
        },
      });
    }
    counts.updated += changed.length;
    counts.skipped += duplicates.length - changed.length;
    await updateAll(
      tx,
      'enterprise',
      changed.map(({ columns }) => columns),
    );
    await replaceTags(tx, changed);
    return changed;
  }

  /** Writes the rows of a batch and counts them. */
  return async function writeBatch(
    tx: Tx,
    work: RunningWork,
    { onDuplicate, auditId, entryStatus }: ApplyNotes & EntryNotes,
    batch: readonly ReadRow[],
    counts: Counts,
  ): Promise<void> {
    const rows = await withTowns(tx, batch);
    const existing = await existingByCode(
      tx,
      rows.map((row) => textIn(row, 'creditCode')),
    );
    const elsewhere = await codesOutsideScope(
      tx,
      rows.map((row) => textIn(row, 'creditCode')).filter((code) => !existing.has(code)),
    );
    const duplicates: Duplicate[] = [];
    const fresh: ReadRow[] = [];
    const outside: ReadRow[] = [];
    for (const row of rows) {
      const code = textIn(row, 'creditCode');
      const id = existing.get(code)?.id;
      const place = textIn(row, 'townCode') || textIn(row, 'regionCode');
      if (id !== undefined) duplicates.push({ id, row });
      // Skip the row: its enterprise is outside the importer's scope. The enterprise or the scope changed since the
      // dry run.
      else if (elsewhere.has(code) || !isInRegions(tx.scope.regions, place)) outside.push(row);
      else fresh.push(row);
    }
    if (duplicates.length > 0 && onDuplicate === 'stop')
      throw new AppError('invalid', `第 ${namedRows(duplicates.map(({ row }) => row))} 行的企业已经存在，没有继续导入`);
    if (outside.length > 0 && onDuplicate === 'stop')
      throw new AppError('invalid', `第 ${namedRows(outside)} 行的企业在您所辖区域以外，没有继续导入`);
    counts.skipped += outside.length;
    counts.outside += outside.length;
    const before =
      onDuplicate === 'update'
        ? await rowTexts(
            tx,
            'enterprise',
            duplicates.map(({ id }) => id),
          )
        : new Map<string, string>();
    const written = await insert(tx, fresh, entryStatus);
    counts.inserted += fresh.length;
    if (onDuplicate === 'skip') counts.skipped += duplicates.length;
    else written.push(...(await overwrite(tx, duplicates, counts)));
    await noteWritten(tx, 'enterprise', { jobId: work.id, ids: written.map(({ id }) => id), before, now: clock.now() });
    await audit.recordAll(
      tx,
      written.map(({ id, changes }) => entryOf('import', id, { parentId: auditId, changes })),
    );
  };
}
