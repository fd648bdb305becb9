import type { TransferInput } from '@anlan/contract/modules/enterprise/merge';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { brokenConstraint } from '#platform/db/index.ts';
import type { Mover } from '../lifecycle/service.ts';
import type { Needs } from '../deps.ts';
import { changesOf, fileOf } from '../present.ts';
import { isEditable } from '../rules.ts';
import type { Visibility } from '../visibility.ts';
import { takeRow } from '../store.ts';
import { lockTown, settleTown } from '../town/service.ts';

/** Moves an enterprise to another region. Address and responsible officer change in one transaction, with a reason. */
export const createTransfer = (
  { db, dictionaries }: Needs<'db' | 'dictionaries'>,
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
        if (changesOf(fileOf(row), to).length === 0)
          throw invalid({ field: 'regionCode', msg: '与现在的区划和监管责任相同，没有变化' });
        return mover.change(tx, row, 'transfer', to, { note: reason });
      });
    } catch (error) {
      if (brokenConstraint(error) === 'enterprise_tenant_id_authority_id_fkey')
        throw invalid({ field: 'authorityId', msg: '没有这个监管部门' });
      throw error;
    }
  },
});
