// Rows for the undo of an import: removes enterprises that it added, and gives others their former values.
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { AppError } from '#kernel/errors.ts';
import type { UndoneRow } from '#kit/import/import-undo.ts';
import type { Tx } from '#platform/db/index.ts';
import { openPhones } from '../encrypted-phones.ts';
import type { Mover } from '../lifecycle/service.ts';
import type { Parents } from '../parent/service.ts';
import { entryOf, fileOf } from '../present.ts';
import { isEditable } from '../rules.ts';
import { takeRows, updateRow, type EnterpriseRow } from '../store.ts';
import type { Needs } from '../deps.ts';

interface HeldRow extends UndoneRow {
  readonly row: EnterpriseRow;
}
const typed = [...importColumns.map(([key]) => key), 'townCode'] as const;

/** Checks and events of the enterprise module for a removed or changed enterprise. */
export type UndoGuards = Pick<Mover, 'demandRemovable' | 'touched' | 'change'> & Pick<Parents, 'childrenOf'>;

export function createUndoneEnterprises(
  { clock, audit, vault }: Needs<'clock' | 'audit' | 'vault'>,
  { demandRemovable, touched, change, childrenOf }: UndoGuards,
) {
  return {
    async hold(tx: Tx, ids: readonly string[]): Promise<HeldRow[]> {
      const rows = await takeRows(tx, ids);
      return rows.map((row) => ({ id: row.id, version: row.version, title: row.name, row }));
    },
    async remove(tx: Tx, { id, row }: HeldRow): Promise<void> {
      const { seen, hasOthers } = await childrenOf(tx, id);
      if (hasOthers || seen.length > 0) throw new AppError('invalid', '已被下级企业引用');
      await demandRemovable(tx, row);
      await updateRow(tx, id, { removed_at: clock.now(), removed_by: tx.scope.userId });
      await audit.record(tx, entryOf('remove', id));
      await touched(tx, [id]);
    },
    async restore(tx: Tx, { row }: HeldRow, before: EnterpriseRow): Promise<void> {
      if (!isEditable(row.status)) throw new AppError('conflict');
      const was: Record<string, unknown> = {
        ...fileOf(before),
        ...openPhones(await vault.of(tx), before),
        remark: before.remark,
      };
      const fields = Object.fromEntries(typed.map((key) => [key, was[key] ?? null]));
      await change(tx, row, 'update', fields, { before: { remark: row.remark } });
    },
  };
}
