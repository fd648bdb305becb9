import type { ExpiryItem } from '@anlan/contract/modules/enterprise/enterprise';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../audit/index.ts';
import type { Mover } from './lifecycle/service.ts';
import { changesOf, columnsOf, rateAfter } from './present.ts';
import { isEditable } from './rules.ts';
import * as store from './store.ts';

export const createPapers = (
  { clock, audit }: { clock: Clock; audit: Pick<AuditModule, 'record'> },
  mover: Pick<Mover, 'touched'>,
) => ({
  /** Stores the new expiry day in the enterprise, with version and audit as for a manual edit. */
  async renewPaper(tx: Tx, id: string, field: ExpiryItem, validTo: string): Promise<void> {
    const row = await store.takeRow(tx, id);
    if (!row || row.removed_at !== null) throw new AppError('notFound');
    if (!isEditable(row.status)) throw new AppError('invalid', '已注销的企业不能修改');
    const before = {
      licenceTo: row.licence_to,
      standardTo: row.standard_to,
      policyTo: row.policy_to,
      transportLicenceTo: row.transport_licence_to,
    };
    const fields = { [field]: validTo };
    await store.updateRow(tx, id, {
      ...columnsOf(fields),
      profile_rate: rateAfter(row, fields),
      updated_at: clock.now(),
      updated_by: tx.scope.userId,
    });
    await audit.record(tx, {
      call: 'enterprise.update',
      objectType: 'enterprise',
      objectId: id,
      enterpriseId: id,
      changes: changesOf({ [field]: before[field] }, fields),
    });
    await mover.touched(tx, [id]);
  },
});
