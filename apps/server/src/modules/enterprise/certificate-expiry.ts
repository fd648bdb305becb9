import type { ExpiryItem } from '@anlan/contract/modules/enterprise/enterprise';
import { AppError } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Mover } from './lifecycle/service.ts';
import { isEditable } from './rules.ts';
import * as store from './store.ts';

export const createPapers = ({ change }: Pick<Mover, 'change'>) => ({
  /** Stores the new expiry day in the enterprise, with version and audit as for a manual edit. */
  async renewPaper(tx: Tx, id: string, field: ExpiryItem, validTo: string): Promise<void> {
    const row = await store.takeRow(tx, id);
    if (!row || row.removed_at !== null) throw new AppError('notFound');
    if (!isEditable(row.status)) throw new AppError('invalid', '已注销的企业不能修改');
    await change(tx, row, 'update', { [field]: validTo });
  },
});
