import type { TransferInput } from '@anlan/contract/modules/enterprise/merge';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Db } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import type { Mover } from '../lifecycle/service.ts';
import { changesOf, columnsOf, fileOf, rateAfter } from '../present.ts';
import { isEditable } from '../rules.ts';
import type { Visibility } from '../visibility.ts';
import { takeRow, updateRow } from '../store.ts';
import { lockTown, settleTown } from '../town/service.ts';

export interface TransferDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  dictionaries: DictionaryModule;
}

/** Moves an enterprise to another region. Address and responsible officer change in one transaction, with a reason. */
export const createTransfer = (
  { db, clock, audit, dictionaries }: TransferDeps,
  mover: Mover,
  visibility: Visibility,
) => ({
  async transfer(scope: Scope, { id, version, reason, ...moveInput }: TransferInput) {
    try {
      return await db.scoped(scope, async (tx) => {
        await lockTown(tx, dictionaries, moveInput.townCode);
        const row = await visibility.visible(tx, id, takeRow);
        await visibility.requireVersion(tx, row, version);
        if (!isEditable(row.status)) throw new AppError('invalid', '已注销的企业不能迁移');
        if (!(await dictionaries.regionPaths()).has(moveInput.regionCode))
          throw invalid({ field: 'regionCode', msg: '没有这个行政区划，请从列表中选择' });
        await mover.demandOfficer(tx, moveInput.officerId);
        const place = {
          regionCode: moveInput.regionCode,
          town:
            moveInput.town === undefined && moveInput.regionCode === row.region_code
              ? row.town
              : (moveInput.town ?? null),
          ...(moveInput.townCode === undefined ? {} : { townCode: moveInput.townCode }),
        };
        const old = { regionCode: row.region_code, townCode: row.town_code, town: row.town };
        const to = {
          ...(await settleTown(tx, dictionaries, old, place)),
          authorityId: moveInput.authorityId === undefined ? row.authority_id : moveInput.authorityId,
          officerId: moveInput.officerId === undefined ? row.officer_id : moveInput.officerId,
        };
        const changes = changesOf(fileOf(row), to);
        if (changes.length === 0) throw invalid({ field: 'regionCode', msg: '与现在的区划和监管责任相同，没有变化' });
        const saved = await updateRow(tx, id, {
          ...columnsOf(to),
          profile_rate: rateAfter(row, to),
          updated_at: clock.now(),
          updated_by: scope.userId,
        });
        await audit.record(tx, {
          call: 'enterprise.transfer',
          objectType: 'enterprise',
          objectId: id,
          enterpriseId: id,
          note: reason,
          changes,
        });
        await mover.touched(tx, [id]);
        return { id, version: saved.version };
      });
    } catch (error) {
      if (brokenConstraint(error) === 'enterprise_tenant_id_authority_id_fkey')
        throw invalid({ field: 'authorityId', msg: '没有这个监管部门' });
      throw error;
    }
  },
});
