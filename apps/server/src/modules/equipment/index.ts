/** equipment: equipment of enterprises (设备); special equipment has a next inspection day. */
import { dayOf } from '@anlan/contract/domain/instant';
import { equipmentCalls } from '@anlan/contract/modules/equipment/calls';
import { equipment, inspectionItems } from '@anlan/contract/modules/equipment/resource';
import { invalid } from '#kernel/errors.ts';
import { updateExpiryLedger } from '#kit/expiry-store.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { staffModule } from '../staff/index.ts';
import { seedEquipment } from './seed.ts';
import { isCodeTaken, onlyId } from './store.ts';

const keepersText = '只有主要负责人和安全管理人员可以维护设备';

export const equipmentModule = defineModule('equipment', {
  needs: { staff: staffModule },
  open({ kit, staff }) {
    const keeps = (tx: Tx) => staff.mayActAs(tx, ['head', 'safetyManager']);
    const changed = (tx: Tx, ids: readonly string[]) =>
      updateExpiryLedger(tx, kit.events, equipment, ids, (row) =>
        Object.entries(inspectionItems).map(([kind, itemType]) => ({
          itemType,
          itemName: row.name,
          validTo: row.specialKind === kind && row.status === 'enabled' ? row.nextInspectionOn : null,
        })),
      );
    function demandUsed(usedFrom: string | null | undefined) {
      if (usedFrom && usedFrom > dayOf(kit.clock.now()))
        throw invalid({ field: 'usedFrom', msg: '投用日期不能晚于今天' });
    }
    async function demandCode(tx: Tx, enterpriseId: string, code: string | undefined, id: string | null) {
      if (code !== undefined && (await isCodeTaken(tx, enterpriseId, code, id)))
        throw invalid({ field: 'code', msg: '本企业已有这个设备编号' });
    }
    return openResource(equipment, kit, {
      reads: keeps,
      conditions: (_tx, { id }) => onlyId(id),
      frozen: (_row, _scope, isKeeper) => (isKeeper === false ? keepersText : null),
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        demandUsed(input.usedFrom);
        await demandCode(tx, String(input.enterpriseId), input.code, null);
      },
      beforeUpdate(tx, row, { code, usedFrom }) {
        demandUsed(usedFrom);
        return demandCode(tx, row.enterpriseId, code, row.id);
      },
      beforeMove(_tx, move, row, input) {
        if (move !== 'renew') return;
        const [next, before] = [String(input['nextInspectionOn']), row.nextInspectionOn];
        if (next <= dayOf(kit.clock.now())) throw invalid({ field: 'nextInspectionOn', msg: '下次检验日期应晚于今天' });
        if (typeof before === 'string' && next <= before)
          throw invalid({ field: 'nextInspectionOn', msg: `应晚于原检验日期 ${before}` });
      },
      saved: changed,
      moved: (tx, _move, row) => changed(tx, [row.id]),
    });
  },
  calls: equipmentCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有设备，请先删除' : null,
  },
  seed: seedEquipment,
});
